//go:build interleave

package concurrent

import "github.com/seed-3ccf4018/halfmark/stealq/interleave"

// These are the types of atomics.go as the schedule explorer has them.
type word = interleave.Uint32

func pause() { interleave.Gosched() }

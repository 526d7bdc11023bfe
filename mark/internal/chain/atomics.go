//go:build !interleave

package chain

import "sync/atomic"

// Word is a word that the marker and speculators share. It is the only atomic type of this
// package. With the build tag interleave, atomics_interleave.go takes the place of this file.
type Word = atomic.Uint64

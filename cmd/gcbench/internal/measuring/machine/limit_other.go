//go:build !linux

package machine

import "math"

// addressSpaceLeft is not known here.
func addressSpaceLeft() uint64 { return math.MaxUint64 }

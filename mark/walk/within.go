//go:build !interleave

package walk

import "time"

// receiveWithin is token.within. A function of atomics.go has one statement: the interleave package
// compares what the compiler makes of the two files.
func receiveWithin(t token, d time.Duration) bool {
	select {
	case <-t:
		return true
	case <-time.After(d):
		return false
	}
}

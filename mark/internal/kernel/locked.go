//go:build !interleave

package kernel

import "time"

// CheapLocks reports whether this processor takes few cycles for a locked instruction on a line that its core has. There a worker
// that shares mark bits pays little for each object. An AMD Milan takes 9 cycles, and Intel's processors take 18 to 20.
func CheapLocks() bool { return cheapLocks }

// cheapLocks is measured when the program starts, in some five microseconds. The unit is a step of a chain of multiplications, each of
// which waits for the one before it. Such a step takes four cycles on all of these processors, whatever their frequency is at the
// moment. Of several tries the fastest counts, because a thread may lose its processor.
var cheapLocks = func() bool {
	const steps, tries, atMost = 128, 8, 3.5
	var word Word
	chain := uint64(3)
	locked := least(tries, func() {
		for range steps {
			chain ^= word.Or(1) // whose result is used, as by ClaimShared
		}
	})
	multiplied := least(tries, func() {
		for range steps {
			chain = chain*chain + 1
		}
	})
	word.Store(chain) // so that the compiler keeps the chain
	return multiplied > 0 && float64(locked) <= atMost*float64(multiplied)
}()

// least is the shortest time of some runs.
func least(tries int, run func()) time.Duration {
	shortest := time.Hour
	for range tries {
		start := time.Now()
		run()
		shortest = min(shortest, time.Since(start))
	}
	return shortest
}

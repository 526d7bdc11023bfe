package main

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// transfer is how long a line takes from one processor to the other, in nanoseconds: the least of some times, because a thread
// may lose its processor.
func transfer() (least float64, err error) {
	lines := make([]struct {
		atomic.Uint64
		_ [15]uint64 // some processors fetch lines in pairs
	}, 64)
	line := &lines[32].Uint64
	for range 5 {
		ns, err := trips(line)
		if err != nil {
			return 0, err
		}
		if least == 0 || ns < least {
			least = ns
		}
	}
	return least, nil
}

func trips(line *atomic.Uint64) (ns float64, err error) {
	const turns = 4000
	line.Store(0)
	var failed [2]error
	var took time.Duration
	var both sync.WaitGroup
	for side := range uint64(2) {
		both.Go(func() {
			runtime.LockOSThread() // and the thread ends with the goroutine
			var set unix.CPUSet
			set.Set(int(side))
			failed[side] = unix.SchedSetaffinity(0, &set)
			start := time.Now()
			for turn := side; turn < turns; turn += 2 {
				for !line.CompareAndSwap(turn, turn+1) {
				}
			}
			if side == 0 {
				took = time.Since(start)
			}
		})
	}
	both.Wait()
	if failed[0] != nil {
		return 0, failed[0]
	}
	return float64(took) / turns, failed[1]
}

package main

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// transfer is how long a line takes from one processor to the other, in nanoseconds: the least of some times, because a thread
// may lose its processor. The first one follows links through lines that the other one has written. A line that two threads change
// in turns takes longer, because each of them also waits until it may write.
func transfer() (least float64, err error) {
	const lines = 64
	type line struct {
		next int
		_    [15]uint64 // some processors fetch lines in pairs
	}
	all := make([]line, lines+1)
	order := rand.Perm(lines)
	for range 9 {
		err := pinned(1, func() {
			for i, at := range order {
				all[at].next = order[(i+1)%lines]
			}
		})
		if err != nil {
			return 0, err
		}
		var took time.Duration
		err = pinned(0, func() {
			at, start := order[0], time.Now()
			for range lines {
				at = all[at].next
			}
			took = time.Since(start)
			all[lines].next = at // so that no load is left out
		})
		if err != nil {
			return 0, err
		}
		if ns := float64(took) / lines; least == 0 || ns < least {
			least = ns
		}
	}
	return least, nil
}

// pinned runs f on a processor.
func pinned(processor int, f func()) (err error) {
	var done sync.WaitGroup
	done.Go(func() {
		runtime.LockOSThread() // and the thread ends with the goroutine
		var set unix.CPUSet
		set.Set(processor)
		if err = unix.SchedSetaffinity(0, &set); err == nil {
			f()
		}
	})
	done.Wait()
	return err
}

package main

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync"
	"time"
)

// times are the time of the first function, and those of the others over it.
type times struct {
	base   time.Duration
	ratios []float64
}

// least is the shortest time of a sample. Calls that are faster are repeated.
const least = 2 * time.Millisecond

// inTurns runs all functions in each round, one after the other and as often as repeats says,
// and returns medians.
func inTurns(rounds, repeats int, base func(), others ...func()) times {
	var bases []time.Duration
	ratios := make([][]float64, len(others))
	for range rounds {
		first := sample(base, repeats)
		bases = append(bases, first)
		for i, other := range others {
			ratios[i] = append(ratios[i], float64(sample(other, repeats))/float64(first))
		}
	}
	t := times{base: median(bases).Round(time.Microsecond / 10)}
	for _, r := range ratios {
		t.ratios = append(t.ratios, median(r))
	}
	return t
}

// sample returns the mean time of a call. The garbage of others is collected before.
func sample(call func(), repeats int) time.Duration {
	runtime.GC()
	start := time.Now()
	for range repeats {
		call()
	}
	return time.Since(start) / time.Duration(repeats)
}

func median[T float64 | time.Duration](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}

// used is the memory of a call over that of another one.
type used struct {
	allocated float64
	live      string // "-" if the calls are too short for a sample
}

func memory(base, other func()) used {
	baseBytes, baseLive := allocated(base), live(base)
	bytes, most := allocated(other), live(other)
	u := used{float64(bytes) / float64(max(1, baseBytes)), "-"}
	if baseLive > 0 && most > 0 {
		u.live = fmt.Sprintf("%.2f", float64(most)/float64(baseLive))
	}
	return u
}

// allocated returns how many bytes a call allocates.
func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// live returns how much the live heap grows during a call, in bytes. One collection follows
// another, and each one tells what was live. With fewer than five collections it returns 0.
func live(call func()) (most uint64) {
	var done sync.WaitGroup
	stop := make(chan struct{})
	before := liveNow()
	collections := 0
	done.Go(func() {
		for ; ; collections++ {
			select {
			case <-stop:
				return
			default:
				most = max(most, liveNow())
			}
		}
	})
	call()
	close(stop)
	done.Wait()
	if collections < 5 || most <= before {
		return 0
	}
	return most - before
}

// liveNow collects the garbage, and returns what is left, in bytes.
func liveNow() uint64 {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

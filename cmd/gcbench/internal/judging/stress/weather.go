package stress

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// lull lets others run: a world that is stopped without a pause gets nowhere.
func lull() { time.Sleep(100 * time.Microsecond) }

// blow goes on with each of the gusts until stop is called.
func blow(gusts ...func(i int)) (stop func()) {
	var over atomic.Bool
	var ended sync.WaitGroup
	for _, gust := range gusts {
		ended.Go(func() {
			for i := 0; !over.Load(); i++ {
				gust(i)
			}
		})
	}
	return func() {
		over.Store(true)
		ended.Wait()
	}
}

// resize changes the number of processors again and again.
func (r *round) resize() func(i int) {
	procs := []int{1, r.procs, r.procs + 1, 1 + r.rng.IntN(2*r.procs)}
	return func(i int) {
		runtime.GOMAXPROCS(procs[i%len(procs)])
		r.resizes.Add(1)
		lull()
	}
}

func resizing(r *round) (stop func()) { return blow(r.resize()) }

// storm begins some of the gusts.
func storm(r *round) (stop func()) {
	gusts := []func(i int){
		func(int) { runtime.Gosched() },
		func(int) {
			var m runtime.MemStats
			runtime.ReadMemStats(&m) // stops the world
			lull()
		},
		r.resize(), // and so does this
		func(i int) {
			if i%16 == 0 {
				runtime.GC()
			}
			lull()
		},
	}
	r.rng.Shuffle(len(gusts), func(i, k int) { gusts[i], gusts[k] = gusts[k], gusts[i] })
	return blow(gusts[:1+r.rng.IntN(len(gusts))]...)
}

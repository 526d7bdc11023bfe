package stress

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// stalls stalls workers in user code: some calls sleep, some give way many
// times, some compute, so that any worker is at times the one that holds the
// last grey node while all others look for work.
func stalls(r *round) error {
	o := r.options()
	o.Workers = max(2, o.Workers)
	return with(o, func(m *mark.Marker) error {
		for range 4 {
			g := newGraph(r.rng, 1000)
			w := r.watching(g)
			w.before = r.stall()
			if err := r.markWhole(m, w, g.reachable()); err != nil {
				return err
			}
		}
		return nil
	})
}

// stall draws which calls stall, and how. One in every so many does.
func (r *round) stall() func(call int64, node uint32) {
	every := 1 + r.rng.Int64N(100)
	yields, pause := r.rng.IntN(200), time.Duration(r.rng.IntN(300))*time.Microsecond
	how := r.rng.IntN(3)
	return func(call int64, _ uint32) {
		if call%every != 0 {
			return
		}
		switch how {
		case 0:
			for range yields {
				runtime.Gosched()
			}
		case 1:
			if call < 20*every { // sleeps may take a millisecond each
				time.Sleep(pause)
			}
		default:
			for began := time.Now(); time.Since(began) < pause/10; {
			}
		}
	}
}

// windows has frontiers that shrink to one node again and again: each time all
// workers but one look for work, offer termination and must come back for the
// next burst. The worker with that one node stalls before it answers, and the
// idle policies, spinning among them, keep the others at the decision.
func windows(r *round) error {
	o := r.options()
	o.Workers = max(2, o.Workers)
	o.Tuning.Idle = oneOf(r.rng, tune.IdlePolicies()...)
	if o.Tuning.Idle == tune.IdleSpin {
		o.Workers = max(2, r.procs) // more would wait for each other's time slices
	}
	o.Workers = min(o.Workers, mark.MaxWorkers)
	return with(o, func(m *mark.Marker) error {
		g := bursts(2+r.rng.IntN(10), 1+r.rng.IntN(20))
		yields := r.rng.IntN(50)
		for range 4 {
			w := r.watching(g)
			w.before = func(_ int64, node uint32) {
				if len(g.successors[node]) != 1 { // not a leaf of a burst
					for range yields {
						runtime.Gosched()
					}
				}
			}
			if err := r.markWhole(m, w, g.reachable()); err != nil {
				return err
			}
		}
		return nil
	})
}

// bursts is a chain of stars: node, leaves, node, leaves, ... where only the last
// leaf leads on.
func bursts(stars, leaves int) *graph {
	step := leaves + 1
	g := &graph{successors: make([][]uint32, stars*step+1), roots: []uint32{0}}
	for star := range stars {
		for leaf := 1; leaf <= leaves; leaf++ {
			g.link(star*step, star*step+leaf)
			g.link(star*step+leaf, star*step) // back
		}
		g.successors[star*step+leaves][0] = uint32((star + 1) * step)
	}
	return g
}

// storms marks while the world is stopped again and again, which preempts every
// worker wherever it is, between any two instructions; while the number of
// processors changes; and while other goroutines ask for processors.
func storms(r *round) error {
	defer runtime.GOMAXPROCS(r.procs)
	return with(r.options(), func(m *mark.Marker) error {
		g := newGraph(r.rng, 3000)
		stop := r.weather()
		defer stop()
		for range 3 {
			if err := r.plain(m, g, 3); err != nil {
				return err
			}
			ctx, cancel := context.WithCancelCause(context.Background())
			wait := r.soon(func() { cancel(errUser) })
			err := r.faulty(ctx, m, r.watching(g), isCancelled)
			wait()
			cancel(nil)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// lull lets others run: a world that is stopped without a pause gets nowhere.
func lull() { time.Sleep(100 * time.Microsecond) }

// weather begins a storm; what it returns ends it.
func (r *round) weather() (stop func()) {
	var over atomic.Bool
	var ended sync.WaitGroup
	procs := []int{1, r.procs, r.procs + 1, 1 + r.rng.IntN(2*r.procs)}
	gusts := []func(i int){
		func(int) { runtime.Gosched() },
		func(int) {
			var m runtime.MemStats
			runtime.ReadMemStats(&m) // stops the world
			lull()
		},
		func(i int) {
			runtime.GOMAXPROCS(procs[i%len(procs)]) // and so does this
			lull()
		},
		func(i int) {
			if i%16 == 0 {
				runtime.GC()
			}
			lull()
		},
	}
	for _, k := range r.rng.Perm(len(gusts))[:1+r.rng.IntN(len(gusts))] {
		gust := gusts[k]
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

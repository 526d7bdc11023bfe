package engine

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// faulty is a sound deque with something in the place of some methods. calls counts the
// calls of all deques of one New.
type faulty struct {
	stealq.Deque
	fault *fault
}

type fault struct {
	calls atomic.Int64
	pop   func(d *faulty, item uint64, ok bool) (uint64, bool) // what Pop makes of its result
	push  func(d *faulty, item uint64) bool
	steal func(n int, o stealq.Outcome) (int, stealq.Outcome)
	len   func(n int) int
	reset func()
	count func()
}

func (d *faulty) Push(item uint64) bool {
	if d.fault.push != nil {
		return d.fault.push(d, item)
	}
	return d.Deque.Push(item)
}

func (d *faulty) Pop() (uint64, bool) {
	item, ok := d.Deque.Pop()
	if d.fault.pop != nil {
		return d.fault.pop(d, item, ok)
	}
	return item, ok
}

func (d *faulty) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	n, o := d.Deque.Steal(victim.(*faulty).Deque, amount)
	if d.fault.steal != nil {
		return d.fault.steal(n, o)
	}
	return n, o
}

func (d *faulty) Len() int {
	if d.fault.len != nil {
		return d.fault.len(d.Deque.Len())
	}
	return d.Deque.Len()
}

func (d *faulty) Reset() {
	if d.fault.reset != nil {
		d.fault.reset()
	}
	d.Deque.Reset()
}

func (d *faulty) Counters() *stealq.Counters {
	if d.fault.count != nil {
		d.fault.count()
	}
	return d.Deque.Counters()
}

// kind is the Kind of the deques with a fault.
func (f *fault) kind() *stealq.Kind {
	k := *stealq.Locked
	k.Name = "faulty"
	k.New = func(deques, capacity int) []stealq.Deque {
		all := stealq.Locked.New(deques, capacity)
		for i := range all {
			all[i] = &faulty{all[i], f}
		}
		return all
	}
	return &k
}

// once reports whether a call of a fault is the one at which it strikes.
func (f *fault) once(at int64) bool { return f.calls.Add(1) == at }

// markFaulty marks a heap or a graph with deques that have a fault, and ends the test if
// that takes half a minute.
func markFaulty(t *testing.T, workers, grain int, f *fault) error {
	t.Helper()
	s, err := shape.Parse("random")
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: 3_000})
	require.NoError(t, err)
	return within(t, func() error {
		m, err := New(Options{Workers: workers, Grain: grain, Deque: f.kind(), Tuning: tune.Tuning{Idle: tune.IdleYield}})
		if err != nil {
			return err
		}
		defer m.Close()
		_, err = m.MarkHeap(context.Background(), h)
		return err
	})
}

// within runs what may hang.
func within(t *testing.T, run func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() {
		err := errors.New("the goroutine has ended")
		defer func() { done <- err }()
		err = run()
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(30 * time.Second):
		stacks := make([]byte, 1<<16)
		require.Fail(t, "the mark does not end", "%s", stacks[:runtime.Stack(stacks, true)])
	}
	return nil
}

var errBoom = errors.New("boom")

// A deque that panics ends the mark with an error, whichever method it is, on any
// worker's goroutine and on the caller's. The error has the kind, the place, the value
// and the stack.
func TestDequePanics(t *testing.T) {
	boom := func() { panic(errBoom) }
	for name, spoil := range map[string]func(f *fault, at int64){
		"Pop": func(f *fault, at int64) {
			f.pop = func(_ *faulty, item uint64, ok bool) (uint64, bool) {
				if f.once(at) {
					boom()
				}
				return item, ok
			}
		},
		"Push": func(f *fault, at int64) {
			f.push = func(d *faulty, item uint64) bool {
				if f.once(at) {
					boom()
				}
				return d.Deque.Push(item)
			}
		},
		"Len": func(f *fault, at int64) {
			f.len = func(n int) int {
				if f.once(at) {
					boom()
				}
				return n
			}
		},
		"Steal": func(f *fault, at int64) {
			f.steal = func(n int, o stealq.Outcome) (int, stealq.Outcome) {
				if f.once(at) {
					boom()
				}
				return n, o
			}
		},
		"Reset":    func(f *fault, _ int64) { f.reset = boom },
		"Counters": func(f *fault, _ int64) { f.count = boom },
	} {
		for _, at := range []int64{1, 2, 100} {
			f := new(fault)
			spoil(f, at)
			err := markFaulty(t, 4, 1, f)
			if err == nil && f.calls.Load() < at {
				continue // not so many thefts
			}
			var broken *DequeError
			require.ErrorAs(t, err, &broken, "%s %d", name, at)
			require.ErrorIs(t, err, errBoom)
			require.Equal(t, "faulty", broken.Kind)
			require.Regexp(t, `^mark: deques of kind faulty: panic in engine\.TestDequePanics\S* \(broken_test\.go:\d+\): boom$`, err.Error())
			require.Contains(t, string(broken.Stack), "faulty")
		}
	}
}

// A deque that loses items is found at the end, and one that invents items is caught at it. No
// such mark runs for ever: Len may go on to count what Pop does not find, and thefts may go
// on to bring nothing.
func TestDequesThatLoseOrInvent(t *testing.T) {
	const lost, twice = "Pop has not returned all that was pushed (1 missing), such as ", ", which is in no deque: it was never pushed, or a Pop has returned it before"
	drop := func(d *faulty, item uint64) bool { return d.fault.once(20) || d.Deque.Push(item) }
	for _, c := range []struct {
		name  string
		grain int
		fault *fault
		says  string // "": the mark is right all the same
	}{
		{"Push drops an object", 1, &fault{push: drop}, lost},
		{"Push drops a block", 4, &fault{push: func(d *faulty, item uint64) bool { return d.fault.once(1) || d.Deque.Push(item) }}, lost},
		{"Push refuses what it takes", 1, &fault{push: func(d *faulty, item uint64) bool { return d.Deque.Push(item) && !d.fault.once(20) }}, twice},
		{"Pop loses an object that Len counts", 1, &fault{
			push: drop,
			len:  func(n int) int { return max(n, 1) },
		}, "has a Len of 1 when nobody works, and its Pop has found nothing"},
		{"Len is never 0", 4, &fault{len: func(n int) int { return n + 7 }}, "has a Len of 7 when nobody works"},
		{"Pop returns one object again and again", 1, &fault{pop: func(_ *faulty, item uint64, ok bool) (uint64, bool) {
			return max(item, 1), true
		}}, twice},
		{"Pop returns an object beyond the heap", 1, &fault{pop: func(d *faulty, item uint64, ok bool) (uint64, bool) {
			if d.fault.once(20) {
				return 1 << 32, true
			}
			return item, ok
		}}, "Pop returned 4294967296, which was never pushed: items are less than "},
		{"Pop returns a block that there is not", 4, &fault{pop: func(d *faulty, item uint64, ok bool) (uint64, bool) {
			if d.fault.once(2) {
				return 1<<32 + 1, true
			}
			return item, ok
		}}, "Pop returned 4294967297, which was never pushed: items are less than "},
		{"Pop returns no block", 4, &fault{pop: func(*faulty, uint64, bool) (uint64, bool) { return 0, true }}, "Pop returned 0" + twice},
		{"Pop returns a block twice", 4, &fault{pop: func(d *faulty, item uint64, ok bool) (uint64, bool) {
			if ok && d.fault.once(3) {
				d.Deque.Push(item)
			}
			return item, ok
		}}, twice},
		{"Steal says that it took items", 1, &fault{steal: func(int, stealq.Outcome) (int, stealq.Outcome) { return 3, stealq.Took }}, ""},
		{"Steal loses each race", 1, &fault{steal: func(n int, o stealq.Outcome) (int, stealq.Outcome) {
			if n > 0 {
				return n, o
			}
			return 0, stealq.Lost
		}}, ""},
	} {
		for _, workers := range []int{1, 2, 4} {
			f := c.fault
			f.calls.Store(0)
			err := markFaulty(t, workers, c.grain, f)
			if c.grain > 1 && err == nil && f.calls.Load() == 0 {
				continue // private stacks were enough
			}
			if c.says == "" {
				require.NoError(t, err, "%s, %d workers", c.name, workers)
				continue
			}
			require.ErrorContains(t, err, c.says, "%s, %d workers", c.name, workers)
			require.NotContains(t, err.Error(), "\n")
		}
	}
}

// A deque that ends its goroutine, as t.FailNow in a test of a deque does, ends the mark
// and not the workers: also under the lobby's lock, where a worker looks a last time.
func TestDequeEndsItsGoroutine(t *testing.T) {
	for _, idle := range []tune.IdlePolicy{tune.IdlePark, tune.IdleYield} {
		for at := int64(1); at < 40; at += 3 {
			f := new(fault)
			f.len = func(n int) int {
				if f.once(at) {
					runtime.Goexit()
				}
				return n
			}
			m, err := New(Options{Workers: 3, Deque: f.kind(), Tuning: tune.Tuning{Idle: idle, Recruit: 1}})
			require.NoError(t, err)
			g := Func{Nodes: 200, Successors: func(buf []uint32, node uint32) []uint32 {
				runtime.Gosched()
				return append(buf, (node+1)%200, (node*7+3)%200)
			}}
			for range 2 {
				err = within(t, func() error {
					_, err := m.MarkGraph(context.Background(), g, []uint32{0})
					return err
				})
				if err != nil {
					require.Regexp(t, "the goroutine has ended|runtime.Goexit ended a worker's goroutine in engine.TestDequeEnds", err.Error())
				}
			}
			require.NoError(t, within(t, func() error {
				_, err := m.MarkGraph(context.Background(), g, []uint32{0})
				return err
			}), "a marker is good again after that")
			require.NoError(t, within(t, func() error { m.Close(); return nil }))
		}
	}
}

// A worker that is about to park asks the deques a last time, with the lobby locked. A
// panic there is an error like any other, and worker 0 is told.
func TestDequePanicsWhileAWorkerParks(t *testing.T) {
	f := new(fault)
	m, w := policyMarker(t, Options{Workers: 2, Deque: f.kind()})
	f.len = func(int) int { panic(errBoom) }
	for _, w := range m.workers {
		m.crew.Reset()
		m.failure.err = nil
		require.True(t, w.wanted(), "so that it does not park")
		require.True(t, w.wanted(), "and is not asked twice")
		require.True(t, m.crew.Done())
		require.ErrorIs(t, m.failure.err, errBoom)
	}
	f.len = nil
	woken := parkedCaller(m)
	m.workers[1].guarded()
	require.True(t, <-woken, "worker 0 has to return from the mark")
	require.False(t, m.workers[1].wanted())
	m.prepare(t.Context(), 0)
	require.False(t, w.broken)
	m.failure.err = nil
}

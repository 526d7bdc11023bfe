package stress

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/panicked"
)

// watched is a graph as user code: it counts who is asked for what, and has
// faults.
type watched struct {
	*graph
	asked  []atomic.Uint32 // times, by node
	calls  atomic.Int64
	inside atomic.Int64 // calls that have not returned
	every  int64        // one in so many calls lets another worker run

	// before, if not nil, runs in each call; call counts from 0.
	before func(call int64, node uint32)
	// answer, if not nil, stands for the node's successors.
	answer func(buf []uint32, node uint32) []uint32
}

// watching returns g as user code. Without calls that give way one worker would
// finish a small graph before the next is awake.
func (r *round) watching(g *graph) *watched {
	return &watched{graph: g, asked: make([]atomic.Uint32, len(g.successors)), every: oneOf[int64](r.rng, 1, 1, 2, 3, 7)}
}

// NumNodes is part of mark.Digraph.
func (w *watched) NumNodes() int { return len(w.successors) }

// AppendSuccessors is part of mark.Digraph.
func (w *watched) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	w.inside.Add(1)
	defer w.inside.Add(-1)
	w.asked[node].Add(1)
	call := w.calls.Add(1) - 1
	if call%w.every == 0 {
		runtime.Gosched()
	}
	if w.before != nil {
		w.before(call, node)
	}
	if w.answer != nil {
		return w.answer(buf, node)
	}
	return append(buf, w.successors[node]...)
}

// attempt is how a mark ended.
type attempt struct {
	result *mark.Result // nil if there was none to check
	err    error
	exited bool // user code ended the goroutine of the call
}

// mark marks w with m, on a goroutine of its own because user code may end that,
// and checks what holds whatever happened: nobody was asked twice, all calls of
// user code have returned, nothing is marked that cannot be reached.
func (r *round) mark(ctx context.Context, m *mark.Marker, w *watched) (attempt, error) {
	a := attempt{exited: true}
	done := make(chan error, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- panickedWith(v, panicked.At())
				return
			}
			done <- nil
		}()
		a.result, a.err = m.MarkGraph(ctx, w, w.roots)
		a.exited = false
	}()
	if err := <-done; err != nil {
		return a, err
	}
	if inside := w.inside.Load(); inside != 0 {
		return a, fmt.Errorf("the mark returned while %d calls of user code ran", inside)
	}
	r.took(a.result)
	for node := range w.asked {
		if times := w.asked[node].Load(); times > 1 {
			return a, fmt.Errorf("node %d was scanned %d times", node, times)
		}
	}
	return a, nil
}

// markWhole marks w, which has to work, and compares with want.
func (r *round) markWhole(m *mark.Marker, w *watched, want set) error {
	a, err := r.mark(context.Background(), m, w)
	switch {
	case err != nil:
		return err
	case a.exited:
		return fmt.Errorf("the goroutine of the mark has gone")
	case a.err != nil:
		return a.err
	}
	if err := same(a.result, want); err != nil {
		return err
	}
	for node := range w.asked {
		if w.asked[node].Load() == 0 && want.has(uint32(node)) {
			return fmt.Errorf("node %d is marked and was not scanned", node)
		}
	}
	return nil
}

// again marks g without a fault: what has gone before must not show.
func (r *round) again(m *mark.Marker, g *graph) error {
	if err := r.markWhole(m, r.watching(g), g.reachable()); err != nil {
		return fmt.Errorf("the mark after the fault: %w", err)
	}
	return nil
}

// faulty marks w, whose fault may or may not happen. It must end with an error
// that isExpected accepts, or with exactly what is reachable.
func (r *round) faulty(ctx context.Context, m *mark.Marker, w *watched, isExpected func(attempt) bool) error {
	want := w.reachable()
	a, err := r.mark(ctx, m, w)
	switch {
	case err != nil:
		return err
	case a.exited || a.err != nil:
		if !isExpected(a) {
			return fmt.Errorf("unexpected: %w", a.err)
		}
		r.tally.ExpectedErrors++
		if a.result == nil {
			return nil
		}
		return within(a.result, want)
	}
	return same(a.result, want)
}

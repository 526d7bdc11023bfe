//go:build interleave && !fullsize

package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/overflow"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// calledScanner tells that it was asked to scan.
type calledScanner struct {
	scanner // nothing else is called
	called  *interleave.Chan[struct{}]
}

func (s calledScanner) ahead() prefetcher      { return s }
func (s calledScanner) Prefetch([]uint32)      {}
func (s calledScanner) Approach([]uint32)      {}
func (s calledScanner) follow(*worker) bool    { return false }
func (s calledScanner) scan(*worker, []uint32) { s.called.Send(struct{}{}) }

// TestWokenAfterTheBitIsClear: a worker that holds the exclusive bit has published a
// block. It tells the others, and waits until one of them scans the block.
func TestWokenAfterTheBitIsClear(t *testing.T) {
	exploreWoken(t, "the bit", func(m *Marker, first *worker) {
		first.setAlone(true)
		m.crew.Begin(true)
		m.List.Publish([]uint32{7})
		first.endExclusive()
		m.workers[1].scanner.(calledScanner).called.Receive()
	})
}

// TestWokenAfterClosing: the same for a block that is published while no worker can join.
// Another worker is active, and does nothing.
func TestWokenAfterClosing(t *testing.T) {
	exploreWoken(t, "the closing bit", func(m *Marker, first *worker) {
		m.plan.Closes = true
		m.crew.Begin(false)
		m.crew.Join()
		m.crew.Shut()
		first.publish([]uint32{7})
		m.workers[1].scanner.(calledScanner).called.Receive()
		m.crew.Leave(false)
	})
}

// exploreWoken explores what worker 0 does, until worker 1 scans.
func exploreWoken(t *testing.T, what string, act func(m *Marker, first *worker)) {
	t.Helper()
	options := with(func(o *Options) { o.Grain, o.OverflowBlocks = 2, 1 })
	rep := interleave.Explore(func(w *interleave.World) func() {
		m, err := New(options)
		if err != nil {
			panic(err)
		}
		m.Pending = overflow.NewPending(64)
		s := calledScanner{called: interleave.MakeChan[struct{}](1)}
		w.Go("worker 0", func() {
			m.workers[1].reads(s)
			m.planShared(m.readsNothing())
			m.plan.Pace = policy.CallPace()
			m.crew.Reset()
			act(m, m.workers[0])
			m.crew.Leave(false)
			m.crew.Abort()
			m.crew.Drain()
			m.Close()
		})
		return func() {}
	}, bound(3))
	tagged.Passes(t, rep, "a worker that is woken after %s is clear", what)
	require.True(t, rep.Complete)
	t.Logf("| woken after %s is clear | 1 | %s | %d | %d |", what, boundOf(bound(3)), rep.Executions, rep.Longest)
}

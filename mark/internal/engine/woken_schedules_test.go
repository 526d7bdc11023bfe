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
			first := m.workers[0]
			first.setAlone(true)
			m.crew.Reset()
			m.crew.Begin(true)
			m.List.Publish([]uint32{7})
			first.endExclusive()
			s.called.Receive()
			m.crew.Leave(false)
			m.crew.Abort()
			m.crew.Drain()
			m.Close()
		})
		return func() {}
	}, bound(3))
	tagged.Passes(t, rep, "a worker that is woken after the exclusive bit is clear")
	require.True(t, rep.Complete)
	t.Logf("| woken after the bit is clear | 1 | %s | %d | %d |", boundOf(bound(3)), rep.Executions, rep.Longest)
}

//go:build interleave && !fullsize

package states

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// operation is one of a mutator's script: what a [Move] begins.
type operation struct {
	kind           Kind
	from, register int
}

func (o operation) carryOut(m *concurrent.Mutator) {
	to := concurrent.Nil
	if o.register >= 0 {
		to = m.Registers[o.register]
	}
	switch {
	case m.Registers[o.from] == concurrent.Nil: // in another schedule it may have loaded nil
	case o.kind == Drop:
		m.Drop(o.from)
	case o.kind == Load:
		m.Load(o.from, o.register)
	case o.kind == Begin:
		m.Store(o.from, to)
	}
}

// scripts are what the mutators do in a run.
func scripts(r Result, mutators int) [][]operation {
	all := make([][]operation, mutators)
	for _, m := range r.Run {
		if m.Who >= 0 && m.Kind != Barrier {
			all[m.Who] = append(all[m.Who], operation{m.Kind, m.From, m.Register})
		}
	}
	return all
}

// program marks the heap in which a run begins, while mutators carry out their scripts with a barrier. It fails where a
// reachable object is white in the end.
func program(first state, scripts [][]operation, how concurrent.Marking) interleave.Program {
	return func(w *interleave.World) func() {
		h := concurrent.NewHeap(len(scripts), first.field[:]...)
		w.Name("heap", h, nil)
		all := make([]*concurrent.Mutator, len(scripts))
		for id, script := range scripts {
			m := concurrent.NewMutator(h, id, &how, append([]concurrent.Ref{}, first.regs[id][:]...)...)
			all[id] = m
			w.Go(fmt.Sprint("mutator ", id), func() {
				for _, o := range script {
					o.carryOut(m)
				}
				m.Rest()
			})
		}
		w.Go("marker", func() { how.Mark(h) })
		return func() {
			for _, m := range all {
				for _, obj := range m.Registers {
					for ; obj != concurrent.Nil; obj = h.Field(obj) {
						if h.Colour(obj) == concurrent.White {
							w.Failf("%s is reachable, and white", name(obj))
						}
						if h.Field(obj) == obj {
							break
						}
					}
				}
			}
		}
	}
}

// TestSourceRepeatsEachLoss: what the search of states finds is a schedule of the source, with at most so many preemptions. And
// with the barrier that is safe there, or the scan, no schedule of these scripts loses anything.
func TestSourceRepeatsEachLoss(t *testing.T) {
	for _, c := range []struct {
		loses, safe Setup
		preemptions int
	}{
		{Setup{Barrier: concurrent.None}, Setup{Barrier: concurrent.Yuasa}, 2},
		{Setup{Barrier: concurrent.None, Rescan: true}, Setup{Barrier: concurrent.Dijkstra, Rescan: true}, 2},
		{Setup{Barrier: concurrent.Dijkstra, Scan: Mixed}, Setup{Barrier: concurrent.Dijkstra, Scan: Mixed, Rescan: true}, 2},
		{Setup{Barrier: concurrent.SteeleEarly, Rescan: true}, Setup{Barrier: concurrent.Steele, Rescan: true}, 2},
		{Setup{Barrier: concurrent.Yuasa, Scan: Mixed}, Setup{Barrier: concurrent.Yuasa, Scan: First}, 3},
		{Setup{Barrier: concurrent.YuasaSwap, Scan: Mixed}, Setup{Barrier: concurrent.Hybrid, Scan: Mixed}, 3},
	} {
		c.loses.Mutators = 1
		r := Search(c.loses)
		require.NotNil(t, r.Run)
		does := scripts(r, 1)
		explore := func(of Setup) interleave.Report {
			how := concurrent.Marking{Barrier: of.Barrier, Scan: of.Scan, Rescan: of.Rescan}
			return interleave.Explore(program(r.first, does, how), interleave.Options{Search: interleave.Bounded, Preemptions: c.preemptions})
		}
		lost := explore(c.loses)
		if assert.NotNil(t, lost.Failure, "%v %v", c.loses.Barrier, c.loses.Scan) {
			assert.Contains(t, lost.Failure.Error(), "is reachable, and white")
		}
		rep := explore(c.safe)
		tagged.Passes(t, rep, "%v, %v, against the script %v", c.safe.Barrier, c.safe.Scan, does)
		t.Logf("| %v, %v: loses after %d executions | %v, %v | %d | %d |", c.loses.Barrier, c.loses.Scan, lost.Executions, c.safe.Barrier, c.safe.Scan, rep.Executions, rep.Longest)
	}
}

// tornSchedule is the schedule of the search: a and b are the mutators, and c is the marker.
const tornSchedule = "a3b6c2b16a13bc11a6b5a2c10a4b4"

// TestSourceIsTorn: two mutators tear a barrier that reads and stores in two steps, where stacks are scanned one by one. The schedule
// was found by a search with two preemptions, which takes half a minute; with an exchange the same search finds nothing.
// HALFMARK_LONG=1 makes both searches.
func TestSourceIsTorn(t *testing.T) {
	first := state{all: 3, regs: [MostMutators][Registers]concurrent.Ref{{0, 1}, {1, 2}}}
	does := [][]operation{{{Begin, 1, -1}}, {{Begin, 0, 1}, {Drop, 1, 0}, {Load, 0, 1}}}
	with := func(b *concurrent.Barrier) interleave.Program {
		return program(first, does, concurrent.Marking{Barrier: b, Scan: First})
	}
	if os.Getenv("HALFMARK_LONG") == "" {
		require.NoError(t, interleave.Explore(with(concurrent.YuasaSwap), interleave.Options{Search: interleave.Bounded, Preemptions: 1}).Err())
		torn, err := interleave.Replay(with(concurrent.Yuasa), tornSchedule)
		require.NoError(t, err)
		require.ErrorContains(t, torn.Err, "B is reachable, and white")
		return
	}
	o := interleave.Options{Search: interleave.Bounded, Preemptions: 2}
	rep := interleave.Explore(with(concurrent.Yuasa), o)
	require.NotNil(t, rep.Failure)
	require.Equal(t, tornSchedule, rep.Failure.Schedule)
	tagged.Passes(t, interleave.Explore(with(concurrent.YuasaSwap), o), "yuasa-swap, two mutators, stacks first")
}

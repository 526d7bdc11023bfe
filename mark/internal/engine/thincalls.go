package engine

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// This file is speculation in a graph whose successors a callback computes. The marker has no
// cursors. Idle workers ask the callback for nodes that may be further along. It may be
// asked for nodes that are not reachable, and several times for a node.
//
// Invariants, besides those of speculate.go:
//
//	C1  Worker 0 does not speculate. Its goroutine is the caller's. If the callback ended
//	    it with runtime.Goexit, this could not be taken back.
//	C2  If the callback panics or calls runtime.Goexit for a speculator, or returns a
//	    successor that is no node, the mark goes on. It may never come to this node.
//	    After a panic or Goexit, this worker's cursors rest for the rest of the mark.
//	C3  A speculator looks before each call whether it shall stop, so a mark ends after
//	    one call at most for each speculator.

// askThin scans the newest grey node of a thin frontier.
func (w *worker) askThin() bool {
	m, gate := w.m, &w.m.callGate
	paid := m.hints.Harvests()
	gate.Round(!w.Solo.Ended(), w.Scanned, paid)
	if spell := w.stats.ExclusiveSpells + 1; w.spell != spell || gate.Wants() != w.Gate.Active() {
		w.spell = spell
		if w.Gate = policy.NeverSpeculates(); gate.Wants() {
			w.Gate = policy.AlwaysSpeculates()
			m.table.Start()
		}
		w.WantHelpers(gate.Wants()) // they may have parked while another worker was active
	}
	m.hints.Seed(w.Refs[w.Top-1])
	ok := w.scanner.thinRound(w, gate.Wants())
	if m.hints.Harvests() != paid {
		w.Solo.End() // there is something to share
	}
	return ok
}

// thinRound scans the newest grey node, and harvests if it is distinguished.
func (s *graphScanner) thinRound(w *worker, speculates bool) bool {
	w.Top--
	node := [1]uint32{w.Refs[w.Top]}
	if speculates {
		w.Harvest(kernel.PlainWords(w.m.Marks.Words()), node[0])
	}
	w.Batches++
	w.Scanned++
	w.successors = w.successors[:0]
	w.current = node[0]
	s.ask(w, node[0])
	w.ends[0] = len(w.successors)
	if speculates && len(w.successors) > 1 {
		s.judge(w)
	}
	s.grey(w, node[:])
	return true
}

// judge tells speculators which successors of a node are white.
func (s *graphScanner) judge(w *worker) {
	marks := kernel.PlainWords(w.m.Marks.Words())
	judge := w.Chains.Judge(uint64(len(w.successors)), len(w.successors))
	for field, to := range w.successors[:min(len(w.successors), kernel.SmallRefs)] {
		if to < s.nodes {
			judge.Field(field, marks[to/64].Load()>>(to%64)&1 == 0)
		}
	}
	judge.Done()
}

// foresee asks the callback for a cursor of this worker. It returns false if the worker shall
// stop: it is wanted no more, or the callback has panicked.
func (w *worker) foresee(node uint32) (successors []uint32, ok bool) {
	m := w.m
	if m.crew.Done() || !m.crew.Exclusive() || !m.hints.Wanted() {
		return nil, false
	}
	defer w.survive()
	w.foresees = true
	got := m.graphScanner.graph.AppendSuccessors(w.foreseen[:0], node)
	w.foresees = false
	if len(got) > cap(w.foreseen) {
		w.foreseen = make([]uint32, 0, 2*len(got)) // got may be the user's own memory
	}
	return got, true
}

// survive takes back a panic of the callback within foresee. After runtime.Goexit recover
// returns nil, and this goroutine ends, so foresees stays true: see guarded.
func (w *worker) survive() {
	if w.foresees {
		w.Chains.Stop()
		w.foresees = recover() == nil
	}
}

package sim

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// treeNode is a node in memory.
type treeNode struct {
	enables  []*treeNode
	executed int
}

// tree allocates the dag below v.
func tree(v node) *treeNode {
	first, second, enabled := v.execute()
	t := &treeNode{}
	if enabled > 0 {
		t.enables = append(t.enables, tree(first))
	}
	if enabled > 1 {
		t.enables = append(t.enables, tree(second))
	}
	return t
}

// once reports whether every node was executed once.
func (t *treeNode) once() bool {
	for _, e := range t.enables {
		if !e.once() {
			return false
		}
	}
	return t.executed == 1
}

func (t *treeNode) size() int {
	n := 1
	for _, e := range t.enables {
		n += e.size()
	}
	return n
}

// twin is the scheduler on nodes in memory, with deques that are two lists.
type twin struct {
	lowCost    bool
	processors []twinProcessor
	ready      int
	random     *rand.PCG
	result     DagResult
}

type twinProcessor struct {
	assigned        *treeNode
	targeted        bool
	public, private []*treeNode // oldest first
	used            bool        // something was public since popBottom last found nothing
}

func runTwin(o DagOptions, root *treeNode) DagResult {
	w := &twin{lowCost: o.Scheduler == LowCost, processors: make([]twinProcessor, o.Processors), ready: 1,
		random: rand.NewPCG(o.Seed, 0x646167), result: DagResult{Span: o.Depth}}
	w.processors[0].assigned = root
	for w.ready > 0 {
		w.step()
	}
	return w.result
}

func (w *twin) step() {
	r := &w.result
	r.Steps++
	var thieves []*twinProcessor
	for i := range w.processors {
		p := &w.processors[i]
		if p.targeted {
			p.targeted = false
			r.Fences++
			if len(p.private) > 0 {
				p.public, p.private, p.used = append(p.public, p.private[0]), p.private[1:], true
				r.Exposed++
			}
		}
		if p.assigned == nil {
			thieves = append(thieves, p)
		} else {
			w.execute(p)
		}
	}
	saw := make([]int, len(w.processors))
	for i := range w.processors {
		saw[i] = len(w.processors[i].public)
	}
	for _, p := range thieves {
		r.Attempts++
		r.Fences++
		high, _ := bits.Mul64(w.random.Uint64(), uint64(len(w.processors)))
		victim := &w.processors[high]
		if saw[high] == 0 {
			r.Empty++
			if w.lowCost {
				victim.targeted = true
				r.Notifications++
			}
			continue
		}
		r.CAS++
		if len(victim.public) < saw[high] {
			r.Aborted++
			continue
		}
		r.Steals++
		p.assigned, victim.public = victim.public[0], victim.public[1:]
	}
}

func (w *twin) execute(p *twinProcessor) {
	r := &w.result
	v := p.assigned
	v.executed++
	r.Work++
	w.ready += len(v.enables) - 1
	p.assigned = nil
	if len(v.enables) > 0 {
		p.assigned = v.enables[0]
	}
	if len(v.enables) == 2 {
		r.Pushes++
		if w.lowCost {
			p.private = append(p.private, v.enables[1])
		} else {
			p.public, p.used = append(p.public, v.enables[1]), true
			r.Fences++
		}
	}
	if p.assigned != nil {
		return
	}
	switch {
	case len(p.private) > 0:
		last := len(p.private) - 1
		p.assigned, p.private = p.private[last], p.private[:last]
	case len(p.public) > 0:
		last := len(p.public) - 1
		p.assigned, p.public = p.public[last], p.public[:last]
		r.Fences++
		if last == 0 {
			r.CAS++
			p.used = false
		}
	case p.used:
		r.Fences++
		p.used = false
	}
	if p.assigned != nil {
		r.Pops++
	}
}

// TestDagTwin: the same counts as the literal twin has, for every small depth and
// number of processors, and each node executed once.
func TestDagTwin(t *testing.T) {
	var sum DagResult
	check := func(o DagOptions) {
		all := tree(root(o.Shape, o.Depth, o.Seed))
		want := runTwin(o, all)
		got, err := Dag(o)
		require.NoError(t, err)
		require.Equal(t, want, got, "%+v", o)
		require.EqualValues(t, all.size(), got.Work)
		require.True(t, all.once(), "%+v", o)
		checkDag(t, o, &got)
		sum.CAS += got.CAS
		sum.Aborted += got.Aborted
		sum.Steals += got.Steals
		sum.Exposed += got.Exposed
	}
	seeds := uint64(5)
	if testing.Short() {
		seeds = 2
	}
	for _, scheduler := range []DagScheduler{Conventional, LowCost} {
		for seed := range seeds {
			for _, p := range []int{1, 2, 3, 4, 5, 8, 33} {
				for depth := 1; depth <= 9; depth++ {
					check(DagOptions{scheduler, Balanced, depth, p, seed})
				}
				for depth := 1; depth <= 100; depth += 9 {
					check(DagOptions{scheduler, Unbalanced, depth, p, seed})
				}
			}
		}
	}
	assert.Positive(t, sum.CAS)
	assert.Positive(t, sum.Steals)
	assert.Positive(t, sum.Exposed)
	assert.Positive(t, sum.Aborted)
}

// checkDag holds the numbered invariants against a result.
func checkDag(t *testing.T, o DagOptions, r *DagResult) {
	t.Helper()
	require.Equal(t, r.Steps*uint64(o.Processors), r.Work+r.Attempts)
	require.Equal(t, r.Attempts, r.Steals+r.Empty+r.Aborted)
	require.Equal(t, r.Pushes, r.Pops+r.Steals)
	require.LessOrEqual(t, r.Exposed, r.Notifications)
	if o.Scheduler == Conventional {
		require.Zero(t, r.Notifications)
		require.GreaterOrEqual(t, r.Fences, 2*r.Pushes-r.Steals)
	}
}

// listDeque is a node deque as two lists, oldest first.
type listDeque struct {
	public, private []int32
	used            bool // something was public since popBottom last left nothing
}

// take pops the newest, a private one if there is any.
func (l *listDeque) take() (v int32, ok bool, cost charge) {
	if last := len(l.private) - 1; last >= 0 {
		v, l.private = l.private[last], l.private[:last]
		return v, true, cost
	}
	if l.used {
		cost.fences = 1
	}
	if last := len(l.public) - 1; last >= 0 {
		v, l.public, ok = l.public[last], l.public[:last], true
		if last == 0 {
			cost.cas = 1
		}
	}
	l.used = len(l.public) > 0
	return v, ok, cost
}

// share makes the oldest private node public.
func (l *listDeque) share() bool {
	if len(l.private) == 0 {
		return false
	}
	l.public, l.private, l.used = append(l.public, l.private[0]), l.private[1:], true
	return true
}

// takeOf is listDeque.take of a node deque.
func takeOf(d *nodeDeque) (int32, bool, charge) {
	if v, ok := d.pop(); ok {
		return v.below, true, charge{}
	}
	v, ok, cost := d.popBottom()
	return v.below, ok, cost
}

// TestNodeDequeExhaustive: every sequence of nine operations on a deque agrees
// with two lists.
func TestNodeDequeExhaustive(t *testing.T) {
	length := 9
	if testing.Short() {
		length = 7
	}
	took, lost := 0, 0
	for program := range 1 << (2 * length) {
		var d nodeDeque
		var l listDeque
		for i := range length {
			same := true
			switch program >> (2 * i) & 3 {
			case 0:
				d.push(node{below: int32(i)})
				l.private = append(l.private, int32(i))
			case 1:
				same = d.updateBottom() == l.share()
			case 2:
				if d.shared() > 0 {
					same = d.popTop().below == l.public[0]
					l.public = l.public[1:]
				}
			case 3:
				v, ok, cost := takeOf(&d)
				want, there, charged := l.take()
				same = v == want && ok == there && cost == charged
				took += int(cost.cas)
				if !ok {
					lost += int(cost.fences)
				}
			}
			if !same || max(0, d.shared()) != len(l.public) {
				require.FailNow(t, "deque and lists differ", "program %0*b, operation %d: %+v, lists %+v", 2*length, program, i, d, l)
			}
		}
	}
	assert.Positive(t, took, "last nodes were taken")
	assert.Positive(t, lost, "deques were found stolen empty")
}

// printedPopBottom is algorithm 2, lines 38 to 61: privateBottom stays.
func printedPopBottom(d *nodeDeque) (node, bool) {
	before := d.private
	v, ok, _ := d.popBottom()
	if d.public > 0 {
		d.private = before
	}
	return v, ok
}

// TestPrintedPopBottom: the printed popBottom hands a node out twice, which ours
// does not.
func TestPrintedPopBottom(t *testing.T) {
	take := func(popBottom func(d *nodeDeque) (node, bool)) (taken []int32) {
		var d nodeDeque
		for v := range int32(2) {
			d.push(node{below: v})
			d.updateBottom()
		}
		for range 3 {
			v, ok := d.pop()
			if !ok {
				v, ok = popBottom(&d)
			}
			if ok {
				taken = append(taken, v.below)
			}
		}
		return taken
	}
	assert.Equal(t, []int32{1, 1, 0}, take(printedPopBottom))
	ours := take(func(d *nodeDeque) (node, bool) { v, ok, _ := d.popBottom(); return v, ok })
	assert.Equal(t, []int32{1, 0}, ours)
	assert.Len(t, slices.Compact(slices.Clone(ours)), 2)
}

package life

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// plainly are options under which a mark is always made, and asks once.
func plainly(_ *rand.Rand, o *mark.Options) {
	o.Tuning.Speculation, o.Tuning.Marking = tune.SpeculationOff, tune.MarkingAuto
}

// begin begins a life of small lists.
func begin(t *testing.T, p Plan) *Life {
	if p.Nodes[1] == 0 {
		p.Nodes = [2]int{8, 8}
	}
	p.Options = plainly
	l, err := Begin(rand.New(rand.NewPCG(1, 2)), p)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.End()) })
	return l
}

// TestWrongMarksAreSeen: the marker has no such defect to show, so the judge is asked about another graph
// than that which was marked.
func TestWrongMarksAreSeen(t *testing.T) {
	l := begin(t, Plan{Graphs: []string{"tree"}})
	for _, f := range []Form{AsHeap, AsMapped, AsHeapGraph, AsArrays} {
		s := l.subjects[0]
		require.NoError(t, l.markAs(s, f))
		good := s.edges
		s.edges = slices.Clone(good)
		s.edges[0] = s.edges[0][:1] // node 2 has no edge to it
		require.ErrorContains(t, l.markAs(s, f), "node 2: marked true, reachable false", f)
		s.edges = good

		roots := s.roots
		s.roots = nil
		if f == AsHeap || f == AsMapped { // their roots lie in the heap
			require.ErrorContains(t, l.markAs(s, f), "node 0: marked true, reachable false", f)
		}
		s.roots = roots
	}
	s := l.subjects[0]
	a := &attempt{subject: s, form: AsArrays, roots: s.roots}
	r, err := l.marker.MarkGraph(t.Context(), s.arrays, s.roots)
	require.NoError(t, err)
	all := s.reach(s.roots)
	none := make([]bool, len(all))
	require.NoError(t, a.same(r, all, all))
	require.ErrorContains(t, a.same(r, all, none), "the statistics say that 8 were marked, and these are 0")
	require.NoError(t, a.within(r, all))
	require.ErrorContains(t, a.within(r, none), "is marked, and is not reachable")
	a.fault = Cancelled
	require.ErrorContains(t, l.judge(a, r, nil), `the fault is "cancelled" at node 0, and there is no error`)
}

// TestWrongCallsAreSeen: a scan too many is an error, and so is one too few, and a call that goes on.
func TestWrongCallsAreSeen(t *testing.T) {
	l := begin(t, Plan{Graphs: []string{"tree"}})
	a := &attempt{subject: l.subjects[0], form: AsCall, roots: l.subjects[0].roots}
	require.NoError(t, l.try(a))
	fresh := a.reach(a.roots)
	require.NoError(t, a.user.judge(fresh))
	a.user.asked[1].Add(1)
	require.ErrorContains(t, a.user.judge(fresh), "node 1 was scanned 2 times")
	a.user.asked[1].Store(0)
	require.ErrorContains(t, a.user.judge(fresh), "node 1 is marked and was not scanned")
	require.NoError(t, a.user.judge(nil), "a mark that failed may not have come there")
	fresh[0] = false
	require.ErrorContains(t, a.user.judge(fresh), "node 0 was scanned, and this mark has not reached it")
	a.user.inside.Add(1)
	require.ErrorContains(t, l.judge(a, nil, nil), "the mark returned while 1 calls of user code ran")
}

// TestWrongErrorsAreSeen: a fault that is not the one expected is an error.
func TestWrongErrorsAreSeen(t *testing.T) {
	l := begin(t, Plan{Graphs: []string{"tree"}})
	a := &attempt{subject: l.subjects[0], form: AsCall, roots: l.subjects[0].roots, fault: PanicAt, value: "words"}
	var err error
	l.Around = func(marks func() (*mark.Result, error)) { _, err = marks() }
	require.NoError(t, l.try(a))
	require.NoError(t, l.judge(a, nil, err))
	for f := None; f <= Damage; f++ {
		a.fault = f
		if f != PanicAt {
			require.Error(t, l.judge(a, nil, err), faultNames[f])
		}
	}
	a.fault, a.value = PanicAt, 42
	require.ErrorContains(t, l.judge(a, nil, err), `the fault is "panics" at node 0, and the error: mark: AppendSuccessors of node 0 panicked`)
	require.Contains(t, l.String(), "mark tree as callback, panics at 0: mark: AppendSuccessors of node 0 panicked", "the story of the life")
}

// TestWrongDamageIsSeen: a damaged arena is searched as it is.
func TestWrongDamageIsSeen(t *testing.T) {
	l := begin(t, Plan{Graphs: []string{"tree"}})
	h := l.subjects[0].heap
	r, err := l.marker.MarkHeap(t.Context(), h)
	require.NoError(t, err)
	require.NoError(t, judgeDamage(h, &r.Result, nil))
	require.ErrorContains(t, judgeDamage(h, nil, errFault), "the damage leads nowhere beyond the arena, and yet")
	old := h.Roots()[0]
	h.Roots()[0] = heap.Nil
	require.ErrorContains(t, judgeDamage(h, &r.Result, nil), "8 objects were counted in a damaged arena")
	h.Roots()[0] = heap.Ref(h.Granules())
	require.ErrorContains(t, judgeDamage(h, &r.Result, nil), "the damage leads beyond the arena, and the mark says nothing")
	require.ErrorIs(t, judgeDamage(h, nil, errFault), errFault)
	h.Roots()[0] = old
}

// TestEveryFault: each fault happens where a plan wants it, and each family of graphs can be had.
func TestEveryFault(t *testing.T) {
	for f := None; f <= Damage; f++ {
		l := begin(t, Plan{Faults: []Fault{f}, Nodes: [2]int{50, 50}})
		if f == ProgressPanics {
			l.options.Progress = l.told.progress
		}
		if f == Stop {
			l.options.Until = l.told.until
		}
		failed := 0
		l.Around = func(marks func() (*mark.Result, error)) {
			if _, err := marks(); err != nil {
				failed++
			}
		}
		var err error
		l.marker.Close()
		l.marker, err = mark.New(l.options)
		require.NoError(t, err)
		for range 20 {
			require.NoError(t, l.Do(l.random, "fail"), faultNames[f])
		}
		if f != None {
			require.Contains(t, l.String(), ", "+faultNames[f]+" at ")
		}
		if f != None && f != NilRoot && f != Fickle && f != OwnMemory && f != Damage {
			require.Positive(t, failed, faultNames[f])
		}
	}
	require.Len(t, faultNames, int(Damage)+1)
	for name := range families {
		for _, nodes := range []int{1, 2, 3, 100} {
			l := begin(t, Plan{Graphs: []string{name}, Nodes: [2]int{nodes, nodes}})
			require.NoError(t, l.Do(l.random, "mark"), name)
			require.Contains(t, l.String(), "mark "+name)
		}
	}
}

// TestProcessors: a life leaves the number of processors as it was.
func TestProcessors(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	l, err := Begin(rand.New(rand.NewPCG(1, 1)), Plan{Processors: []int{before + 3}})
	require.NoError(t, err)
	require.Equal(t, before+3, runtime.GOMAXPROCS(0))
	require.NoError(t, l.End())
	require.Equal(t, before, runtime.GOMAXPROCS(0))
}

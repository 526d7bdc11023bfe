package engine

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// forced are the options with which workers speculate from the beginning. With owners of mark bits
// one worker would mark a small heap alone.
func forced(workers int) Options {
	return Options{Workers: workers, Tuning: tune.Tuning{Marking: tune.MarkingShared, Speculation: tune.SpeculationForce}}
}

// shuffledList builds a list of n objects in a random order, and garbage: that many lists of 100
// objects that lead into it.
func shuffledList(t testing.TB, n, garbage int, seed uint64) *heap.Heap {
	t.Helper()
	order := rand.New(rand.NewPCG(seed, 1)).Perm(n + 100*garbage)
	refs := make([]uint32, len(order))
	for i, x := range order {
		switch {
		case i == n-1:
			refs[x] = heap.NoObject
		case i >= n && i%100 == 99:
			refs[x] = uint32(order[i%n])
		default:
			refs[x] = uint32(order[(i+1)%len(order)])
		}
	}
	var b heap.Builder
	for _, to := range refs {
		b.Add(0, to)
	}
	b.Root(uint32(order[0]))
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// stage is a scanner and a source that call a test while they work.
type stage struct {
	*memoryScanner
	m      *Marker
	chunk  func()                                 // before a chunk of the roots
	round  func(n int)                            // before each round of the marker: n is how many there were
	cursor func(c *chain.Cursors, lone bool) bool // before each round of cursors; returns false for a round that does nothing
	rounds int
}

func (s *stage) scanChunk(w *worker, c chunk) {
	if s.chunk != nil {
		s.chunk()
	}
	s.memoryScanner.scanChunk(w, c)
}

func (s *stage) thinRound(w *worker, speculates bool) bool {
	s.rounds++
	if s.round != nil {
		s.round(s.rounds)
	}
	return s.memoryScanner.thinRound(w, speculates)
}

func (s *stage) Cursors() chain.Source { return &staged{&s.m.arena.Heap, s} }

type staged struct {
	*chain.Heap
	stage *stage
}

func (s *staged) Round(c *chain.Cursors) {
	if s.stage.cursor == nil || s.stage.cursor(c, c == s.stage.m.workers[0].Chains) {
		s.Heap.Round(c)
	}
}

// on marks h as MarkHeap does, on the stage.
func (s *stage) on(ctx context.Context, m *Marker, h *heap.Heap) (*HeapResult, error) {
	if err := m.Acquire(); err != nil {
		return nil, err
	}
	defer m.Release()
	m.prepare(ctx, h.Granules())
	m.reads(h)
	s.memoryScanner, s.m, s.rounds = &m.memoryScanner, m, 0
	m.Marks.Words()[0].Or(1)
	m.run(s, len(h.Roots()))
	m.Marks.Words()[0].And(^uint64(1))
	return m.found(true, m.finish())
}

// compare demands that the result is what a plain search reaches.
func compare(t testing.TB, h *heap.Heap, r *HeapResult, err error, what ...any) stats.Worker {
	t.Helper()
	require.NoError(t, err, what...)
	want, err := heap.Reachable(h)
	require.NoError(t, err)
	require.NoError(t, r.Marks.Compare(want), what...)
	return r.Stats.Sum()
}

// setUp prepares a mark of h, and lets worker 1 run so many rounds of cursors.
func setUp(t *testing.T, m *Marker, h *heap.Heap, rounds int) {
	t.Helper()
	m.prepare(t.Context(), h.Granules())
	m.reads(h)
	m.decide(&m.memoryScanner)
	m.gather()
	m.prepareSpeculation(&m.memoryScanner)
	m.table.Start()
	runCursors(m, h, rounds)
}

// runCursors lets worker 1 run so many rounds of cursors. Before each of them the marker seems to
// have passed another object.
func runCursors(m *Marker, h *heap.Heap, rounds int) {
	var objects []heap.Ref
	for _, obj := range h.Objects() {
		objects = append(objects, obj)
	}
	for i := range rounds {
		m.hints.Seed(uint32(objects[i*7919%len(objects)]))
		m.workers[1].Chains.Refresh()
		m.workers[1].Chains.Round()
	}
}

// first returns what the first field of an object leads to.
func first(h *heap.Heap, x heap.Ref) heap.Ref {
	for _, to := range h.Refs(x) {
		return to
	}
	return heap.Nil
}

// I2: cursors that run all over a heap set no mark bit and push nothing.
func TestSpeculationMarksNothing(t *testing.T) {
	m, _ := policyMarker(t, forced(2))
	h := shuffledList(t, 5000, 20, 1)
	setUp(t, m, h, 5000)
	require.Greater(t, m.workers[1].Chains.Visited, uint64(2000))
	require.Zero(t, m.Marks.Count())
	for _, w := range m.workers {
		require.Zero(t, w.Size())
		require.Zero(t, w.Deque.Len())
	}
	require.True(t, m.List.Empty())
	require.True(t, m.Pending.Empty())
}

// Speculators read no mark bits: they do the same whatever is marked.
func TestSpeculatorsReadNoMarks(t *testing.T) {
	h := shuffledList(t, 2000, 20, 1)
	var counts [2]chain.Counts
	for i := range counts {
		m, _ := policyMarker(t, forced(2))
		setUp(t, m, h, 0)
		for _, obj := range h.Objects() {
			if i == 1 {
				m.Marks.TestAndSet(obj)
			}
		}
		runCursors(m, h, 3000)
		counts[i] = m.workers[1].Chains.Counts
	}
	require.Equal(t, counts[0], counts[1])
	require.Greater(t, counts[0].Visited, uint64(2000))
}

// A frontier is thin only for the holder of the exclusive bit, who marks with plain stores: with one
// to sixteen grey objects, none of them in a batch, and a grain of more than 1.
func TestThin(t *testing.T) {
	for _, grain := range []int{1, 2, 64} {
		m, w := policyMarker(t, Options{Workers: 2, Grain: grain})
		m.prepare(t.Context(), 1<<10)
		for size := range policy.ThinRefs + 2 {
			w.Bottom, w.Top = 5, 5+size
			for _, alone := range []bool{false, true} {
				w.setAlone(alone)
				require.Equal(t, alone && size > 0 && size <= policy.ThinRefs && grain > 1, w.IsThin(), "%d grey, grain %d", size, grain)
			}
		}
		w.Bottom, w.Top = 5, 6
		w.setAlone(true)
		fly(w, []uint32{1})
		require.False(t, w.IsThin(), "a batch is on its way")
		land(w)
	}
}

// A mark of a heap whose root leads to nothing marks the root, whatever cursors found before.
func TestNothingIsReached(t *testing.T) {
	m, _ := policyMarker(t, forced(2))
	var b heap.Builder
	b.Root(b.Add(0, heap.NoObject))
	for i := range 1000 {
		b.Add(0, uint32(1+(i+1)%1000))
	}
	h, err := b.Build()
	require.NoError(t, err)
	s := &stage{round: func(int) {
		c := m.workers[0].Chains
		for range 2000 {
			c.Refresh()
			c.Round()
		}
	}}
	r, err := s.on(t.Context(), m, h)
	sum := compare(t, h, r, err)
	require.EqualValues(t, 1, r.Count())
	require.Positive(t, sum.CursorsStarted)
	require.Zero(t, sum.Harvests)
}

// A harvest marks distinguished objects that the first one leads to, and pushes the same ones. It
// stops when the stack is as high as it may be between two batches. It need not make
// room, which could clear the exclusive bit.
func TestHarvest(t *testing.T) {
	for _, room := range []int{stackHigh, 7, 3, 1, 0} {
		m, w := policyMarker(t, forced(2))
		h := shuffledList(t, 20_000, 0, 2)
		setUp(t, m, h, 20_000)
		m.crew.Reset()
		m.crew.Begin(true)
		w.setAlone(true)
		w.Marked = uint64(m.plan.Pace.Found) // it is worth waking another worker
		m.Marks.Words()[0].Or(1)

		x := h.Roots()[0]
		for !m.table.Distinguished(uint32(x)) {
			x = first(h, x)
		}
		m.Marks.TestAndSet(x)
		if room < stackHigh {
			for w.Top < stackHigh-room {
				w.Refs[w.Top] = uint32(x)
				w.Top++
			}
		}
		before := w.Top
		w.Harvest(kernel.PlainWords(m.Marks.Words()), uint32(x))
		found := w.Refs[before:w.Top]
		if room < stackHigh {
			require.Len(t, found, room)
		} else {
			require.Greater(t, len(found), 50)
		}
		require.LessOrEqual(t, w.Top, stackHigh)
		require.True(t, w.Alone)
		require.True(t, m.crew.Exclusive(), "the bit was lost")
		require.Zero(t, w.Deque.Len())
		require.EqualValues(t, len(found), w.ObjectsHarvested)
		require.EqualValues(t, 2+len(found), m.Marks.Count(), "nil, x, and those found")
		next := x
		for _, y := range found { // in the order of the list
			for next = first(h, next); uint32(next) != y; next = first(h, next) {
				require.NotEqual(t, heap.Nil, next, "%d leads to no %d", x, y)
			}
			require.True(t, m.Marks.Has(next))
		}
		m.crew.Abort()
		m.crew.Drain()
	}
}

// A harvest stops at an object that is marked already.
func TestHarvestStopsAtMarkedObjects(t *testing.T) {
	m, w := policyMarker(t, forced(2))
	h := shuffledList(t, 20_000, 0, 2)
	setUp(t, m, h, 20_000)
	var all []heap.Ref
	for x := h.Roots()[0]; x != heap.Nil; x = first(h, x) {
		if m.table.Distinguished(uint32(x)) {
			all = append(all, x)
		}
	}
	w.setAlone(true)
	m.Marks.TestAndSet(all[0])
	m.Marks.TestAndSet(all[3])
	w.Harvest(kernel.PlainWords(m.Marks.Words()), uint32(all[0]))
	require.Equal(t, []uint32{uint32(all[1]), uint32(all[2])}, w.Refs[:w.Top])
	w.Harvest(kernel.PlainWords(m.Marks.Words()), uint32(all[0])) // the entries have ended
	require.Equal(t, 2, w.Top)
	require.EqualValues(t, 1, w.Harvests)
}

// A speculator stops when the mark is over, when no worker holds the exclusive bit, and when it
// is not wanted, after the round that it is in (S1). It does not begin then, either, and not if
// there are enough.
func TestSpeculatorsStop(t *testing.T) {
	for name, stop := range map[string]func(m *Marker){
		"done":                   func(m *Marker) { m.crew.Abort() },
		"done, the bit is clear": func(m *Marker) { m.crew.Clear(); m.crew.Abort() },
		"the bit is clear":       func(m *Marker) { m.crew.Clear() },
		"not wanted":             func(m *Marker) { m.hints.Want(false) },
	} {
		m, _ := policyMarker(t, forced(2))
		h := shuffledList(t, 1000, 0, 3)
		setUp(t, m, h, 0)
		rounds := 0
		s := &stage{memoryScanner: &m.memoryScanner, m: m, cursor: func(*chain.Cursors, bool) bool {
			if rounds++; rounds == 10 {
				stop(m)
			}
			if rounds > 100 {
				m.hints.Want(false)
			}
			return false
		}}
		w := m.workers[1]
		w.Chains.Begin(s.Cursors())
		m.crew.Reset()
		m.crew.Begin(true)

		require.False(t, w.Speculate(), "nobody wants it")
		m.hints.Want(true)
		require.True(t, m.hints.Enlist(1))
		require.False(t, w.Speculate(), "there is one already")
		m.hints.Discharge()
		require.Zero(t, rounds)
		require.True(t, w.Speculate())
		require.Equal(t, 10, rounds, name)
		require.Zero(t, m.hints.Enlisted(), name)
		require.False(t, w.Speculate(), name)
		require.Equal(t, 10, rounds, name)
		m.crew.Abort()
	}
}

// I4: a table in which hardly anything has room loses nothing.
func TestSmallTables(t *testing.T) {
	harvests := uint64(0)
	for _, workers := range []int{1, 2, 3} {
		m, _ := policyMarker(t, forced(workers))
		for seed := range uint64(5) {
			h := shuffledList(t, 3000, 10, seed)
			s := &stage{chunk: func() { m.table.Fit(64, true) }} // 16 words, 8 objects for each distinguished one
			r, err := s.on(t.Context(), m, h)
			harvests += compare(t, h, r, err, "%d workers, seed %d", workers, seed).Harvests
			require.EqualValues(t, 8, m.table.Spacing())
		}
	}
	require.Positive(t, harvests)
}

// Speculators alone find shortcuts: the marker's own cursors do nothing here. The marker waits until
// a speculator has made some rounds.
func TestSpeculatorsFindShortcuts(t *testing.T) {
	for _, workers := range []int{2, 3, 5} {
		for _, idle := range []tune.IdlePolicy{tune.IdlePark, tune.IdleYield, tune.IdleSpin} {
			o := forced(workers)
			o.Tuning.Idle = idle
			m, _ := policyMarker(t, o)
			h := shuffledList(t, 20_000, 10, 4)
			var others atomic.Int64
			s := &stage{
				round: func(n int) {
					for n == 200 && others.Load() < 100 {
						m.workers[0].GiveWay()
					}
				},
				cursor: func(_ *chain.Cursors, lone bool) bool {
					if !lone {
						others.Add(1)
					}
					return !lone
				},
			}
			harvests := uint64(0)
			for tries := 0; harvests == 0; tries++ {
				require.Less(t, tries, 200, "no speculator was any good")
				others.Store(0)
				r, err := s.on(t.Context(), m, h)
				sum := compare(t, h, r, err)
				harvests = sum.Harvests
				require.Zero(t, r.Stats.Workers[0].CursorsStarted)
				require.Positive(t, sum.CursorRounds-r.Stats.Workers[0].CursorRounds)
				require.Zero(t, m.hints.Enlisted(), "a speculator has outlived the mark")
			}
		}
	}
}

// A mark that is cancelled while the marker chases, or while a speculator runs, ends with an
// error and a part of what is reachable. The next mark is right.
func TestCancelledWhileSpeculating(t *testing.T) {
	h := shuffledList(t, 5000, 10, 5)
	want, err := heap.Reachable(h)
	require.NoError(t, err)
	for _, workers := range []int{1, 2, 3} {
		m, _ := policyMarker(t, forced(workers))
		for at := 1; at < 400; at += 1 + at/3 {
			for _, bySpeculator := range []bool{false, true} {
				if bySpeculator && workers == 1 {
					continue
				}
				ctx, cancel := context.WithCancel(t.Context())
				var others atomic.Int64
				s := &stage{
					round: func(n int) {
						if !bySpeculator && n == at {
							cancel()
						}
						for bySpeculator && n == 100 && ctx.Err() == nil {
							m.workers[0].GiveWay()
						}
					},
					cursor: func(_ *chain.Cursors, lone bool) bool {
						if !lone && others.Add(1) == int64(min(at, 50)) && bySpeculator {
							cancel()
						}
						return true
					},
				}
				r, err := s.on(ctx, m, h)
				if ctx.Err() == nil && workers > 1 && at > 100 {
					require.NoError(t, err, "speculators have left so few rounds to the marker")
					cancel()
					continue
				}
				cancel()
				require.ErrorIs(t, err, context.Canceled, "%d workers, at round %d", workers, at)
				require.Less(t, r.Count(), want.Count)
				for _, obj := range h.Objects() {
					require.False(t, r.Marks.Has(obj) && !want.Has(obj), "garbage is marked")
				}
				require.Zero(t, m.hints.Enlisted())
			}
			r, err := m.MarkHeap(t.Context(), h)
			compare(t, h, r, err)
		}
	}
}

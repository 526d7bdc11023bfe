package mark_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/record"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// speculating are markers that speculate from the beginning: alone and with speculators, with mark
// bits that have owners where auto says so, and with bits that all share.
func speculating() (all []mark.Options) {
	for _, workers := range []int{1, 2, 3, 5} {
		for _, marking := range []tune.Marking{tune.MarkingAuto, tune.MarkingShared} {
			for _, grain := range []int{2, 64} {
				idle := []tune.IdlePolicy{tune.IdlePark, tune.IdleYield}[grain/64]
				all = append(all, mark.Options{Workers: workers, Grain: grain, OverflowBlocks: smallPool, Tuning: tune.Tuning{Marking: marking, Idle: idle, Speculation: tune.SpeculationForce}})
			}
		}
	}
	return all
}

// chained builds the graph in which each edge is a list of that many objects, in a random order.
// The first node is the root.
func chained(t testing.TB, edges [][]uint32, objects int, random *rand.Rand) *heap.Heap {
	t.Helper()
	refs := make([][]uint32, len(edges))
	for from, successors := range edges {
		for _, to := range successors {
			first := uint32(len(refs))
			refs[from] = append(refs[from], first)
			for range objects {
				refs = append(refs, []uint32{uint32(len(refs) + 1)})
			}
			refs[len(refs)-1][0] = to
		}
	}
	place := random.Perm(len(refs))
	shuffled := make([][]uint32, len(refs))
	for i, r := range refs {
		for _, to := range r {
			shuffled[place[i]] = append(shuffled[place[i]], uint32(place[to]))
		}
	}
	b := heap.NewBuilder(len(refs), len(refs))
	for _, r := range shuffled {
		b.Add(0, r...)
	}
	b.Root(uint32(place[0]))
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// Every rooted digraph of up to 3 nodes, each edge of which is a list of 100 objects: loops, lists
// that meet, garbage that leads to what is live. Each marker must have harvested. With several workers
// a marker has every third graph, and a graph every third marker.
func TestEverySmallGraphOfLists(t *testing.T) { requireGraphsOfLists(t, 3) }

// The same with every graph for every marker.
func TestSlowEverySmallGraphOfLists(t *testing.T) {
	tagged.Slow(t)
	requireGraphsOfLists(t, 1)
}

func requireGraphsOfLists(t *testing.T, every int) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 1))
	var heaps []*heap.Heap
	for n := 1; n <= 3; n++ {
		for matrix := range 1 << (n * n) {
			if n == 3 && (testing.Short() || raced) && matrix%32 != 21 {
				continue
			}
			edges := make([][]uint32, n)
			for i := range n * n {
				if matrix>>i&1 == 1 {
					edges[i/n] = append(edges[i/n], uint32(i%n))
				}
			}
			heaps = append(heaps, chained(t, edges, 100, random))
		}
	}
	var want []*heap.Reached
	for _, h := range heaps {
		want = append(want, reached(t, h))
	}
	for k, o := range speculating() {
		m := newMarker(t, o)
		var sum stats.Worker
		marks := 0
		for i, h := range heaps {
			if o.Workers > 1 && (i+k)%every > 0 {
				continue
			}
			marks++
			s := requireReached(t, m, h, want[i]).Stats.Sum()
			sum.Harvests += s.Harvests
			sum.ObjectsHarvested += s.ObjectsHarvested
		}
		require.Greater(t, sum.Harvests, uint64(marks/20), describe(o))
		require.GreaterOrEqual(t, sum.ObjectsHarvested, sum.Harvests)
	}
}

// Random heaps of all kinds with the same marker: lists of one and more fields, doubly linked, lists
// that merge, thin and wide graphs. Each marker must have harvested.
func TestForcedSpeculation(t *testing.T) {
	seeds := uint64(16)
	if testing.Short() || raced {
		seeds = 8
	}
	var heaps []*heap.Heap
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 2))
		n := 1 + random.IntN(4000)
		order := random.Perm(n)
		refs := make([][]uint32, n)
		for i, x := range order {
			next, prev := uint32(heap.NoObject), uint32(heap.NoObject)
			if i+1 < n {
				next = uint32(order[i+1])
			}
			if i > 0 {
				prev = uint32(order[i-1])
			}
			leaf := uint32(n + x%7)
			refs[x] = [][]uint32{{next}, {prev, next}, {leaf, next}, {next, heap.NoObject, leaf, prev}}[seed%4]
			if random.IntN(50) == 0 { // another list, or a shortcut
				refs[x][random.IntN(len(refs[x]))] = random.Uint32N(uint32(n))
			}
		}
		b := heap.NewBuilder(n+7, n)
		for _, r := range refs {
			b.Add(0, r...)
		}
		for range 7 {
			b.Add(0)
		}
		for i := range 1 + seed%3 {
			b.Root(uint32(order[int(i)*n/3]))
		}
		h, err := b.Build()
		require.NoError(t, err)
		heaps = append(heaps, h, randomHeap(t, n, 1+int(seed%4), 1, seed))
	}
	for _, o := range speculating() {
		m, harvests := newMarker(t, o), uint64(0)
		for i, h := range heaps {
			r := requireOracle(t, m, h)
			harvests += r.Stats.Sum().Harvests
			require.LessOrEqual(t, r.Stats.Sum().CursorRoundsWasted, r.Stats.Sum().CursorRounds, "heap %d", i)
		}
		require.Positive(t, harvests, describe(o))
	}
}

// halves builds two lists of n objects each: objects 2i and 2i+1 are number i of them. The root is
// the first object of one. The other is garbage. Each list ends after that many objects, and the
// rest of it is garbage as well, without references.
func halves(t testing.TB, n, root int, lengths ...int) *heap.Heap {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 3)) // the same places in each heap
	places := [2][]int{random.Perm(n), random.Perm(n)}
	next := make([]uint32, 2*n)
	for half, order := range places {
		for i, x := range order {
			next[2*x+half] = heap.NoObject
			if i+1 < lengths[half] {
				next[2*x+half] = uint32(2*order[i+1] + half)
			}
		}
	}
	b := heap.NewBuilder(2*n, 2*n)
	for _, to := range next {
		b.Add(0, to)
	}
	b.Root(uint32(2*places[root][0] + root))
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

// The finds of cursors in one heap are not believed in the next. In the first heap the second list
// is garbage, so the marker does not end its entries. In the second heap this list is live, and
// ends half way. An old entry would lead on into garbage.
func TestShortcutsOfAnotherHeap(t *testing.T) {
	const n = 3000
	first, second := halves(t, n, 0, n, n), halves(t, n, 1, n, n/2)
	small := halves(t, 100, 0, 100, 100)
	between := map[string]func(m *mark.Marker){
		"nothing":      func(*mark.Marker) {},
		"a small heap": func(m *mark.Marker) { requireOracle(t, m, small) },
		"a graph": func(m *mark.Marker) {
			_, err := m.MarkGraph(t.Context(), ring(10), []uint32{0})
			require.NoError(t, err)
		},
		"a cancelled mark": func(m *mark.Marker) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			_, err := m.MarkHeap(ctx, first)
			require.ErrorIs(t, err, context.Canceled)
		},
	}
	for _, workers := range []int{1, 2} {
		for name, do := range between {
			m := newMarker(t, mark.Options{Workers: workers, Tuning: tune.Tuning{Marking: tune.MarkingShared, Speculation: tune.SpeculationForce}})
			for range 3 {
				require.Positive(t, requireOracle(t, m, first).Stats.Sum().Harvests, name)
				do(m)
				require.Positive(t, requireOracle(t, m, second).Stats.Sum().Harvests, name)
			}
		}
	}
}

// A damaged arena gives an error or a wrong count, also while cursors walk it. Damage in garbage is
// never reported: cursors may see it, and the marker does not.
func TestDamagedArenaWithCursors(t *testing.T) { requireSafeCursors(t, 37) }

// The same for more bytes.
func TestSlowDamagedArenaWithCursors(t *testing.T) {
	tagged.Slow(t)
	requireSafeCursors(t, 19)
}

// requireSafeCursors damages one byte in so many.
func requireSafeCursors(t *testing.T, step int) {
	if raced || testing.Short() {
		step = 61
	}
	for _, workers := range []int{1, 3} {
		m := newMarker(t, mark.Options{Workers: workers, Tuning: tune.Tuning{Marking: tune.MarkingShared, Speculation: tune.SpeculationForce}})
		h := halves(t, 400, 0, 400, 400)
		want, err := heap.Reachable(h)
		require.NoError(t, err)
		live := map[uint64]bool{}
		for _, obj := range h.Objects() {
			live[uint64(obj)] = want.Has(obj)
		}
		arena, failed, cursors := h.Arena(), 0, uint64(0)
		for at := 8; at < len(arena); at += step {
			old, object := arena[at], uint64(at/16)*2+1 // objects have two granules, from granule 1 on
			if at%16 < 8 {
				object -= 2
			}
			isLive, ok := live[object]
			require.True(t, ok, "granule %d", object)
			for _, bit := range []byte{1, 0x10, 0x80} {
				arena[at] = old ^ bit
				r, err := m.MarkHeap(t.Context(), h)
				cursors += r.Stats.Sum().CursorsStarted
				switch {
				case !isLive:
					require.NoError(t, err, "byte %d of garbage was reported", at)
					require.NoError(t, r.Marks.Compare(want))
				case err != nil:
					require.NotContains(t, err.Error(), "conservation")
					failed++
				}
			}
			arena[at] = old
		}
		require.Positive(t, failed)
		require.Positive(t, cursors)
		requireOracle(t, m, h)
	}
}

// No worker speculates where it must not: without being asked, with grain 1, in a file, while a floor
// is recorded, and in a heap of 2.5 MiB or less unless it is forced. In a large list it does.
func TestWhoSpeculates(t *testing.T) {
	rounds := func(ctx context.Context, h *heap.Heap, o mark.Options) uint64 {
		r, err := newMarker(t, o).MarkHeap(ctx, h)
		require.NoError(t, err)
		s := r.Stats.Sum()
		require.True(t, s.CursorRounds > 0 || s.CursorsStarted == 0 && s.Harvests == 0 && s.Trial == 0)
		return s.CursorRounds
	}
	const largest = 5<<19/16 - 1 // of objects of 16 bytes, and granule 0
	const live = 60_000          // the rest of a list is garbage
	small, large := halves(t, largest/2, 0, live, live), halves(t, largest, 0, live, live)
	require.LessOrEqual(t, len(small.Arena()), 5<<19)
	for _, workers := range []int{1, 2} {
		for _, s := range tune.Speculations() {
			o := mark.Options{Workers: workers, OverflowBlocks: smallPool, Tuning: tune.Tuning{Speculation: s}}
			force, off := s == tune.SpeculationForce, s == tune.SpeculationOff
			require.Equal(t, force, rounds(t.Context(), small, o) > 0, "%v in a small heap", s)
			require.Equal(t, !off, rounds(t.Context(), large, o) > 0, "%v in a large heap", s)
			if o.Grain = 1; !force { // with force it is an error
				require.Zero(t, rounds(t.Context(), large, o), "%v with grain 1", s)
			}
		}
		o := mark.Options{Workers: workers, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}}
		recorded := 0
		ctx := record.With(t.Context(), func(batch []uint32) { recorded += len(batch) })
		require.Zero(t, rounds(ctx, small, mark.Options{Workers: 1, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}}))
		require.Positive(t, recorded)

		path := filepath.Join(t.TempDir(), "list.heap")
		file, err := os.Create(path)
		require.NoError(t, err)
		require.NoError(t, heap.WriteSnapshot(file, small))
		require.NoError(t, file.Close())
		s, err := heap.OpenSnapshot(path)
		require.NoError(t, err)
		if s.Heap().Mapped() {
			require.Zero(t, rounds(t.Context(), s.Heap(), o), "in a file")
		}
		require.NoError(t, s.Close())
	}
}

// The second mark of a heap allocates nothing. The table counts as the marker's memory.
func TestSpeculationAllocatesNothing(t *testing.T) {
	if raced {
		t.Skip("the race detector's own work is not the marker's")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	h := halves(t, 5000, 0, 5000, 5000)
	for _, workers := range []int{1, 2} {
		bytes := map[tune.Speculation]int64{}
		for _, s := range []tune.Speculation{tune.SpeculationOff, tune.SpeculationForce} {
			m := newMarker(t, mark.Options{Workers: workers, Tuning: tune.Tuning{Marking: tune.MarkingShared, Speculation: s}})
			require.Zero(t, leastMallocs(t, m, h), "%v", s)
			r := requireOracle(t, m, h)
			bytes[s] = r.Stats.MarkerBytes
			require.Equal(t, s == tune.SpeculationForce, r.Stats.Sum().Harvests > 0)
		}
		table := bytes[tune.SpeculationForce] - bytes[tune.SpeculationOff]
		require.GreaterOrEqual(t, table, int64(len(h.Arena())/8/64*8), "a word for each distinguished object")
		require.LessOrEqual(t, table, int64(1<<20))
	}
}

// Close ends speculators, too, at once after a mark.
func TestSpeculatorsAreGone(t *testing.T) {
	before := runtime.NumGoroutine()
	h := halves(t, 20_000, 0, 20_000, 20_000)
	for workers := 1; workers <= 5; workers++ {
		for _, cancelled := range []bool{false, true} {
			m, err := mark.New(mark.Options{Workers: workers, Tuning: tune.Tuning{Marking: tune.MarkingShared, Speculation: tune.SpeculationForce}})
			require.NoError(t, err)
			ctx, cancel := context.WithCancel(t.Context())
			if cancelled {
				cancel()
			}
			_, err = m.MarkHeap(ctx, h)
			require.Equal(t, cancelled, err != nil, fmt.Sprint(err))
			cancel()
			m.Close()
		}
	}
	requireGoroutines(t, before)
}

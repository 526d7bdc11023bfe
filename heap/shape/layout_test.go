package shape

import (
	"runtime"
	"testing"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

func TestParseLayout(t *testing.T) {
	for i, l := range Layouts() {
		assert.Equal(t, Layout(i), l)
		parsed, err := ParseLayout(l.String())
		require.NoError(t, err)
		assert.Equal(t, l, parsed)
	}
	for _, s := range []string{"", "ALLOC", "random"} {
		_, err := ParseLayout(s)
		require.ErrorContains(t, err, "alloc, shuffled, bfs")
	}
	assert.Equal(t, "Layout(9)", Layout(9).String())
	assert.Equal(t, "Layout(3)", Layout(len(Layouts())).String())
}

// TestBFSOrder: under bfs, distances from the roots never fall with address.
func TestBFSOrder(t *testing.T) {
	for _, s := range Shapes() {
		g := build(t, s.Name, Params{1000, 1, BFS})
		ranks := g.liveRanks()
		distance := distances(g)
		for k := 1; k < len(ranks); k++ {
			if distance[ranks[k-1]] > distance[ranks[k]] {
				t.Fatalf("%s: live object %d is nearer than the one before", s.Name, k)
			}
		}
	}
}

// TestBuildTakesLittle: beside the arena a heap takes what BuildBytes says. The memory
// allocated in all bounds the memory held at once. Each shape is built in BFS, which takes
// most, and without -short in one of the other two.
func TestBuildTakesLittle(t *testing.T) { buildTakesLittle(t, false) }

// TestSlowBuildTakesLittle takes all layouts.
func TestSlowBuildTakesLittle(t *testing.T) {
	tagged.Slow(t)
	buildTakesLittle(t, true)
}

func buildTakesLittle(t *testing.T, every bool) {
	const n = 80_000 // of fewer, the largest hub of rmat takes much
	for i, s := range Shapes() {
		for k, layout := range Layouts() {
			if layout != BFS && !every && (testing.Short() || k != i%2) {
				continue
			}
			p := Params{n, 1, layout}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			h, err := s.Build(p)
			runtime.ReadMemStats(&after)
			require.NoError(t, err)
			arena := uint64(len(h.Arena()))
			taken := after.TotalAlloc - before.TotalAlloc
			assert.GreaterOrEqual(t, taken, arena, "%s %v", s.Name, layout)
			assert.LessOrEqual(t, taken, arena+s.BuildBytes(p, arena)+64<<10, "%s %v: %.1f bytes for each object, %d of arena", s.Name, layout, float64(taken-arena)/n, arena/n)
		}
	}
}

// TestBuildIsWatched: every phase is told, and numbers of objects grow to nearly all. It takes a
// quarter of a million live objects for each of them.
func TestBuildIsWatched(t *testing.T) {
	for layout, want := range map[Layout][]string{
		Alloc:    {"preparing", "sizes of objects", "references"},
		Shuffled: {"preparing", "sizes of objects", "random order", "references"},
		BFS:      {"preparing", "sizes of objects", "references", "breadth-first order", "references"},
	} {
		if testing.Short() && layout != BFS {
			continue
		}
		var phases []string
		last, objects := uint64(0), uint64(360_000)
		if layout == Alloc {
			objects = 750_000
		}
		_, err := tree.BuildWatched(Params{objects, 1, layout}, func(phase string, done, all uint64) {
			if len(phases) == 0 || phases[len(phases)-1] != phase {
				phases, last = append(phases, phase), 0
			}
			if all > 0 {
				assert.Equal(t, objects, all)
				assert.Greater(t, done, last)
				last = done
			}
		})
		require.NoError(t, err)
		assert.Equal(t, want, phases)
		assert.GreaterOrEqual(t, last, objects/10*6)
	}
}

// distances returns each live object's distance from the nearest root, by
// relaxing references until nothing changes.
func distances(g *graph) []int {
	const far = 1 << 30
	d := make([]int, len(g.refs))
	roots := map[heap.Ref]bool{}
	for _, r := range g.h.Roots() {
		roots[r] = true
	}
	for rank, obj := range g.h.Objects() {
		if d[rank] = far; roots[obj] {
			d[rank] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for i, refs := range g.refs {
			for _, to := range refs {
				if to >= 0 && d[i] < far && d[i]+1 < d[to] {
					d[to], changed = d[i]+1, true
				}
			}
		}
	}
	return d
}

// TestShuffledMoves: a shuffled layout is a permutation with few fixed points,
// and every place gets every object over many seeds.
func TestShuffledMoves(t *testing.T) {
	const n = 5
	var seen [n][n]int
	for seed := range uint64(600) {
		hit := [n]bool{}
		for at, i := range shuffled(n, newRNG(seed, layoutStream)) {
			require.False(t, hit[i])
			hit[i] = true
			seen[at][i]++
		}
	}
	for at := range seen {
		for i, times := range seen[at] { // 120 expected, standard deviation 10
			assert.InDelta(t, 120, times, 55, "object %d at %d", i, at)
		}
	}
}

// TestSpread checks positions against the definition, for all small numbers.
func TestSpread(t *testing.T) {
	for live := uint64(1); live <= 40; live++ {
		for garbage := range uint64(60) {
			s := newSpread(live, garbage)
			require.Zero(t, s.before(0))
			require.Equal(t, garbage, s.before(live))
			taken := make([]bool, live+garbage)
			for k := range live {
				if taken[s.at(k)] || s.before(k) != k*garbage/live || s.before(k+1)-s.before(k) > (garbage+live-1)/live {
					t.Fatalf("live object %d of %d at %d: %d garbage objects before it, of %d in all", k, live, s.at(k), s.before(k), garbage)
				}
				taken[s.at(k)] = true
			}
			last := -1
			for g := range garbage {
				at := s.garbageAt(g)
				if taken[at] || int(at) <= last {
					t.Fatalf("live %d, garbage %d at %d, after %d", live, g, at, last)
				}
				taken[at] = true
				last = int(at)
			}
		}
	}
}

// TestSpreadAtTheLimits: nothing wraps where an arena is full.
func TestSpreadAtTheLimits(t *testing.T) {
	const all = heap.MaxObjects
	for shift := range 32 { // the only garbage object comes last, not a step sooner
		live := uint64(1) << shift
		assert.Zero(t, newSpread(live, 1).before(live-1))
	}
	for _, garbage := range []uint64{0, 1, all / 4, all / 2, all - 2, all - 1} {
		live := all - garbage
		s := newSpread(live, garbage)
		assert.Equal(t, garbage, s.before(live))
		assert.LessOrEqual(t, uint64(s.at(live-1)), uint64(all-1))
		assert.GreaterOrEqual(t, uint64(s.at(live-1)), live-1)
		for _, g := range []uint64{0, 1, garbage / 2, garbage - 1} {
			if g < garbage {
				after := uint64(s.garbageAt(g)) - g // live objects before it
				assert.True(t, s.before(after) > g && s.before(after-1) <= g, "garbage %d of %d", g, garbage)
			}
		}
	}
}

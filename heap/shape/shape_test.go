package shape

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// smallSizes are exhaustive to 40 and then go around powers of two and ten.
func smallSizes() []uint64 {
	var sizes []uint64
	for n := uint64(1); n <= 40; n++ {
		sizes = append(sizes, n)
	}
	if testing.Short() {
		return append(sizes[:10], 17, 64, 1000)
	}
	return append(sizes, 63, 64, 65, 100, 127, 128, 129, 1000, 1023, 1024, 1025, 3000)
}

// TestEverySize builds every shape in every layout at every small size: the
// number of objects is exact, the heap is well-formed, something is live, and
// from 1,000 objects on the live fraction is what the documentation says.
func TestEverySize(t *testing.T) {
	for _, s := range Shapes() {
		t.Run("shape="+s.Name, func(t *testing.T) {
			t.Parallel()
			for _, n := range smallSizes() {
				live := uint64(0)
				for _, layout := range Layouts() {
					g := build(t, s.Name, Params{n, 7, layout})
					require.Equal(t, n, g.h.NumObjects())
					require.NotEmpty(t, g.h.Roots())
					require.NotZero(t, g.reach.Count)
					if layout == Alloc {
						live = g.reach.Count
					}
					require.Equal(t, live, g.reach.Count, "%d objects: the layout changes what is live", n)
					if n >= 1000 {
						assertLiveFraction(t, s, n, g.reach.Count)
					}
				}
			}
		})
	}
}

func assertLiveFraction(t *testing.T, s Shape, n, live uint64) {
	t.Helper()
	assert.GreaterOrEqual(t, live*100, n*s.minLive, "%d of %d live", live, n)
	assert.LessOrEqual(t, live*100, n*s.maxLive+100, "%d of %d live", live, n)
	assert.Contains(t, s.Params, fmt.Sprintf("%d%%.", s.maxLive))
	assert.Less(t, s.maxLive, uint64(100))
}

// TestLiveFractionOverSeeds holds the random shapes to their range.
func TestLiveFractionOverSeeds(t *testing.T) {
	for _, name := range []string{"random", "rmat", "uniform"} {
		s, err := Parse(name)
		require.NoError(t, err)
		for seed := range uint64(10) {
			for _, n := range []uint64{1000, 1400, 2800} {
				h, err := s.Build(Params{n, seed, Alloc})
				require.NoError(t, err)
				reached, err := heap.Reachable(h)
				require.NoError(t, err)
				assertLiveFraction(t, s, n, reached.Count)
			}
		}
	}
}

// TestGarbageIsInterleaved looks for long runs of garbage. Where only garbage
// from birth is dead the bound is exact; unreachable vertices come on top.
func TestGarbageIsInterleaved(t *testing.T) {
	for _, s := range Shapes() {
		for _, layout := range Layouts() {
			const n = 2000
			g := build(t, s.Name, Params{n, 3, layout})
			bound := 40 // of a shuffled heap: half garbage gives 40 in a row once in 10^12
			if layout == Alloc && s.minLive == s.maxLive {
				bound = 1
			}
			if layout == BFS {
				bound = int((n-g.reach.Count+g.reach.Count-1)/g.reach.Count) + 1
			}
			assert.LessOrEqual(t, g.longestGarbage(), bound, "%s %v", s.Name, layout)
			assert.Positive(t, g.longestGarbage())
		}
	}
}

// TestGarbageRefersToBoth: garbage leads to live objects and to garbage, so a
// marker that starts in the wrong place is found out.
func TestGarbageRefersToBoth(t *testing.T) {
	for _, s := range Shapes() {
		g := build(t, s.Name, Params{1000, 3, Alloc})
		toLive, toGarbage := 0, 0
		for i, refs := range g.refs {
			for _, to := range refs {
				switch {
				case g.live[i] || to < 0:
				case g.live[to]:
					toLive++
				default:
					toGarbage++
				}
			}
		}
		assert.Positive(t, toGarbage, s.Name)
		if s.Name != "gcbench" { // its garbage is trees of its own
			assert.Positive(t, toLive, s.Name)
		}
	}
}

// TestSeedAndLayoutDecideTheBytes: same parameters, same bytes; another seed
// or layout, other bytes but as many objects, references and bytes of arena.
func TestSeedAndLayoutDecideTheBytes(t *testing.T) {
	breadthFirst := map[string]bool{"list": true, "wide": true, "debruijn": true} // as allocated
	for _, s := range Shapes() {
		bytesOf := func(seed uint64, l Layout) string {
			h := build(t, s.Name, Params{1000, seed, l}).h
			return string(h.Arena()) + fmt.Sprint(h.Roots(), h.NumEdges())
		}
		for _, l := range Layouts() {
			once := bytesOf(1, l)
			same := once == bytesOf(1, l)
			assert.True(t, same, "%s %v twice", s.Name, l)
			same = once == bytesOf(2, l)
			assert.Equal(t, s.Name == "gcbench" && l != Shuffled, same, "%s %v with two seeds", s.Name, l)
			same = once == bytesOf(1, Alloc)
			assert.Equal(t, l == Alloc || l == BFS && breadthFirst[s.Name], same, "%s alloc and %v", s.Name, l)
		}
	}
}

// TestLayoutKeepsTheGraph: a layout changes addresses and nothing else.
func TestLayoutKeepsTheGraph(t *testing.T) {
	for _, s := range Shapes() {
		alloc := build(t, s.Name, Params{1000, 1, Alloc})
		for _, l := range []Layout{Shuffled, BFS} {
			g := build(t, s.Name, Params{1000, 1, l})
			assert.Equal(t, alloc.h.NumEdges(), g.h.NumEdges(), "%s %v", s.Name, l)
			assert.Equal(t, len(alloc.h.Arena()), len(g.h.Arena()), "%s %v", s.Name, l)
			assert.Equal(t, len(alloc.h.Roots()), len(g.h.Roots()), "%s %v", s.Name, l)
			assert.Equal(t, alloc.reach.Levels, g.reach.Levels, "%s %v", s.Name, l)
		}
	}
}

// TestSizeLimits: sizes that cannot be are refused before memory is spent.
func TestSizeLimits(t *testing.T) {
	for _, s := range Shapes() {
		for _, n := range []uint64{0, s.maxObjects() + 1, math.MaxUint32, math.MaxUint64} {
			h, err := s.Build(Params{Objects: n})
			require.Nil(t, h)
			require.ErrorContains(t, err, fmt.Sprintf("%s: %d objects", s.Name, n))
			require.ErrorContains(t, err, fmt.Sprintf("from 1 to %d", s.maxObjects()))
		}
		require.NoError(t, s.check(Params{Objects: s.maxObjects()}))
		require.NoError(t, s.check(Params{Objects: 1, Layout: BFS}))
		arena := uint64(min(heap.MaxGranules, math.MaxInt/heap.GranuleBytes)) * heap.GranuleBytes
		require.LessOrEqual(t, s.maxObjects()*s.bytes, arena, s.Name)
		require.Greater(t, (s.maxObjects()+1)*s.bytes, arena, s.Name)
		_, err := s.Build(Params{Objects: 1, Layout: 3})
		require.ErrorContains(t, err, "alloc, shuffled, bfs")
	}
	_, err := Shape{Name: "mine"}.Build(Params{Objects: 1})
	require.ErrorContains(t, err, "Parse")
}

// TestBytesPerObject holds the figure behind the limit to the truth.
func TestBytesPerObject(t *testing.T) {
	for _, s := range Shapes() {
		h, err := s.Build(Params{30000, 5, Alloc})
		require.NoError(t, err)
		mean := float64(len(h.Arena())) / 30000
		assert.LessOrEqual(t, mean, float64(s.bytes), s.Name)
		assert.Greater(t, mean, float64(s.bytes)-3, s.Name)
	}
}

func TestNames(t *testing.T) {
	want := "list deep tree lists wide arrays random uniform rmat debruijn grid rings dag app program gcbench"
	require.Equal(t, want, strings.Join(Names(), " "))
	for i, s := range Shapes() {
		assert.Equal(t, Names()[i], s.Name)
		assert.NotContains(t, s.Doc, "\n")
		live := "75%" // or as said
		if said, ok := map[string]string{"random": "66 to 74%", "rmat": "25 to 65%", "gcbench": "50%"}[s.Name]; ok {
			live = said
		}
		assert.True(t, strings.HasPrefix(s.Params, "Live: "+live+". "), s.Params)
		found, err := Parse(s.Name)
		require.NoError(t, err)
		assert.Equal(t, s.Doc, found.Doc)
	}
	Shapes()[0].Name = "changed" // a copy
	assert.Equal(t, "list", Names()[0])
}

func TestUnknownShapeListsAll(t *testing.T) {
	for _, name := range []string{"", "List", "trees"} {
		_, err := Parse(name)
		require.ErrorContains(t, err, fmt.Sprintf("%q", name))
		lines := strings.Split(err.Error(), "\n")
		require.Len(t, lines, 1+len(Shapes()))
		for i, s := range Shapes() {
			assert.Contains(t, lines[i+1], s.Name)
			assert.Contains(t, lines[i+1], s.Doc)
		}
	}
}

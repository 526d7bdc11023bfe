package shape

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The tests here hold each shape to what its file says. Most look at the
// layout alloc, where the rank of live object k is g.at(k).

// structureSizes are the live counts that structure tests go through; the
// heaps are about a third larger.
var structureSizes = []uint64{2, 3, 5, 8, 17, 100, 1000, 1366, 5000}

func TestList(t *testing.T) {
	for _, n := range structureSizes {
		g := build(t, "list", Params{Objects: n})
		assert.Equal(t, int(g.spread.live-1), g.span())
		for k := range g.spread.live {
			refs := g.refs[g.at(k)]
			require.Len(t, refs, 1)
			if k+1 < g.spread.live {
				require.Equal(t, int(g.at(k+1)), refs[0])
			}
		}
	}
}

func TestLists(t *testing.T) {
	g := build(t, "lists", Params{Objects: 20000})
	roots := uint64(len(g.h.Roots()))
	assert.InDelta(t, 16, float64(g.reach.Count)/float64(roots), 1)
	assert.Equal(t, 2*listLength-2, g.span())
	assert.Equal(t, roots, g.reach.Levels[0], "a root is in the middle of a list")
	ends := 0
	for _, i := range g.liveRanks() {
		assert.LessOrEqual(t, g.in[i], 1)
		if g.refs[i][0] < 0 {
			ends++
		}
	}
	assert.Equal(t, int(roots), ends)
}

func TestTree(t *testing.T) {
	for _, n := range structureSizes {
		g := build(t, "tree", Params{Objects: n})
		assertCompleteTree(t, g, g.spread.live)
		assert.Equal(t, bits.Len64(g.spread.live)-1, g.span())
		for d, width := range g.reach.Levels[:g.span()] {
			assert.Equal(t, uint64(1)<<d, width)
		}
	}
}

// assertCompleteTree checks that live objects 0 to n-1 are a binary tree in
// preorder: each but the first has one parent, and its left child follows it.
func assertCompleteTree(t *testing.T, g *graph, n uint64) {
	t.Helper()
	for k := range n {
		i := g.at(k)
		if len(g.refs[i]) != 2 || g.in[i] != min(int(k), 1) {
			t.Fatalf("node %d has %d references and %d parents", k, len(g.refs[i]), g.in[i])
		}
		if left := g.refs[i][0]; left >= 0 && left != int(g.at(k+1)) || left < 0 && g.refs[i][1] >= 0 {
			t.Fatalf("node %d at %d has the children %d", k, i, g.refs[i])
		}
	}
}

// TestLeftSize compares with the heap order of a complete tree, counted.
func TestLeftSize(t *testing.T) {
	var count func(i, n uint64) uint64
	count = func(i, n uint64) uint64 {
		if i > n {
			return 0
		}
		return 1 + count(2*i, n) + count(2*i+1, n)
	}
	for n := uint64(1); n < 300; n++ {
		require.Equal(t, count(2, n), leftSize(n), "n=%d", n)
	}
}

func TestDeep(t *testing.T) {
	for _, n := range []uint64{1000, 5000, 20000} {
		g := build(t, "deep", Params{Objects: n, Seed: n})
		live := int(g.spread.live)
		assert.InDelta(t, 2*live/9, g.span(), float64(live)/30)
		spine := 0
		for i := 0; i >= 0; i = g.refs[i][0] {
			spine++
		}
		assert.GreaterOrEqual(t, spine, g.span()-2, "the depth is not on the left")
		for k := range g.spread.live {
			require.Equal(t, min(int(k), 1), g.in[g.at(k)])
		}
	}
}

func TestWide(t *testing.T) {
	for _, n := range structureSizes {
		g := build(t, "wide", Params{Objects: n})
		assert.Equal(t, 1, g.span())
		assert.Len(t, g.refs[0], int(g.spread.live-1))
		for k := uint64(1); k < g.spread.live; k++ {
			require.Empty(t, g.refs[g.at(k)])
			require.Equal(t, 1, g.in[g.at(k)])
		}
	}
}

func TestArrays(t *testing.T) {
	for _, n := range []uint64{100, 1000, 1366, 5000, 20000} {
		g := build(t, "arrays", Params{Objects: n})
		assert.Equal(t, 2, g.span())
		rows := g.refs[0]
		assert.Len(t, rows, int(sqrt(g.spread.live-1)))
		shortest, longest := len(g.refs[rows[0]]), 0
		for _, row := range rows {
			shortest, longest = min(shortest, len(g.refs[row])), max(longest, len(g.refs[row]))
		}
		assert.LessOrEqual(t, longest-shortest, 1, "rows differ in length")
		assert.InDelta(t, len(rows), longest, 2, "not a square")
	}
}

func TestRandom(t *testing.T) {
	g := build(t, "random", Params{Objects: 20000, Seed: 4})
	var degrees [2*randomDegree + 1]int
	payloads := map[uint32]int{}
	for k := range g.spread.live {
		refs := g.refs[g.at(k)]
		degrees[len(refs)]++
		payloads[g.size[g.at(k)]-1-uint32(len(refs)+1)/2]++
	}
	for d, objects := range degrees {
		assert.InDelta(t, g.spread.live/7, objects, 250, "degree %d", d)
	}
	assert.Len(t, payloads, 5)
	assert.Len(t, g.h.Roots(), randomRoots)
	assert.Less(t, g.span(), 30)
}

func TestUniform(t *testing.T) {
	g := build(t, "uniform", Params{Objects: 20000, Seed: 4})
	most := 0
	for k := range g.spread.live {
		require.Len(t, g.refs[g.at(k)], uniformDegree)
		most = max(most, g.in[g.at(k)])
	}
	assert.Less(t, most, 3*uniformDegree, "a hub in a uniform graph")
	assert.Less(t, g.span(), 8)
}

func TestRMATIsSkewed(t *testing.T) {
	g := build(t, "rmat", Params{Objects: 20000, Seed: 4})
	var out, in []int
	sum := 0
	for k := range g.spread.live {
		i := g.at(k)
		out, in = append(out, len(g.refs[i])), append(in, g.in[i])
		sum += len(g.refs[i])
	}
	assert.Equal(t, rmatDegree*int(g.spread.live), sum)
	assert.Greater(t, slices.Max(out), 20*rmatDegree)
	assert.Greater(t, slices.Max(in), 20*rmatDegree)
	for _, degrees := range [][]int{out, in} {
		slices.Sort(degrees)
		assert.Less(t, degrees[len(degrees)/2], rmatDegree/2, "the median is near the mean")
	}
	root := slices.Index(g.live, true)
	for rank, obj := range g.h.Objects() {
		if obj == g.h.Roots()[0] {
			root = int(rank)
		}
	}
	assert.Len(t, g.refs[root], out[len(out)-1], "the root is not the largest hub")
}

// TestRMATQuadrants counts how edges fall into the four quadrants, at the top
// level by the degrees and below by the targets given the source.
func TestRMATQuadrants(t *testing.T) {
	const n = 1 << 14
	r := newRNG(1, graphStream)
	for _, bit := range []int{0, 5, 13} {
		var quadrant [4]int
		for v, d := range rmatDegrees(&r, n, rmatDegree) {
			targets := make([]uint32, d)
			rmatTargets(&r, uint32(v), n, targets)
			for _, to := range targets {
				quadrant[v>>bit&1<<1|int(to>>bit&1)]++
			}
		}
		for q, percent := range []float64{57, 19, 19, 5} {
			assert.InDelta(t, percent, float64(quadrant[q])*100/(rmatDegree*n), 0.4, "quadrant %c at bit %d", 'a'+q, bit)
		}
	}
}

// TestRMATSizes: no vertex, edge or bit is lost for numbers of vertices that
// are not powers of two.
func TestRMATSizes(t *testing.T) {
	r := newRNG(1, graphStream)
	for n := uint64(1); n <= 70; n++ {
		sum := uint64(0)
		for _, d := range rmatDegrees(&r, n, rmatDegree) {
			sum += uint64(d)
		}
		require.Equal(t, rmatDegree*n, sum)
		require.Less(t, rmatSource(&r, n), n)
		seen := make([]bool, n)
		targets := make([]uint32, 401)
		for v := range uint32(n) {
			rmatTargets(&r, v, n, targets)
			for _, to := range targets {
				seen[to] = true
			}
		}
		require.NotContains(t, seen[:(n+1)/2], false, "n=%d", n)
	}
}

// TestRMATEdgesOfLargeGraphs: from 2^28 vertices on a count does not hold all edges, and none is lost.
func TestRMATEdgesOfLargeGraphs(t *testing.T) {
	for n, want := range map[uint64][2]uint64{
		1:           {16, 0},
		1<<28 - 1:   {1<<32 - 16, 0},
		1 << 28:     {math.MaxUint32, 1},
		1<<28 + 10:  {math.MaxUint32, 161},
		3_000 << 20: {math.MaxUint32, 16*3_000<<20 - math.MaxUint32},
	} {
		counted, rest := rmatEdges(n, rmatDegree)
		require.Equal(t, want, [2]uint64{uint64(counted), rest}, "%d vertices", n)
	}
}

// TestRMATDrawsOnce: where the number of vertices is a power of two no edge falls
// beyond the last one, so none is drawn again.
func TestRMATDrawsOnce(t *testing.T) {
	for levels := range 9 {
		n := uint64(1) << levels
		r := newRNG(1, graphStream)
		drawn := func(words int, f func()) {
			want := r.state + gamma*uint64(words)
			f()
			require.Equal(t, want, r.state, "%d vertices", n)
		}
		for range 50 {
			drawn(16, func() { rmatSource(&r, n) })
			drawn(32*(2+16), func() { rmatTargets(&r, 0, n, make([]uint32, 64)) })
		}
		if n == 1 {
			drawn(0, func() { rmatDegrees(&r, n, rmatDegree) })
		}
		if n == 2 { // 32 edges, one word of 64 for all, 16 numbers a word
			drawn(16, func() { rmatDegrees(&r, n, rmatDegree) })
		}
	}
}

func TestDebruijn(t *testing.T) {
	for _, n := range structureSizes {
		g := build(t, "debruijn", Params{Objects: n})
		live := g.spread.live
		assert.Equal(t, bits.Len64(live-1), g.span(), "n=%d", live)
		for k := range live {
			require.Equal(t, []int{int(g.at(2 * k % live)), int(g.at((2*k + 1) % live))}, g.refs[g.at(k)])
			require.Equal(t, 2, g.in[g.at(k)])
		}
	}
}

func TestGrid(t *testing.T) {
	for _, n := range structureSizes {
		g := build(t, "grid", Params{Objects: n})
		const right, left, down, up = 0, 1, 2, 3
		for _, i := range g.liveRanks() {
			for there, back := range map[int]int{right: left, left: right, down: up, up: down} {
				if to := g.refs[i][there]; to >= 0 {
					require.Equal(t, i, g.refs[to][back], "not doubly linked")
				}
			}
		}
		columns := int(sqrt(g.spread.live))
		rows := (int(g.spread.live) + columns - 1) / columns
		last := int(g.spread.live) - (rows-1)*columns
		assert.Equal(t, max(columns-1+rows-2, last-1+rows-1), g.span(), "live %d", g.spread.live)
	}
}

func TestRings(t *testing.T) {
	for objects, count := range map[uint64]int{1364: 1, 1365: 1, 1366: 2, 2730: 2, 2731: 3} { // live: 1023, 1024, 1025, 2048, 2049
		assert.Len(t, build(t, "rings", Params{Objects: objects}).h.Roots(), count, "%d objects", objects)
	}
	g := build(t, "rings", Params{Objects: 20000, Seed: 2})
	chords, bridges, walked := 0, 0, 0
	for first := uint64(0); first < g.spread.live; first += ringLength {
		end := min(first+ringLength, g.spread.live)
		i := int(g.at(first))
		for range end - first {
			if to := g.refs[i][1]; to >= 0 {
				chords++
				if to < int(g.at(first)) || to > int(g.at(end-1)) {
					bridges++
				}
			}
			walked++
			i = g.refs[i][0]
		}
		require.Equal(t, int(g.at(first)), i, "the ring does not close")
	}
	assert.Equal(t, int(g.spread.live), walked)
	assert.InDelta(t, walked/chordEvery, chords, 250)
	assert.InDelta(t, chords/bridgeEvery, bridges, 80)
	assert.Equal(t, (walked+ringLength-1)/ringLength, len(g.h.Roots()))
}

func TestDAG(t *testing.T) {
	for _, n := range []uint64{43, 128, 1000, 5000, 20000} { // of 128, 96 are live: full layers
		g := build(t, "dag", Params{Objects: n, Seed: 2})
		width := (g.spread.live + dagLayers - 1) / dagLayers
		layer := map[int]uint64{}
		for k := range g.spread.live {
			layer[int(g.at(k))] = k / width
		}
		sum := 0
		for _, i := range g.liveRanks() {
			sum += g.in[i]
			for _, to := range g.refs[i] {
				if to >= 0 {
					require.Equal(t, layer[i]+1, layer[to], "a reference does not go one layer down")
				}
			}
		}
		assert.Equal(t, int((g.spread.live-1)/width), g.span())
		if n >= 5000 {
			assert.Greater(t, slices.Max(g.in), 5*sum/int(g.spread.live), "nothing is popular")
			assert.InDelta(t, 5.4, float64(sum)/float64(g.spread.live), 0.3)
		}
	}
}

// The references of a cache and of an entry of app.
const (
	cacheBuckets, cacheNewest, cacheOldest = 0, 1, 2

	entryNext, entryKey, entryValue, entryOlder, entryNewer = 0, 1, 2, 3, 4
)

// TestApp walks the map by its chains and by its list of use, both ways.
func TestApp(t *testing.T) {
	for _, n := range []uint64{4, 5, 7, 8, 10, 17, 1000, 5000} {
		g := build(t, "app", Params{Objects: n, Seed: 2})
		header := g.refs[0]
		var chained, used []int
		longest := 0
		for _, front := range g.refs[header[cacheBuckets]] {
			length := 0
			for e := front; e >= 0; e = g.refs[e][entryNext] {
				chained = append(chained, e)
				length++
			}
			longest = max(longest, length)
		}
		newer := -1
		for e := header[cacheNewest]; e >= 0; newer, e = e, g.refs[e][entryOlder] {
			require.Equal(t, newer, g.refs[e][entryNewer])
			used = append(used, e)
		}
		require.Equal(t, newer, header[cacheOldest])
		if n >= 1000 {
			assert.Greater(t, longest, 1)
			assert.False(t, slices.IsSorted(used) || slices.IsSortedFunc(used, func(a, b int) int { return b - a }))
		}
		slices.Sort(chained)
		slices.Sort(used)
		require.Equal(t, chained, used)
		require.Len(t, used, int(g.spread.live/3))
		for _, e := range used[:len(used)-1] {
			require.Empty(t, g.refs[g.refs[e][entryKey]])
			require.Equal(t, []int{0}, g.refs[g.refs[e][entryValue]])
		}
	}
}

// TestProgram: each object refers to a class, one class is that of a third of the objects, groups
// lie side by side, and the chain alone leads to its nodes.
func TestProgram(t *testing.T) {
	for _, n := range []uint64{1, 2, 65, 1000, 5000, 40000} {
		g := build(t, "program", Params{Objects: n, Seed: 2})
		l := layoutOf(g.spread.live)
		place := map[int]uint64{} // live numbers, by place in memory
		for k := range l.live {
			place[int(g.at(k))] = k
		}
		first, near, far := uint64(0), 0, 0
		for _, i := range g.liveRanks() {
			require.GreaterOrEqual(t, g.refs[i][0], 0)
			class := place[g.refs[i][0]]
			require.Less(t, class, l.classes, "reference 0 of object %d", i)
			if class == 0 {
				first++
			}
			for _, to := range g.refs[i][1:] {
				k := place[to]
				member := place[i] >= l.first() && to >= 0
				if node := k >= l.first() && (k-l.first())%programGroup == text && inChain((k-l.first())/programGroup); member && node && k >= l.first()+programChain*programGroup {
					require.Equal(t, k-programChain*programGroup, place[i], "only a node of the chain leads to another")
				}
				if member && max(k, place[i])-min(k, place[i]) <= 2*programGroup {
					near++
				} else if member {
					far++
				}
			}
		}
		if n >= 5000 {
			assert.InDelta(t, 0.36, float64(first)/float64(l.live), 0.04)
			assert.InDelta(t, 0.6, float64(near)/float64(near+far), 0.1)
		}
		if n >= 40000 {
			assert.Len(t, g.refs[int(g.at(l.classes))], int(1+l.elements), "an array")
			assert.InDelta(t, float64(l.live-l.first())/(programGroup*programChain), float64(g.span()), 20, "the chain is the longest way")
		}
	}
}

func TestGCBench(t *testing.T) {
	g := build(t, "gcbench", Params{Objects: 20000})
	nodes := g.spread.live - 1
	assertCompleteTree(t, g, nodes)
	array := g.at(nodes)
	assert.Empty(t, g.refs[array])
	assert.Equal(t, uint32(1+(nodes*numbersBytes+7)/8), g.size[array])
	sizes := garbageTrees(t, g)
	// 10,000 garbage objects: four depths of about 2^11 nodes each are a round,
	// so every depth has one round or two.
	for depth := minShortLived; depth <= 10; depth += 2 {
		size := 2<<depth - 1
		assert.Contains(t, sizes, size)
		assert.GreaterOrEqual(t, sizes[size]*size, 1900, "nodes in trees of depth %d", depth)
		assert.LessOrEqual(t, sizes[size]*size, 4100, "nodes in trees of depth %d", depth)
	}
	// A round has 64, 16, 4 and 1 trees; what is left is 61 small trees and a begun one.
	for size, trees := range map[int]int{31: 64 + 61, 127: 16, 511: 4, 2047: 1} {
		assert.Equal(t, trees, sizes[size], "trees of %d nodes", size)
	}
}

// garbageTrees returns how many garbage trees of each size there are, having
// checked that every garbage object is in one, and that parents come before
// their children in some trees and after them in others.
func garbageTrees(t *testing.T, g *graph) map[int]int {
	t.Helper()
	parents := make([]int, len(g.refs))
	topDown, bottomUp := 0, 0
	for i, refs := range g.refs {
		for _, to := range refs {
			switch {
			case g.live[i] || to < 0:
			case to > i:
				topDown++
				parents[to]++
			default:
				bottomUp++
				parents[to]++
			}
		}
	}
	assert.Positive(t, topDown)
	assert.Positive(t, bottomUp)
	sizes, all := map[int]int{}, 0
	for i := range g.refs {
		require.LessOrEqual(t, parents[i], 1)
		if !g.live[i] && parents[i] == 0 {
			n := treeSize(g, i)
			sizes[n]++
			all += n
		}
	}
	assert.Equal(t, int(g.spread.garbage), all)
	return sizes
}

// treeSize counts the nodes below and including node i.
func treeSize(g *graph, i int) int {
	n, stack := 0, []int{i}
	for len(stack) > 0 {
		i, stack = stack[len(stack)-1], stack[:len(stack)-1]
		n++
		for _, to := range g.refs[i] {
			if to >= 0 {
				stack = append(stack, to)
			}
		}
	}
	return n
}

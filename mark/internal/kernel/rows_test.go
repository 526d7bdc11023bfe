package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// rowsOf returns a graph whose nodes have these numbers of successors, once with offsets
// of 64 bits and once with 32. Behind the last successor there are so many targets more.
// Every target is another number. It lies in memory that goes on behind the targets.
func rowsOf(degrees []int, more int) [2]Rows {
	wide, narrow := []uint64{0}, []uint32{0}
	at := 0
	for _, degree := range degrees {
		at += degree
		wide, narrow = append(wide, uint64(at)), append(narrow, uint32(at))
	}
	targets := make([]uint32, at+more)
	for i := range targets {
		targets[i] = uint32(i) + 1
	}
	return [2]Rows{{Wide: wide, Targets: targets}, {Narrow: narrow, Targets: targets}}
}

// plainCollect is Collect without assembly.
func (r *Rows) plainCollect(nodes, out []uint32) (refs, taken int) {
	if r.Narrow != nil {
		return collectPlain(r.Narrow, r.Targets, nodes, out)
	}
	return collectPlain(r.Wide, r.Targets, nodes, out)
}

// compareCollect compares Collect with its plain twin, and returns how many nodes both have
// taken.
func compareCollect(t *testing.T, r Rows, nodes []uint32) int {
	t.Helper()
	r.PrefetchOffsets(nodes)
	r.PrefetchTargets(nodes)
	got, whole := guarded(len(nodes) * SmallRefs)
	want := make([]uint32, len(got))
	refs, taken := r.Collect(nodes, got)
	wantRefs, wantTaken := r.plainCollect(nodes, want)
	if refs != wantRefs || taken != wantTaken || !slices.Equal(want[:refs], got[:refs]) {
		t.Fatalf("%v of %v: %v of %d nodes, not %v of %d", nodes, r, got[:refs], taken, want[:wantRefs], wantTaken)
	}
	if slices.ContainsFunc(whole[len(got):], func(behind uint32) bool { return behind != canary }) {
		t.Fatalf("%v of %v: written beyond the room", nodes, r)
	}
	return taken
}

// Nodes of every two small numbers of successors are collected one after the other, and up
// to the end of the targets.
func TestCollectEveryDegree(t *testing.T) {
	for first := range SmallRefs + 2 {
		for second := range SmallRefs + 2 {
			for _, more := range []int{0, 1, SmallRefs - 1, SmallRefs} {
				for _, r := range rowsOf([]int{1, first, second}, more) {
					taken := compareCollect(t, r, []uint32{1, 2, 0, 1})
					if more == SmallRefs && max(first, second) <= SmallRefs {
						require.Equal(t, 4, taken)
					}
				}
			}
		}
	}
}

// Twin and assembly take what the arrays say.
func TestCollectPlain(t *testing.T) {
	for _, r := range rowsOf([]int{1, 0, 1}, SmallRefs) {
		out := make([]uint32, 5*SmallRefs)
		refs, taken := r.Collect([]uint32{2, 1, 0, 3, 0}, out)
		require.Equal(t, []int{2, 3}, []int{refs, taken}, "node 3 is none")
		require.Equal(t, []uint32{2, 1}, out[:refs])
		require.Equal(t, 3, r.Nodes())
		require.Equal(t, []uint32{2}, r.Of(2))
		require.Empty(t, r.Of(1))
		require.Panics(t, func() { r.Of(3) })
	}
	require.Zero(t, new(Rows).Nodes())
}

// Damaged arrays make Collect stop, wherever the damage is.
func TestCollectDamaged(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	stopped, full := 0, 0
	for range 5_000 {
		degrees := make([]int, 1+random.IntN(batchObjects))
		for i := range degrees {
			degrees[i] = random.IntN(1 + random.IntN(SmallRefs+1))
		}
		nodes := make([]uint32, random.IntN(batchObjects+1))
		for i := range nodes {
			nodes[i] = uint32(random.IntN(len(degrees)))
		}
		rows := rowsOf(degrees, SmallRefs)
		if random.IntN(2) == 0 {
			at, bad := random.IntN(len(degrees)+1), random.Uint64()>>random.IntN(64)
			rows[0].Wide[at], rows[1].Narrow[at] = bad, uint32(bad)
			if at < len(degrees) && random.IntN(2) == 0 { // the next offset fits the bad one
				bad += uint64(random.IntN(SmallRefs + 1))
				rows[0].Wide[at+1], rows[1].Narrow[at+1] = bad, uint32(bad)
			}
		}
		if len(nodes) > 0 && random.IntN(4) == 0 {
			nodes[random.IntN(len(nodes))] = max(uint32(len(degrees)), random.Uint32()>>random.IntN(32))
		}
		for _, r := range rows {
			if compareCollect(t, r, nodes) < len(nodes) {
				stopped++
			} else {
				full++
			}
		}
	}
	require.Greater(t, stopped, 1000)
	require.Greater(t, full, 1000)
}

// Edges counts the successors of nodes, and none for what is no node.
func TestEdges(t *testing.T) {
	for _, r := range rowsOf([]int{2, 0, 5}, 0) {
		require.EqualValues(t, 7+2, r.Edges([]uint32{0, 1, 2, 0, 3, 1<<32 - 1}))
	}
	require.Zero(t, new(Rows).Edges([]uint32{0}))
}

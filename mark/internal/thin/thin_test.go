package thin

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/work"
)

// line is the Front of a worker that marks alone.
type line struct {
	Front
	local work.Local
	table chain.Table
	hints chain.Hints
	woken int
}

// newLine makes one for ids below n, of which every spacingth is distinguished.
func newLine(n, spacing uint64) *line {
	l := &line{local: work.Local{Refs: make([]uint32, policy.StackRefs)}}
	l.table.FitSpaced(n, spacing)
	l.table.Start()
	l.Front = NewFront(0, &l.table, &l.hints, &l.local, func(n int) { l.woken += n }, func() time.Time { return time.Time{} })
	return l
}

// push makes id the newest grey one.
func (l *line) push(marks *heap.Bitmap, id uint32) {
	marks.TestAndSet(heap.Ref(id))
	l.local.Refs[l.local.Top] = id
	l.local.Top++
}

// lists are all lists of up to two of three nodes.
func lists() (all [][]uint32) {
	for _, n := range []int{1, 3, 9} {
		for i := range n {
			all = append(all, [][]uint32{{}, {uint32(i)}, {uint32(i) / 3, uint32(i) % 3}}[map[int]int{1: 0, 3: 1, 9: 2}[n]])
		}
	}
	return all
}

// TestRoundsOfEverySmallGraph goes along every graph of three nodes with up to two edges each, as rows and as a
// heap, with cursors and without: what is marked is what can be reached, and each of it is scanned once.
func TestRoundsOfEverySmallGraph(t *testing.T) {
	for _, a := range lists() {
		for _, b := range lists() {
			for _, c := range lists() {
				edges := [][]uint32{a, b, c}
				reached := map[uint32]bool{0: true}
				for open := []uint32{0}; len(open) > 0; open = open[1:] {
					for _, to := range edges[open[0]] {
						if !reached[to] {
							reached[to] = true
							open = append(open, to)
						}
					}
				}
				for _, spacing := range []uint64{1, 1 << 20} {
					requireRows(t, edges, reached, spacing, spacing == 1)
					requireHeap(t, edges, len(reached), spacing, spacing == 1)
				}
			}
		}
	}
}

func requireRows(t *testing.T, edges [][]uint32, reached map[uint32]bool, spacing uint64, speculates bool) {
	t.Helper()
	rows := kernel.Rows{Narrow: []uint32{0}}
	for _, to := range edges {
		rows.Targets = append(rows.Targets, to...)
		rows.Narrow = append(rows.Narrow, uint32(len(rows.Targets)))
	}
	marks, l := heap.NewBitmap(64), newLine(64, spacing)
	r := Rows{chain.Rows{Graph: &rows}}
	l.Chains.Begin(r.Rows)
	l.push(marks, 0)
	rounds := uint64(0)
	for ; l.local.Size() > 0; rounds++ {
		require.True(t, r.Round(&l.Front, kernel.PlainWords(marks.Words()), speculates), "%v", edges)
	}
	require.Equal(t, rounds, l.local.Batches)
	for node := range uint32(3) {
		require.Equal(t, reached[node], marks.Has(heap.Ref(node)), "%v: node %d", edges, node)
	}
	require.EqualValues(t, len(reached), l.local.Scanned, "%v", edges)
	require.EqualValues(t, len(reached)-1, l.local.Marked, "%v", edges)
}

func requireHeap(t *testing.T, edges [][]uint32, reached int, spacing uint64, speculates bool) {
	t.Helper()
	var b heap.Builder
	for _, to := range edges {
		b.Add(0, to...)
	}
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	marks, l := heap.NewBitmap(h.Granules()), newLine(h.Granules(), spacing)
	marks.TestAndSet(heap.Nil)
	r := Heap{&chain.Heap{Arena: h.Arena()}}
	l.Chains.Begin(r.Heap)
	l.push(marks, uint32(h.Roots()[0]))
	rounds := uint64(0)
	for ; l.local.Size() > 0; rounds++ {
		require.True(t, r.Round(&l.Front, kernel.PlainWords(marks.Words()), speculates), "%v", edges)
	}
	require.Equal(t, rounds, l.local.Batches)
	require.EqualValues(t, reached-1, l.local.Marked, "%v", edges)
	require.EqualValues(t, reached+1, marks.Count(), "%v", edges) // and nil
	require.EqualValues(t, reached, l.local.Scanned, "%v", edges)
}

// The marker harvests what cursors have found along a list, and each node is marked and scanned once all the same.
func TestHarvestAlongAList(t *testing.T) {
	const n = 1 << 14
	rows, random := kernel.Rows{Targets: make([]uint32, n)}, rand.New(rand.NewPCG(1, 1))
	for i := range uint32(n + 1) {
		rows.Narrow = append(rows.Narrow, i)
	}
	order := random.Perm(n)
	for i, node := range order {
		rows.Targets[node] = uint32(order[(i+1)%n])
	}
	marks, l := heap.NewBitmap(n), newLine(n, 8)
	l.Gate = policy.AlwaysSpeculates()
	r := Rows{chain.Rows{Graph: &rows}}
	l.Chains.Begin(r.Rows)
	l.push(marks, uint32(order[0]))
	for l.local.Size() > 0 {
		newest := l.local.Refs[l.local.Top-1]
		if l.local.Size() > policy.ThinRefs { // no longer thin: the worker scans batches
			l.local.Top--
			l.local.Scanned++
			if to := rows.Targets[newest]; !marks.Has(heap.Ref(to)) {
				l.local.Marked++
				l.push(marks, to)
			}
			continue
		}
		l.hints.Seed(newest)
		require.True(t, r.Round(&l.Front, kernel.PlainWords(marks.Words()), true))
	}
	require.EqualValues(t, n, marks.Count())
	require.EqualValues(t, n, l.local.Scanned)
	require.EqualValues(t, n-1, l.local.Marked)
	require.Positive(t, l.Harvests)
	require.Greater(t, l.ObjectsHarvested, l.Harvests)
}

// A node that leads beyond the bitmap stays to be scanned, with those that were not looked at.
func TestRoundLeavesWhatLeadsBeyond(t *testing.T) {
	rows := kernel.Rows{Narrow: []uint32{0, 1, 2, 2}, Targets: []uint32{2, 64}}
	marks, l := heap.NewBitmap(64), newLine(64, 1)
	r := Rows{chain.Rows{Graph: &rows}}
	l.Chains.Begin(r.Rows)
	l.push(marks, 0)
	l.push(marks, 1)
	require.False(t, r.Round(&l.Front, kernel.PlainWords(marks.Words()), false))
	require.Equal(t, []uint32{2, 1}, l.local.Refs[l.local.Bottom:l.local.Top])
	require.EqualValues(t, 1, l.local.Scanned)
}

// scripted is a Scanner that writes down what it is asked for.
type scripted struct {
	l     *line
	thin  int // for how many rounds the frontier stays thin
	asked []string
}

func (s *scripted) IsThin() bool { return s.thin > 0 }

func (s *scripted) Follow() bool {
	s.asked = append(s.asked, "follow")
	s.l.local.Batches += 3
	return true
}

func (s *scripted) Round(speculates bool) bool {
	s.thin--
	s.asked = append(s.asked, map[bool]string{false: "round", true: "round with cursors"}[speculates])
	return s.thin != 7
}

// TestScan says how a thin frontier is scanned: one object is followed, several are scanned in rounds, for as long as the
// frontier is thin, but not for ever, and until a round leaves something.
func TestScan(t *testing.T) {
	measures := policy.NewGate(1 << 20)
	measures.Waited(1 << 30)
	for _, c := range []struct {
		gate       policy.Gate
		size, thin int
		want       string
		times      int
		ok         bool
	}{
		{policy.NeverSpeculates(), 1, 1 << 20, "follow", 1, true},
		{policy.NeverSpeculates(), 2, 1 << 20, "", 0, false}, // left to be scanned in a batch
		{measures, 1, 1 << 20, "follow", 1, true},
		{measures, 2, 5, "round", 5, true},
		{measures, 2, 1 << 20, "round", policy.ThinRounds, true},
		{measures, 2, 10, "round", 3, false},
		{policy.AlwaysSpeculates(), 1, 5, "round with cursors", 5, true},
	} {
		l := newLine(64, 1)
		l.Gate, l.local.Top = c.gate, c.size
		s := &scripted{l: l, thin: c.thin}
		require.Equal(t, c.ok, l.Scan(s), "%+v", c)
		require.Len(t, s.asked, c.times, "%+v", c)
		for _, asked := range s.asked {
			require.Equal(t, c.want, asked, "%+v", c)
		}
	}
}

package mark

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// Each law can fail: broken by one, after a mark that obeyed all of them, it is
// named.
func TestConservationLawsCanFail(t *testing.T) {
	var b heap.Builder
	b.Add(0, 1, 2)
	b.Add(0, 2)
	b.Add(8)
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	last := func(m *Marker) *WorkerStats { return &m.result.Stats.Workers[1] }
	for _, c := range []struct {
		law   string
		spoil func(m *Marker)
	}{
		{"objects marked are objects scanned: 4 and 3", func(m *Marker) { last(m).Marked++ }},
		{"objects marked are objects scanned: 3 and 4", func(m *Marker) { last(m).Scanned++ }},
		{"objects marked are bits set: 4 and 3", func(m *Marker) { last(m).Marked++; last(m).Scanned++ }},
		{"objects marked are bits set: 3 and 4", func(m *Marker) { m.marks.TestAndSet(0) }},
		{"blocks overflowed are blocks recovered: 1 and 0", func(m *Marker) { last(m).BlocksOverflowed++ }},
		{"refs pended are refs recovered: 0 and 1", func(m *Marker) { last(m).RefsRecovered++ }},
		{"chunks offered are chunks taken or stolen: 2 and 1", func(m *Marker) { m.ranges.own[1].counters.Pushes++ }},
		{"chunks offered are chunks taken or stolen: 1 and 2", func(m *Marker) { m.ranges.own[1].counters.ItemsStolen++ }},
		{"no range is open: 0 and 1", func(m *Marker) { m.ranges.open.Add(1) }},
		{"3 of 4 overflow blocks are free", func(m *Marker) {
			last(m).BlocksOverflowed++
			last(m).BlocksRecovered++
			m.pool.Get()
		}},
		{"of 6 blocks of the deques are free", func(m *Marker) {
			last(m).Deque.Pushes++
			m.blocks.Get()
		}},
		{"deque 1: 1 steals, but", func(m *Marker) { *m.deques[1].Counters() = WorkerStats{}.Deque; m.deques[1].Counters().Steals++ }},
	} {
		m, err := New(Options{Workers: 2, Grain: 2, Deque: 2, Overflow: 4})
		require.NoError(t, err)
		r, err := m.Heap(t.Context(), h)
		require.NoError(t, err)
		require.EqualValues(t, 3, r.Stats.Marked)
		require.NoError(t, m.conserved())
		c.spoil(m)
		require.ErrorContains(t, m.conserved(), c.law)
		m.Close()
	}
}

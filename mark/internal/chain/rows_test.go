package chain

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
)

// Each entry of the shortcut table is a fact: a path leads from x to y (I1). Node 0 has no
// entry, and no entry leads to it.
func TestShortcutsOfRowsAreTrue(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	shortcuts := 0
	for range 300 {
		nodes := 1 + random.IntN(60)
		rows := kernel.Rows{Narrow: []uint32{0}}
		for range nodes {
			for range []int{0, 1, 1, 1, 2, 2, 3, 12}[random.IntN(8)] {
				rows.Targets = append(rows.Targets, uint32(random.IntN(nodes)))
			}
			rows.Narrow = append(rows.Narrow, uint32(len(rows.Targets)))
		}
		table := rowsWalk(&rows, random)
		for i := range table.words {
			word := table.words[i].Load()
			x, y := uint32(word>>32), uint32(word)
			if y != underWay && y != ended {
				shortcuts++
				require.True(t, leads(&rows, x, y), "from %d to %d: %v", x, y, rows)
			}
		}
	}
	require.Greater(t, shortcuts, 1000)
}

// Arrays that were changed may say anything. Cursors end their ways, and do not panic.
func TestCursorsOfBrokenRows(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		nodes := 1 + random.IntN(60)
		rows := kernel.Rows{Wide: make([]uint64, nodes+1), Targets: make([]uint32, random.IntN(100))}
		for i := range rows.Wide {
			rows.Wide[i] = []uint64{uint64(random.IntN(100)), uint64(random.IntN(100)), random.Uint64()}[random.IntN(3)]
		}
		for i := range rows.Targets {
			rows.Targets[i] = []uint32{uint32(random.IntN(nodes)), uint32(random.IntN(nodes)), random.Uint32()}[random.IntN(3)]
		}
		rowsWalk(&rows, random)
	}
}

// rowsWalk makes rounds of cursors, as if a marker stood at one node after the other.
func rowsWalk(rows *kernel.Rows, random *rand.Rand) *Table {
	table, hints := &Table{}, &Hints{}
	table.Fit(uint64(rows.Nodes()), true)
	c := NewCursors(0, table, hints)
	c.Begin(Rows{rows})
	for range 200 {
		hints.Seed(random.Uint32N(uint32(rows.Nodes())))
		c.Refresh()
		c.Round()
	}
	return table
}

// leads reports whether a path leads from x to y.
func leads(rows *kernel.Rows, x, y uint32) bool {
	seen, stack := make([]bool, rows.Nodes()), []uint32{x}
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, to := range rows.Of(node) {
			if to == y {
				return true
			}
			if !seen[to] {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	return false
}

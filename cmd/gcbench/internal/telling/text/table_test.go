package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
)

// TestTableAligns: titles come with the first row, and a longer cell pushes the rest of its row aside.
func TestTableAligns(t *testing.T) {
	var b strings.Builder
	of := func(i int) func([]string) string { return func(cells []string) string { return cells[i] } }
	table := NewRows(&b, []columns.Of[[]string]{
		{Column: columns.Column{Title: "name", Width: 6, Left: true}, Cell: of(0)}, {Column: columns.Column{Title: "µ", Width: 4}, Cell: of(1)},
	})
	assert.Empty(t, b.String())
	require.NoError(t, table.Row([]string{"a", "1 µs"}))
	require.NoError(t, table.Row([]string{"longer name", "2"}))
	assert.Equal(t, "name       µ\na       1 µs\nlonger name     2\n", b.String())
}

// TestTable: columns are as wide as their cells, empty ones are left out, and lines stand between rows.
func TestTable(t *testing.T) {
	b := columns.Block{Columns: []columns.Column{{Title: "n"}, {Title: "none"}, {Title: "name", Left: true}, {Title: "x", Width: 3}}}
	b.Rows = [][]string{{"1", "", "ä", "2"}, {"- line\n"}, {"1,000", "", "longer", ""}}
	assert.Equal(t, "    n  name      x\n    1  ä         2\n- line\n1,000  longer\n", table(b))
	assert.Len(t, b.Columns, 4, "the block stays as it is")
	assert.Len(t, b.Rows[0], 4)
}

// TestWrapped: lines are as long as may be, and a number stays with its unit.
func TestWrapped(t *testing.T) {
	long := strings.Repeat("x", 70)
	assert.Equal(t, "- "+long+" of\n  50 %, 3 MiB\n", Wrapped(long+" of 50 %, 3 MiB", "- ", "  "))
	assert.Equal(t, long+" a b c d e\n  f\n", Wrapped(long+" a b c d e f", "", "  "))
	assert.Empty(t, Wrapped("", "", "  "))
}

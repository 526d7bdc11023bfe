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
	}, 1)
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

// TestNarrowGap: a table that fits with one blank between its columns is not parted.
func TestNarrowGap(t *testing.T) {
	var of []columns.Of[int]
	for _, width := range []int{25, 26, 27} {
		of = append(of, columns.Right("n", width, func(row int) string { return strings.Repeat("x", row) }))
	}
	for keys, width := range []int{82, 80, 82} { // without keys nothing can be parted, and a column beside the keys always stays
		var b strings.Builder
		require.NoError(t, NewRows(&b, of, keys).Row(1))
		assert.Len(t, strings.Split(b.String(), "\n")[1], width, keys)
	}
}

// TestNoRoom: columns that find no room in 80 stand below, with what tells rows apart; if nothing does, they stay.
func TestNoRoom(t *testing.T) {
	var of []columns.Of[int]
	for i, title := range []string{"name", "first", "second", "third", "fourth"} {
		of = append(of, columns.Right(title, 30, func(row int) string { return strings.Repeat(title[:1], row+i) }))
	}
	for keys, want := range [][]string{{"name first second third fourth"}, {"name first", "name second", "name third", "name fourth"}, {"name first second", "name first third", "name first fourth"}} {
		var b strings.Builder
		rows := NewRows(&b, of, keys)
		require.NoError(t, rows.Row(1, 2))
		require.NoError(t, rows.End())
		var titles []string
		for _, part := range strings.Split(b.String(), "\n\n") {
			lines := strings.Split(strings.TrimSpace(part), "\n")
			assert.Len(t, lines, 3, "titles and two rows")
			titles = append(titles, strings.Join(strings.Fields(lines[0]), " "))
		}
		assert.Equal(t, want, titles)
		whole := columns.Table(of, []int{1, 2})
		whole.Keys = keys
		assert.Equal(t, b.String(), table(whole), "the same, laid out whole")
	}
}

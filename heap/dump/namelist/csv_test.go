package namelist

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestAsPackageCSV: what encoding/csv writes with commas or tabs is read with the names
// that encoding/csv reads, whichever columns are chosen.
func TestAsPackageCSV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		separator := rapid.SampledFrom([]Separator{Commas, Tabs}).Draw(t, "separator")
		columns := rapid.IntRange(2, 4).Draw(t, "columns")
		name := rapid.StringMatching(`[a-c,"# é;']{0,4}[a-c,"#é;']`)
		rows := rapid.SliceOfN(rapid.SliceOfN(name, columns, columns), 0, 20).Draw(t, "rows")
		var text bytes.Buffer
		w := csv.NewWriter(&text)
		w.Comma, w.UseCRLF = rune(separator), rapid.Bool().Draw(t, "crlf")
		if rapid.Bool().Draw(t, "comment") {
			text.WriteString("# a comment\n")
		}
		for _, row := range rows {
			if strings.HasPrefix(row[0], "#") {
				row[0] = "x" + row[0] // package csv writes what it would read as a comment
			}
			require.NoError(t, w.Write(row))
		}
		w.Flush()
		opts := Options{Separator: separator}
		if chosen := rapid.Permutation([]int{1, 2, 3, 4}[:columns]).Draw(t, "chosen"); columns > 2 || rapid.Bool().Draw(t, "choose") {
			opts.Columns = [2]int{chosen[0], chosen[1]}
		}
		sameAsCSV(t, text.Bytes(), opts)
	})
}

// sameAsCSV reads text with both packages.
func sameAsCSV(t *rapid.T, text []byte, opts Options) {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.Comment = rune(opts.Separator), '#'
	rows, err := r.ReadAll()
	require.NoError(t, err)
	columns := opts.Columns
	if columns == [2]int{} {
		columns = [2]int{1, 2}
	}
	bySource := map[string][]string{}
	var order []string
	seen := map[string]bool{}
	for _, row := range rows {
		source, target := row[columns[0]-1], row[columns[1]-1]
		bySource[source] = append(bySource[source], source+">"+target)
		for _, name := range []string{source, target} {
			if !seen[name] {
				seen[name] = true
				order = append(order, name)
			}
		}
	}
	var want []string
	for _, name := range order {
		want = append(want, bySource[name]...)
	}
	h, names, _, err := Read(bytes.NewReader(text), opts)
	require.NoError(t, err, "%q", text)
	got, roots := lines(h, names)
	require.Equal(t, want, got, "%q", text)
	require.Equal(t, len(order), names.Len())
	for i, name := range order {
		require.Equal(t, name, names.Name(i))
	}
	if len(order) > 0 {
		require.Equal(t, order[:1], roots)
	}
}

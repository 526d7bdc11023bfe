package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/namelist"
)

// TestQuote: a plain name is itself, and no name has blanks or controls a terminal.
func TestQuote(t *testing.T) {
	for name, want := range map[string]string{
		"golang.org/x/sys@v0.1": "golang.org/x/sys@v0.1", "é,;#|": "é,;#|",
		"":     `""`,
		"a b":  `"a b"`,
		`a"b`:  `"a\"b"`,
		"a'b":  `"a'b"`,
		`a\b`:  `"a\\b"`,
		"\xff": `"\xff"`, "\u009b2J": `"\u009b2J"`, "\u202e": `"\u202e"`, "a\u00a0b": `"a\u00a0b"`,
	} {
		assert.Equal(t, want, Quote(name))
	}
}

// TestFindByName: every name is found as it is and as it is printed, and is the label.
func TestFindByName(t *testing.T) {
	h, err := Open(save(t, "x.csv", []byte("# roots b\na,b c\n\"\"\"q\"\"\",7\nq,0x10\nb,\xff\n")), Reading{})
	require.NoError(t, err)
	assert.Equal(t, dump.NameList, h.Format)
	assert.Empty(t, h.Warning)
	for i, want := range []string{"a", `"b c"`, `"\"q\""`, "7", "q", "0x10", "b", `"\xff"`} {
		ref := h.Numbered()[i]
		assert.Equal(t, want, h.Label(ref))
		assert.Equal(t, want, h.Text(uint64(i)))
		for _, text := range []string{h.Names.Name(i), want} {
			found, err := h.Find(text)
			require.NoError(t, err, text)
			assert.Equal(t, ref, found, text)
		}
		_, ok := h.Bytes(ref)
		assert.False(t, ok, "a name has no size")
	}
	_, err = h.Find("99")
	assert.EqualError(t, err, "99 names no object: the file has 8 names, and the first is a")
	_, err = h.Find("b_c")
	assert.EqualError(t, err, `b_c names no object: did you mean "b c"?`)
}

// TestReadingNames: options, formats and limits reach the reader, and its errors name flags.
func TestReadingNames(t *testing.T) {
	for _, c := range []struct {
		file, text string
		how        Reading
		says       string // of the error, or of the warning
	}{
		{"x.el", "a b\n", Reading{}, `has no line "# roots": its first name, a, is taken as the only root`},
		{"x.tsv", "", Reading{}, `has no names, so there is nothing to mark: a line "a b" is a reference from a to b`},
		{"x.txt", "a b\n", Reading{}, "its first name, a,"},
		{"x.txt", "0 1\n", Reading{}, "node 0 is taken as the only root"},
		{"x.txt", "dear reader,\n", Reading{}, "(it was read as a file of names, because it is text of no other known format; --format says what it is)"},
		{"x.csv", "from,to,how\na,b,c\nb,c,d\n", Reading{Columns: [2]int{1, 2}}, `has no line "# roots", so its first name is the only root; no other line has the names of its first one, from and to: if they name the columns, give --header`},
		{"x.csv", "from,to\na,b\n# roots a\n", Reading{Columns: [2]int{1, 2}}, `x.csv: no other line has the names of its first one, from and to: if they name the columns, give --header`},
		{"x.csv", "from,to\na,b\nb,from\n", Reading{}, `its first name, from, is`},
		{"x.csv", "from,to,how\na,b,c\nc,d,e\n", Reading{Columns: [2]int{1, 2}, Header: true}, `its first name, a, is`},
		{"x.txt", "a b\n", Reading{Format: dump.NameList}, "its first name, a,"},
		{"x.el", "0 1\n", Reading{}, "node 0 is taken as the only root"},
		{"x.el", "0 1\n", Reading{Format: dump.NameList}, "its first name, 0,"},
		{"x.el", "a b\n", Reading{Format: dump.EdgeList}, `edge list: line 1: found "a"`},
		{"x.csv", "from,to,how\n\"a b\",b,c\n", Reading{Header: true, Columns: [2]int{1, 3}}, `its first name, "a b",`},
		{"x.csv", "a b,c d\n", Reading{Separator: namelist.Blanks}, "name list: line 1: the line has more than two columns, the third is \"d\"; --columns says which two"},
		{"x.csv", "a,b\n", Reading{Columns: [2]int{1, 3}}, "line 1: the line has 2 columns, and column 3 is wanted; --columns says which two are read"},
		{"x.csv", "a,b\n", Reading{Limits: Limits{Objects: 1}}, "line 1: more than 1 names; --max-objects sets another limit"},
		{"x.csv", "a,b\na,b\n", Reading{Limits: Limits{Edges: 1}}, "line 2: more than 1 references and roots; --max-edges sets another limit"},
		{"x.csv", "a,b\n", Reading{Limits: Limits{Memory: 141}}, "name list: line 1: the heap takes about 0.0 MiB of memory while it is built and 0.0 MiB are available"},
	} {
		h, err := Open(save(t, c.file, []byte(c.text)), c.how)
		said := ""
		if err != nil {
			said = err.Error()
		} else {
			said = h.Warning
		}
		assert.Contains(t, said, c.says, "%s %q", c.file, c.text)
		assert.Equal(t, err != nil, !strings.Contains(said, " has no ") && !strings.Contains(said, "no other line"), said)
	}
}

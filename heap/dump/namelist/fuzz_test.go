package namelist

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/edgelist"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
)

// FuzzRead reads arbitrary text. It may not panic or allocate more than in proportion to
// its length. A list that is accepted is a well-formed heap whose names are found, and
// the same heap when it is written and read again.
//
//	go test ./heap/dump/namelist -run '^$' -fuzz FuzzRead -fuzztime 30s
func FuzzRead(f *testing.F) {
	for _, s := range []string{"", "# roots m \"a b\"\nm \"a b\"\n", "m,\"a \"\"b\"\"\",\r\n#\n\" m\",b,", "\xef\xbb\xbfm\t a b \n"} {
		f.Add([]byte(s), false)
	}
	for _, name := range slices.Sorted(maps.Keys(malformed)) {
		f.Add([]byte(malformed[name].text), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, columns bool) {
		var opts Options
		if columns {
			opts.Columns = [2]int{2, 1}
		}
		var err error
		n := dumptest.Allocated(func() { _, _, _, err = Read(bytes.NewReader(data), opts) })
		// A line has 4 bytes at least, with two names that take 64 bytes and their heap.
		if n > uint64(256*len(data)+512<<10) {
			t.Fatalf("%d bytes allocated for a file of %d", n, len(data))
		}
		if err == nil {
			readTwice(t, data, opts)
		}
	})
}

func readTwice(t *testing.T, data []byte, opts Options) {
	h, names, _, err := Read(bytes.NewReader(data), opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Check(); err != nil {
		t.Fatal(err)
	}
	for i, name := range names.All() {
		if found, ok := names.Find(name); !ok || found != i {
			t.Fatalf("name %d, %q, is found as %d, %v", i, name, found, ok)
		}
	}
	back, again, _, err := Read(strings.NewReader(written(h, names)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	refs, roots := lines(h, names)
	refs2, roots2 := lines(back, again)
	slices.Sort(refs) // objects may have another order
	slices.Sort(refs2)
	if !slices.Equal(refs, refs2) || !slices.Equal(roots, roots2) {
		t.Fatalf("a second reading gives another heap: %q, roots %q, and %q, roots %q", refs, roots, refs2, roots2)
	}
}

// written is a file with these references, all in quotes, and roots.
func written(h *heap.Heap, names *Names) string {
	var data, roots strings.Builder
	quote := func(name string) string { return ` "` + strings.ReplaceAll(name, `"`, `""`) + `"` }
	for _, root := range references(h, names, func(source, target string) {
		data.WriteString(quote(source) + quote(target) + "\n")
	}) {
		roots.WriteString(quote(root))
	}
	return "# roots" + roots.String() + "\n" + data.String()
}

// malformed are files named for what is wrong, and what must be said of them. FuzzRead
// starts from them too.
var malformed = map[string]struct{ text, says string }{
	"semicolons":              {"from;to\na;b\n", `name list: line 1: the line has one name, "from;to": semicolons do not separate names, but commas and tabs do`},
	"one-name":                {"m a\nb\n", `name list: line 2: the line has one name, "b": a source and a target are needed (for a name without references, write it twice)`},
	"one-name-in-csv":         {"m,a\n\"b, c\"\n", `line 2: the line has one name, "b, c"`},
	"three-names":             {"m a\nm a b\n", `line 2: the line has more than two columns, the third is "b"; Options.Columns says which two are read`},
	"trailing-comma":          {"m,a,\n", `line 1: the line has more than two columns, the third is ""`},
	"empty-target":            {"m,\n", "line 1: column 2, the target, is empty"},
	"empty-source":            {"m\ta\n\tb\n", "line 2: column 1, the source, is empty"},
	"empty-quotes":            {"m \"\"\n", "line 1: column 2, the target, is empty"},
	"tab-alone":               {"m\ta\n\t\n", "line 2: column 1, the source, is empty"},
	"quote-without-end":       {"m a\nm \"b c\nd e\n", `line 2: the quotation mark before "b c" is not closed: a name must end on its line`},
	"quote-at-end-of-file":    {"m \"b", "is not closed"},
	"quote-return":            {"m,\"b\r\nc\"\n", "is not closed"},
	"quote-in-name":           {"m,a\nm,b\"c\n", `line 2: a quotation mark in the name "b"`},
	"byte-after-quote":        {"m,\"b\"c\n", `line 1: found 'c' after the name "b" in quotation marks: a comma or the end of the line must follow`},
	"byte-after-quote-tab":    {"m\t\"b\" c\n", `a tab or the end of the line must follow`},
	"byte-after-quote-blank":  {"\"m\"a b\n", `line 1: found 'a' right after "m": names are separated by blanks`},
	"quote-after-quote":       {"m \"b\"\"\n", "is not closed"},
	"utf-16-little":           {"\xff\xfem\x00 \x00a\x00\n\x00", "line 1: the file is in UTF-16: convert it to UTF-8, for example with iconv -f UTF-16 -t UTF-8"},
	"utf-16-big":              {"\xfe\xff\x00m\x00 \x00a", "UTF-16"},
	"utf-16-without-mark":     {"m\x00 \x00a\x00\n\x00", `line 1: a byte 0 after "m": the file is not text, or not in UTF-8`},
	"control-character":       {"m a\nm \x1b[31mred\n", `line 2: the control character '\x1b' after "": names have no control characters`},
	"control-in-quotes":       {"m \"a\x07\"\n", `the control character '\a' after "a"`},
	"delete":                  {"m a\x7f\n", `'\x7f'`},
	"tab-in-csv":              {"a,b\nm\tn,b\n", `line 2: the control character '\t' after "m"`},
	"tab-in-quotes":           {"\"a\tb\" c\n", `line 1: the control character '\t' after "a"`},
	"return-inside-line":      {"m a\rb c\n", "line 1: a carriage return in the middle of the line"},
	"name-too-long":           {"m a\nm " + strings.Repeat("n", MaxNameBytes+1), `line 2: the name "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"… is longer than 65536 bytes`},
	"quoted-name-too-long":    {"m \"" + strings.Repeat("\"\"", MaxNameBytes+1) + "\"", `is longer than 65536 bytes`},
	"root-of-no-line":         {"m a\n# roots m\n# roots a,b\n", `name list: line 3: the root "a,b" is in no line of data (blanks separate roots; a name without references stands in a line with itself)`},
	"root-without-references": {"# roots m\n", `line 1: the root "m" is in no line`},
	"root-empty":              {"# roots \"\"\nm a\n", "line 1: a root has an empty name"},
	"root-quote-without-end":  {"# roots \"m\nm a\n", "line 1: the quotation mark"},
	"blanks-without-end":      {strings.Repeat(" ", 2*lookahead) + "m a\n", "line 1: the line begins with 65536 blanks"},
	"an-elf-file":             {"\x7fELF\x02\x01\x01\x00", "line 1: the control character"},
	"cut-in-a-line":           {"m a\nm ", `line 2: the line has one name, "m"`},
}

// TestCorpus holds the reader to what the table says, in little memory.
func TestCorpus(t *testing.T) {
	for name, m := range malformed {
		var err error
		n := dumptest.Allocated(func() { _, _, _, err = Read(strings.NewReader(m.text), Options{}) })
		assert.ErrorContains(t, err, m.says, name)
		assert.Less(t, n, uint64(1<<20), name)
	}
	var column *ColumnError
	_, _, _, err := Read(strings.NewReader("a b c\n"), Options{})
	assert.ErrorAs(t, err, &column)
	_, _, _, err = Read(strings.NewReader("a b c\na b\n"), Options{Columns: [2]int{1, 3}})
	assert.EqualError(t, err, "name list: line 2: the line has 2 columns, and column 3 is wanted; Options.Columns says which two are read")
	assert.True(t, errors.As(err, &column))
}

// TestTheLimitItselfIsAccepted: of each limit, what just fits is read and one more is
// refused, with the line.
func TestTheLimitItselfIsAccepted(t *testing.T) {
	for _, c := range []struct {
		text   string
		fits   Options
		less   Options
		says   string
		option string
	}{
		{"a b\nb c\n", Options{MaxNodes: 3}, Options{MaxNodes: 2}, "line 2: more than 2 names; Options.MaxNodes", "MaxNodes"},
		{"a b\n# roots a\nb a\n", Options{MaxEdges: 3}, Options{MaxEdges: 2}, "line 3: more than 2 references and roots; Options.MaxEdges", "MaxEdges"},
		{"a b\n# roots a b\n", Options{MaxEdges: 3}, Options{MaxEdges: 2}, "line 2: more than 2 references and roots", "MaxEdges"},
		{"a bc\nb c\n", Options{MaxBytes: 4*64 + 5 + 2*12}, Options{MaxBytes: 4*64 + 5 + 2*12 - 1}, "line 2: the heap takes about 285 bytes of memory while it is built, and Options.MaxBytes allows 284", ""},
	} {
		_, _, _, err := Read(strings.NewReader(c.text), c.fits)
		assert.NoError(t, err, c.says)
		_, _, _, err = Read(strings.NewReader(c.text), c.less)
		assert.ErrorContains(t, err, c.says)
		var limit *edgelist.LimitError
		var memory *edgelist.MemoryError
		if c.option == "" {
			assert.ErrorAs(t, err, &memory)
		} else if assert.ErrorAs(t, err, &limit) {
			assert.Equal(t, c.option, limit.Option)
		}
	}
}

package namelist

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// references calls f for each reference in the heap's order, and returns the names of the
// roots.
func references(h *heap.Heap, names *Names, f func(source, target string)) (roots []string) {
	index := map[heap.Ref]int{}
	for i, obj := range h.Objects() {
		index[obj] = int(i)
	}
	for i, obj := range h.Objects() {
		for _, to := range h.Refs(obj) {
			if to != heap.Nil {
				f(names.Name(int(i)), names.Name(index[to]))
			}
		}
	}
	for _, r := range h.Roots() {
		roots = append(roots, names.Name(index[r]))
	}
	return roots
}

// lines shows a heap as "source>target" for each reference, and the names of its roots.
func lines(h *heap.Heap, names *Names) (refs, roots []string) {
	roots = references(h, names, func(source, target string) { refs = append(refs, source+">"+target) })
	return refs, roots
}

func TestReadAcceptsWhatIsDocumented(t *testing.T) {
	long := strings.Repeat("n", MaxNameBytes)
	for name, c := range map[string]struct {
		text, refs, roots string
		opts              Options
	}{
		"go mod graph":         {"m a@v1\nm b@v2\na@v1 b@v2\n", "m>a@v1 m>b@v2 a@v1>b@v2", "m", Options{}},
		"blanks and tabs":      {"  m   a \n\n \t \nm \t b", "m>a m>b", "m", Options{}},
		"CRLF":                 {"m a\r\n\r\nm b\r\n", "m>a m>b", "m", Options{}},
		"final return":         {"m a\r\nm b\r", "m>a m>b", "m", Options{}},
		"mark":                 {"\xef\xbb\xbfm a\n", "m>a", "m", Options{}},
		"mark and comment":     {"\xef\xbb\xbf# x\nm a\n", "m>a", "m", Options{}},
		"comments":             {"# any\x00thing, \"\ttoo\r\n#\n#nodes 7\n  # x\nm a\n# rootsX b\n# roots: b\n#", "m>a", "m", Options{}},
		"roots":                {"# roots b  a\nm a\n#roots a\nm b\n# roots \"m\"\r\n", "m>a m>b", "b a m", Options{}},
		"no roots":             {"# roots\nm a\n", "m>a", "", Options{}},
		"references in order":  {"m b\na m\nm a\nm b\n", "m>b m>a m>b a>m", "m", Options{}},
		"with itself":          {"a a\n", "a>a", "a", Options{}},
		"quotes, blanks":       {"\"m\" \"a b\"\n\"a b\" \"say \"\"hi\"\"\"\n", `m>a b a b>say "hi"`, "m", Options{}},
		"quoted comment":       {"\"# m\" a\n", "# m>a", "# m", Options{}},
		"quoted comma":         {"\"m,\" a\nb c,d\n", "m,>a b>c,d", "m,", Options{}},
		"commas":               {"m , a b\n\"m\",  \" a, \"\"b\"\" \" \nm,a;b\n", `m>a b m> a, "b"  m>a;b`, "m", Options{}},
		"comma, roots":         {"# roots \"a b\" m\nm,a b\n", "m>a b", "a b m", Options{}},
		"tabs":                 {"m\t a, b \na, b\tm\n\"\"\"\"\tc\n", `m>a, b a, b>m ">c`, "m", Options{}},
		"tab before comma":     {"m,x\ta\n", "m,x>a", "m,x", Options{}},
		"comma said":           {"m\"x\",a\n", "", "", Options{Separator: Commas, Header: true}},
		"blank said":           {"m,x a\n", "m,x>a", "m,x", Options{Separator: Blanks}},
		"header":               {"from,to\nm,a\n", "m>a", "m", Options{Header: true}},
		"header of one line":   {"from,to", "", "", Options{Header: true}},
		"columns":              {"1,m,x,a\n2,a,y,b,,\n", "m>a a>b", "m", Options{Columns: [2]int{2, 4}}},
		"columns turned round": {"a x m\nb y a extra\n", "m>a a>b", "m", Options{Columns: [2]int{3, 1}}},
		"first column empty":   {"\tm\ta\n", "m>a", "m", Options{Columns: [2]int{2, 3}}},
		"long unused column":   {"m," + long + long + ",a\n", "m>a", "m", Options{Columns: [2]int{1, 3}}},
		"longest name":         {"m " + long, "m>" + long, "m", Options{}},
		"longest first line":   {long + "," + long[1:], long + ">" + long[1:], long, Options{Separator: Commas}},
		"any bytes":            {"\xff\x80 é\u009b\n", "\xff\x80>é\u009b", "\xff\x80", Options{}},
		"numbers":              {"7 3\n", "7>3", "7", Options{}},
		"empty":                {"", "", "", Options{}},
		"mark alone":           {"\xef\xbb\xbf", "", "", Options{}},
		"comment alone":        {"# roots\n", "", "", Options{}},
		"long comment":         {"#" + strings.Repeat(" x\t", 100_000) + "\nm\ta b\n", "m>a b", "m", Options{}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text)), iotest.DataErrReader(strings.NewReader(c.text))} {
				h, names, info, err := Read(r, c.opts)
				require.NoError(t, err)
				require.NoError(t, h.Check())
				refs, roots := lines(h, names)
				assert.Equal(t, c.refs, strings.Join(refs, " "))
				assert.Equal(t, c.roots, strings.Join(roots, " "))
				assert.Equal(t, uint64(len(c.text)), info.Bytes)
				assert.Equal(t, strings.Contains(c.text, "# roots ") || strings.Contains(c.text, "# roots\n"), info.RootsGiven)
				assert.EqualValues(t, names.Len(), h.NumObjects())
			}
		})
	}
}

// TestOptionsAreChecked before anything is read.
func TestOptionsAreChecked(t *testing.T) {
	for says, opts := range map[string]Options{
		"Options.Separator is 59: it must be Auto, Blanks, Tabs or Commas":            {Separator: ';'},
		"Options.Columns is [0 1]: it must be two different columns, counted from 1":  {Columns: [2]int{0, 1}},
		"Options.Columns is [2 2]: it must be two different columns, counted from 1":  {Columns: [2]int{2, 2}},
		"Options.Columns is [3 -1]: it must be two different columns, counted from 1": {Columns: [2]int{3, -1}},
	} {
		_, _, _, err := Read(nil, opts)
		assert.EqualError(t, err, "name list: "+says)
	}
}

func TestSeparators(t *testing.T) {
	for _, s := range Separators() {
		got, err := ParseSeparator(s.String())
		require.NoError(t, err)
		assert.Equal(t, s, got)
	}
	_, err := ParseSeparator("semicolon")
	assert.EqualError(t, err, `name list: no separator is named "semicolon": there are auto, blank, tab, comma`)
	for text, want := range map[string]Separator{"": Auto, "#a\tb\n": Auto, "a b\n": Blanks, "a\tb,c": Tabs, "a b,c": Commas, "\"a b\" \"c,d\"": Blanks, "\"a\"\"\" \"c,d\"\n1\t2": Blanks} {
		_, _, info, err := Read(strings.NewReader(text), Options{})
		require.NoError(t, err)
		assert.Equal(t, want, info.Separator, "%q", text)
	}
}

func TestReadPassesOnReadErrors(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, before := range []string{"", "a b\nb c", "a b\n#", strings.Repeat("a b\n", 20_000)} {
		_, _, _, err := Read(io.MultiReader(strings.NewReader(before), iotest.ErrReader(broken)), Options{})
		assert.ErrorIs(t, err, broken)
	}
	_, _, _, err := Read(io.MultiReader(strings.NewReader("a b\nb c\n"), iotest.ErrReader(broken)), Options{})
	assert.EqualError(t, err, "name list: line 3: the text cannot be read: disk on fire")
	_, _, _, err = Read(stuck{}, Options{})
	assert.ErrorIs(t, err, io.ErrNoProgress)
}

// stuck returns neither data nor an error.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

func BenchmarkRead(b *testing.B) {
	const lines, names = 1 << 20, 1 << 18
	rng := rand.New(rand.NewPCG(1, 2))
	var text bytes.Buffer
	for i := range lines {
		fmt.Fprintf(&text, "example.org/module%d example.org/module%d\n", i/4, rng.IntN(names))
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, _, _, err := Read(bytes.NewReader(text.Bytes()), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

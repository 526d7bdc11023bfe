package mtx

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// refs returns the references of each object, numbered as in the file.
func refs(t *testing.T, d *sink.Dump) [][]uint64 {
	t.Helper()
	require.NoError(t, d.Heap.Check())
	rank := map[heap.Ref]uint64{}
	for i, r := range d.Heap.Objects() {
		rank[r] = i + 1
	}
	lists := [][]uint64{}
	for i, r := range d.Heap.Objects() {
		require.Equal(t, sink.Decimal.Text(i+1), d.Text(r))
		list := []uint64{}
		for _, to := range d.Heap.Refs(r) {
			list = append(list, rank[to])
		}
		lists = append(lists, list)
	}
	return lists
}

const general = "%%MatrixMarket matrix coordinate pattern general\n"

func TestRead(t *testing.T) {
	both := [][]uint64{{2, 3}, {1, 2}, {1}}
	for text, want := range map[string][][]uint64{
		general + "3 3 4\n3 1\n1 2\n1 3\n1 2\n":                                                  {{2, 3, 2}, {}, {1}},
		general + "% 1 1 1\n\n%\n 3\t3 1 \n%x\n\n\t2  3\t0.5 x y\n  %":                           {{}, {3}, {}},
		"%%matrixmarket MATRIX Coordinate Real General\r\n1 1 1\r\n1 1 -1e9\r\n":                 {{1}},
		general + "%" + strings.Repeat("x", 1<<17) + "\n1 1 1\n1 1" + strings.Repeat(" ", 1<<17): {{1}},
		general + "0 0 0\n":    {},
		general + "2 2 0":      {{}, {}},
		general + "2 2 1\n2 1": {{}, {1}},
		"%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n2 1 7\n2 2 7\n3 1 7\n": both,
		"%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 7\n3 1 0.5\n":    {{2, 3}, {1}, {1}},
	} {
		assert.True(t, IsDump([]byte(text)))
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			d, err := Read(r, sink.Options{})
			require.NoError(t, err, text)
			assert.Equal(t, want, refs(t, d), text)
			assert.Equal(t, uint64(len(text)), d.Bytes)
			assert.Len(t, d.Heap.Roots(), min(1, len(want)))
		}
	}
	d, err := Read(strings.NewReader(general+"1 1 0\n"), sink.Options{})
	require.NoError(t, err)
	assert.Equal(t, "Matrix Market, pattern, general", d.Writer)
	assert.False(t, IsDump([]byte("%%MatrixMarke")))
}

// malformed are files with what is said of them.
var malformed = []struct{ text, says string }{
	{"", `line 1: it is "": it must be "%%MatrixMarket matrix coordinate", a type and a symmetry`},
	{"1 1 1\n", `line 1: it is "1 1 1"`},
	{"%%MatrixMarket matrix\n1 1 0\n", "line 1: it is"},
	{"%%MatrixMarket vector coordinate real general\n", "line 1: it is"},
	{"%%MatrixMarket matrix array real general\n1 1\n1\n", `of the form "array": it must be coordinate`},
	{"%%MatrixMarket matrix coordinate complex general\n1 1 0\n", `of the type "complex": they must be pattern, integer or real`},
	{"%%MatrixMarket matrix coordinate real hermitian\n1 1 0\n", `the symmetry is "hermitian"`},
	{general, "line 2: the line with rows, columns and entries is missing"},
	{general + "3 3\n", "line 2: the line ends before the number of entries"},
	{general + "3 3 1 1\n", `line 2: found "1" after the number of entries`},
	{general + "3 4 0\n", "line 2: there are 3 rows and 4 columns: a graph has as many rows as columns"},
	{general + "-3 -3 0\n", `found "-" instead of the number of rows: it must be a decimal number, without a sign`},
	{general + "3. 3 0\n", `found "." instead of the number of rows`},
	{general + "18446744073709551616 3 0\n", "the number of rows has more than 64 bits"},
	{general + "999999999 999999999 1\n1 1\n", "999999999 objects, more than 268435456"},
	{general + "99999999 99999999 1\n1 1\n", "the file claims 99999999 rows: with 1 entries it may have 16777232"},
	{general + "3 3 9999999999\n1 1\n", "9999999999 references, more than 1073741824"},
	{general + "3 3 2\n1 1\n", "there are 1 entries: the number that is given is 2"},
	{general + "3 3 1\n1 1\n1 1\n", "line 4: there are more than 1 entries"},
	{general + "3 3 1\n1\n", "line 3: the line ends before the column"},
	{general + "3 3 1\n1 x\n", `line 3: found "x" instead of the column`},
	{general + "3 3 1\n0 1\n", "line 3: row 0 is out of range: they are numbered from 1 to 3"},
	{general + "3 3 1\n1 4\n", "line 3: column 4 is out of range"},
	{general + "3 3 1\n4294967297 1\n", "row 4294967297 is out of range"},
	{general[:len(general)-1] + strings.Repeat(" ", 1<<17), "line 1: it has 65536 bytes or more"},
	{general + "%" + strings.Repeat("x", 1<<17), "line 2: the line with rows, columns and entries is missing"},
	{general + "3 3\r 0", "line 2: a carriage return in the middle of the line"},
}

// TestMalformed: each fault has its own words, and takes little memory.
func TestMalformed(t *testing.T) {
	for _, m := range malformed {
		n := dumptest.Allocated(func() {
			_, err := Read(strings.NewReader(m.text), sink.Options{})
			assert.ErrorContains(t, err, m.says)
		})
		assert.Less(t, n, uint64(256<<10), m.text)
	}
	broken := errors.New("disk on fire")
	_, err := Read(io.MultiReader(strings.NewReader(general+"3 3"), iotest.ErrReader(broken)), sink.Options{})
	require.ErrorIs(t, err, broken)
}

func TestLimits(t *testing.T) {
	text := "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1\n"
	_, err := Read(strings.NewReader(text), sink.Options{MaxObjects: 3, MaxEdges: 5})
	require.NoError(t, err, "4 references and a root")
	for _, c := range []struct {
		option string
		opts   sink.Options
	}{{"MaxObjects", sink.Options{MaxObjects: 2}}, {"MaxEdges", sink.Options{MaxEdges: 4}}, {"MaxEdges", sink.Options{MaxEdges: 3}}, {"MaxEdges", sink.Options{MaxEdges: 1}}} {
		_, err := Read(strings.NewReader(text), c.opts)
		var limit *sink.LimitError
		require.ErrorAs(t, err, &limit)
		assert.Equal(t, c.option, limit.Option)
	}
}

// try reads arbitrary bytes. Read may not panic, or allocate more than in proportion to them
// and to the nodes that any file may claim; here these are few.
func try(t *testing.T, data []byte) (accepted bool) {
	t.Helper()
	const nodes = 1000
	opts := sink.Options{MaxObjects: nodes}
	var d *sink.Dump
	var err error
	n := dumptest.Allocated(func() { d, err = Read(bytes.NewReader(data), opts) })
	require.LessOrEqual(t, n, uint64(64*len(data)+200*nodes+256<<10), "%q", data)
	_, again := Read(iotest.OneByteReader(bytes.NewReader(data)), opts)
	require.Equal(t, err == nil, again == nil, "%v, and byte by byte %v: %q", err, again, data)
	if err != nil {
		return false
	}
	require.True(t, IsDump(data), "%q", data)
	require.NoError(t, d.Heap.Check())
	return true
}

var good = []string{
	general + "% comment\n5 5 4\n1 2\n2 3\n3 1\n5 4\n",
	"%%MatrixMarket matrix coordinate real symmetric\n5 5 3\n2 1 0.5\n3 3 1\n5 1 2\n",
}

// TestTruncations: a file that is cut is an error, unless only the end of its last line is
// lost, or digits of the last number.
func TestTruncations(t *testing.T) {
	for _, text := range good {
		last := strings.LastIndexByte(strings.TrimSpace(text), '\n')
		for n := range len(text) {
			if accepted := try(t, []byte(text[:n])); n < last {
				require.False(t, accepted, "%d bytes", n)
			}
		}
		require.True(t, try(t, []byte(text)))
	}
}

// TestMutations reads files that differ from a good one in a few places.
func TestMutations(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	rounds, accepted := dumptest.Some(), 0
	for i := range rounds {
		data := dumptest.Mutate(rng, []byte(good[i%len(good)]), "0123456789 \n%-.")
		if try(t, data) {
			accepted++
		}
	}
	assert.Positive(t, accepted, "another column is a matrix, too")
}

// FuzzRead reads arbitrary bytes.
//
//	go test ./heap/dump/mtx -run '^$' -fuzz FuzzRead -fuzztime 30s
func FuzzRead(f *testing.F) {
	for _, m := range malformed {
		f.Add([]byte(m.text))
	}
	for _, text := range good {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) { try(t, data) })
}

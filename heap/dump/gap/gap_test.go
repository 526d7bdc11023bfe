package gap

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// encode writes a graph as the suite does. weight 0 means that there are no weights.
func encode(directed bool, weight uint32, out, in [][]uint32) []byte {
	b := []byte{0}
	if directed {
		b[0] = 1
	}
	half := func(lists [][]uint32) (offsets, targets []byte) {
		n := uint64(0)
		offsets = binary.LittleEndian.AppendUint64(nil, 0)
		for _, list := range lists {
			n += uint64(len(list))
			offsets = binary.LittleEndian.AppendUint64(offsets, n)
			for _, to := range list {
				targets = binary.LittleEndian.AppendUint32(targets, to)
				if weight > 0 {
					targets = binary.LittleEndian.AppendUint32(targets, weight)
				}
			}
		}
		return offsets, targets
	}
	offsets, targets := half(out)
	b = append(b, offsets[len(offsets)-8:]...)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(out)))
	b = append(append(b, offsets...), targets...)
	if directed {
		offsets, targets = half(in)
		b = append(append(b, offsets...), targets...)
	}
	return b
}

// graphs are two small graphs: targets of each node.
var (
	oneWay  = [][]uint32{{1, 2, 1}, {}, {0, 2}, {0}}
	turned  = [][]uint32{{2, 3}, {0, 0}, {0, 2}, {}}
	bothWay = [][]uint32{{1, 2}, {0}, {0, 3}, {2}}
)

// refs returns the references of each object.
func refs(t *testing.T, d *sink.Dump) [][]uint32 {
	t.Helper()
	require.NoError(t, d.Heap.Check())
	rank := map[heap.Ref]uint32{}
	for i, r := range d.Heap.Objects() {
		rank[r] = uint32(i)
	}
	lists := [][]uint32{}
	for _, r := range d.Heap.Objects() {
		list := []uint32{}
		for _, to := range d.Heap.Refs(r) {
			list = append(list, rank[to])
		}
		lists = append(lists, list)
	}
	return lists
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		says     string
		directed bool
		weight   uint32
		out, in  [][]uint32
	}{
		{"GAP graph (.sg), directed", true, 0, oneWay, turned},
		{"GAP graph with weights (.wsg), directed", true, 3, oneWay, turned},
		{"GAP graph with weights (.wsg), directed", true, math.MaxUint32, oneWay, turned},
		{"GAP graph (.sg), undirected: each edge is there from both ends", false, 0, bothWay, nil},
		{"GAP graph with weights (.wsg), undirected: each edge is there from both ends", false, 1, bothWay, nil},
		{"GAP graph (.sg), directed", true, 0, [][]uint32{}, [][]uint32{}},
		{"GAP graph (.sg), directed", true, 0, [][]uint32{{}}, [][]uint32{{}}},
		{"GAP graph (.sg), undirected: each edge is there from both ends", false, 0, [][]uint32{{0}}, nil},
	} {
		data := encode(c.directed, c.weight, c.out, c.in)
		assert.True(t, IsDump(data), c.says)
		for _, r := range []io.Reader{bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(data)), iotest.DataErrReader(bytes.NewReader(data))} {
			d, err := Read(r, sink.Options{})
			require.NoError(t, err, c.says)
			assert.Equal(t, c.out, refs(t, d), c.says)
			assert.Equal(t, c.says, d.Writer)
			assert.Equal(t, uint64(len(data)), d.Bytes)
			assert.Len(t, d.Heap.Roots(), min(1, len(c.out)))
			for i, ref := range d.Heap.Objects() {
				found, ok := d.Find(sink.Decimal.Text(i))
				assert.True(t, ok && found == ref)
			}
		}
	}
}

// TestConverter reads files that the suite's own converter has written. The suite's bfs has
// counted the nodes and edges that node 0 reaches. testdata/make/gap/count.sh does both.
func TestConverter(t *testing.T) {
	for name, want := range map[string][4]uint64{ // nodes, edges, and the same of what is reached
		"small.sg": {7, 7, 5, 5}, "small.wsg": {7, 7, 5, 5}, "small-both.sg": {7, 14, 7, 14},
	} {
		f, err := os.Open(filepath.Join("testdata", name))
		require.NoError(t, err)
		defer f.Close()
		d, err := Read(f, sink.Options{})
		require.NoError(t, err)
		live, err := heap.Reachable(d.Heap)
		require.NoError(t, err)
		got := [4]uint64{d.Heap.NumObjects(), d.Heap.NumEdges(), live.Count, 0}
		for ref := range d.Objects() {
			if refs, _, _ := d.Heap.Object(ref); live.Has(ref) {
				got[3] += uint64(refs)
			}
		}
		assert.Equal(t, want, got, name)
	}
}

// malformed is one of the graphs, changed, and what is said of it.
func malformed() []struct {
	data []byte
	says string
} {
	change := func(at int, b ...byte) []byte {
		data := encode(true, 0, oneWay, turned)
		copy(data[at:], b)
		return data
	}
	whole := change(0)
	const offsets, targets = headerBytes, headerBytes + 5*offsetBytes
	return []struct {
		data []byte
		says string
	}{
		{nil, "before the end of the first byte"},
		{change(0, 2), "begins with byte 0x2: it must be 0 (undirected) or 1 (directed)"},
		{change(0, 0), "more than 48 bytes follow the offsets: there must be 24, or 48 with weights"},
		{change(7, 1), "281474976710662 references, more than 1073741824"},
		{change(8, 2), "no file has room for more than"},
		{change(9, 3), "the last offset is 5: it must be the number of edges, 6"},
		{change(13, 1), "the format has room for 2147483648"},
		{change(12, 0x40), "1073741828 objects, more than 268435456"},
		{change(offsets, 1), "the first offset is 1"},
		{change(offsets+8, 9), "byte 33: the targets of node 0 end at 9: they must end between 0 and 6"},
		{change(offsets+16, 2), "the targets of node 1 end at 2: they must end between 3 and 6"},
		{change(targets+8, 4), "edge 2, byte 69: it leads to node 4: there are 4 nodes"},
		{change(targets+8, 255, 255, 255, 255), "edge 2, byte 69: it leads to node 4294967295"},
		{whole[:len(whole)-1], "87 bytes follow the offsets: there must be 88, or 136 with weights"},
		{append(whole[:len(whole):len(whole)], 0), "89 bytes follow the offsets"},
		{append(whole[:len(whole):len(whole)], make([]byte, 70_000)...), "more than 136 bytes follow the offsets"},
	}
}

// TestMalformed: each fault has its own words.
func TestMalformed(t *testing.T) {
	for _, m := range malformed() {
		_, err := Read(bytes.NewReader(m.data), sink.Options{})
		assert.ErrorContains(t, err, m.says)
	}
	_, err := Read(iotest.ErrReader(io.ErrNoProgress), sink.Options{})
	require.ErrorIs(t, err, io.ErrNoProgress)
	data := encode(false, 0, bothWay, nil)
	_, err = Read(io.MultiReader(bytes.NewReader(data), iotest.ErrReader(io.ErrClosedPipe)), sink.Options{})
	require.ErrorIs(t, err, io.ErrClosedPipe)
}

func TestLimits(t *testing.T) {
	data := encode(true, 0, oneWay, turned)
	_, err := Read(bytes.NewReader(data), sink.Options{MaxObjects: 4, MaxEdges: 7})
	require.NoError(t, err, "6 edges and a root")
	for option, opts := range map[string]sink.Options{"MaxObjects": {MaxObjects: 3}, "MaxEdges": {MaxEdges: 6}} {
		_, err := Read(bytes.NewReader(data), opts)
		var limit *sink.LimitError
		require.ErrorAs(t, err, &limit)
		assert.Equal(t, option, limit.Option)
	}
}

// TestIsDump: files of other formats are none, and neither is a part of a graph.
func TestIsDump(t *testing.T) {
	for _, text := range []string{"", "\x00", "JAVA PROFILE 1.0.2\x00\x00\x00\x00\x08", "{\"snapshot\"", "0 1\n", "%%MatrixMarket"} {
		assert.False(t, IsDump([]byte(text)))
	}
	assert.False(t, IsDump(make([]byte, 4096)), "zeros")
	data := encode(true, 0, oneWay, turned)
	for n := range headerBytes + 5*offsetBytes {
		assert.False(t, IsDump(data[:n]))
	}
	large := make([][]uint32, 1000)
	for i := range large {
		large[i] = []uint32{0, 1}
	}
	data = encode(false, 0, large, nil)
	assert.True(t, IsDump(data[:4096]))
	data[4081] = 0
	assert.False(t, IsDump(data[:4096]), "the offsets do not ascend")
}

// try reads arbitrary bytes. Read may not panic, or allocate more than in proportion to them.
func try(t *testing.T, data []byte) (accepted bool) {
	t.Helper()
	var d *sink.Dump
	var err error
	n := dumptest.Allocated(func() { d, err = Read(bytes.NewReader(data), sink.Options{}) })
	require.LessOrEqual(t, n, uint64(64*len(data)+256<<10), "%q", data)
	_, again := Read(iotest.OneByteReader(bytes.NewReader(data)), sink.Options{})
	require.Equal(t, err == nil, again == nil, "%v, and byte by byte %v: %q", err, again, data)
	if err != nil {
		return false
	}
	require.True(t, IsDump(data[:min(len(data), 4096)]), "%q", data)
	require.NoError(t, d.Heap.Check())
	return true
}

// TestTruncations: a graph that is cut anywhere is an error.
func TestTruncations(t *testing.T) {
	for _, data := range [][]byte{encode(true, 0, oneWay, turned), encode(true, 5, oneWay, turned), encode(false, 0, bothWay, nil)} {
		require.True(t, try(t, data))
		for n := range data {
			require.False(t, try(t, data[:n]), "%d bytes", n)
		}
	}
	// A graph with weights that is cut in half is one without weights, if it is undirected.
	data := encode(false, 3, bothWay, nil)
	assert.True(t, try(t, data[:headerBytes+5*offsetBytes+6*targetBytes]))
}

// TestMutations reads graphs that differ from a good one in a few places.
func TestMutations(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	rounds, accepted := dumptest.Some(), 0
	for i := range rounds {
		data := dumptest.Mutate(rng, encode(i%2 == 0, uint32(i/2%2), bothWay, bothWay), "")
		if try(t, data) {
			accepted++
		}
	}
	assert.Positive(t, accepted, "another target is a graph, too")
}

// FuzzRead reads arbitrary bytes.
//
//	go test ./heap/dump/gap -run '^$' -fuzz FuzzRead -fuzztime 30s
func FuzzRead(f *testing.F) {
	for _, m := range malformed() {
		f.Add(m.data)
	}
	f.Add(encode(true, 0, oneWay, turned))
	f.Add(encode(false, 7, bothWay, nil))
	f.Fuzz(func(t *testing.T, data []byte) { try(t, data) })
}

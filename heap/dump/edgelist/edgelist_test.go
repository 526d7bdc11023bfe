package edgelist

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// graph returns the references of each object, by rank, and the roots.
func graph(h *heap.Heap) (refs [][]uint64, roots []uint64) {
	rank := map[heap.Ref]uint64{}
	for i, r := range h.Objects() {
		rank[r] = i
	}
	refs, roots = make([][]uint64, h.NumObjects()), []uint64{}
	for i, r := range h.Objects() {
		refs[i] = []uint64{}
		for _, to := range h.Refs(r) {
			if to != heap.Nil {
				refs[i] = append(refs[i], rank[to])
			}
		}
	}
	for _, r := range h.Roots() {
		roots = append(roots, rank[r])
	}
	return refs, roots
}

func TestReadAcceptsWhatIsDocumented(t *testing.T) {
	want := [][]uint64{{1, 2, 1}, {}, {0}}
	for name, text := range map[string]string{
		"as written":       "# nodes 3\n# roots 0 2\n0 1\n0 2\n0 1\n2 0\n",
		"CRLF":             "# nodes 3\r\n# roots 0 2\r\n0 1\r\n0 2\r\n0 1\r\n2 0\r\n",
		"no final newline": "# nodes 3\n# roots 0 2\n0 1\n0 2\n0 1\n2 0",
		"final return":     "# nodes 3\n# roots 0 2\n0 1\n0 2\n0 1\n2 0\r",
		"tabs and blanks":  "#nodes\t3 \n#  roots  0\t2 \n\n \t\n  0\t1  \n0 \t 2\n0 1\t\n2\t0",
		"nodes at the end": "0 1\n0 2\n0 1\n2 0\n# roots 0 2\n# nodes 3",
		"nodes left out":   "# roots 0\n0 1\n0 2\n# roots\n0 1\n2 0\n# roots 2\n",
		"sources mixed":    "# roots 0 2\n2 0\n0 1\n0 2\n0 1\n",
		"other comments":   "#\n# Nodes: 9 Edges: 7\n# nodes: x\n#rootsX 77\n# nodesy\n# a\rb\n# roots 0 2\n0 1\n0 2\n0 1\n2 0\n#",
		"leading zeros":    "# roots 00 0000000000000000000000002\n0 01\n0 2\n0 1\n02 0\n",
	} {
		t.Run(name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
				h, info, err := ReadInfo(r, Options{})
				require.NoError(t, err)
				require.NoError(t, h.Check())
				refs, roots := graph(h)
				assert.Equal(t, want, refs)
				assert.Equal(t, []uint64{0, 2}, roots)
				assert.True(t, info.RootsGiven)
				assert.Equal(t, uint64(len(text)), info.Bytes)
				assert.Equal(t, strings.Contains(strings.ToLower(text), "nodes\t3") || strings.Contains(text, "nodes 3"), info.NodesGiven)
			}
		})
	}
}

func TestRootsOfFilesWithoutThem(t *testing.T) {
	for _, c := range []struct {
		text  string
		given []uint32
		want  []uint64
	}{
		{"1 2\n", nil, []uint64{0}},
		{"1 2\n", []uint32{}, []uint64{}},
		{"1 2\n", []uint32{2, 1, 2}, []uint64{2, 1, 2}},
		{"# roots\n1 2\n", []uint32{2}, []uint64{}},
		{"# roots 1\n1 2\n", []uint32{2}, []uint64{1}},
		{"", nil, []uint64{}},
		{"# nodes 0\n", nil, []uint64{}},
	} {
		h, info, err := ReadInfo(strings.NewReader(c.text), Options{Roots: c.given})
		require.NoError(t, err)
		_, roots := graph(h)
		assert.Equal(t, c.want, roots, "%q with %v", c.text, c.given)
		assert.Equal(t, strings.Contains(c.text, "roots"), info.RootsGiven)
	}
}

func TestReadRejects(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"0 1\n1\n", "line 2: the line ends before the target"},
		{"0 1\n0 1 2\n", `line 2: found "2" after the target`},
		{"-1 0\n", `line 1: found "-" instead of the source`},
		{"0 -1\n", `line 1: found "-" instead of the target`},
		{"0 1.5\n", `line 1: found "." instead of the target`},
		{"0x10 1\n", `found "x"`},
		{"\xef\xbb\xbf0 1\n", `found "\xef"`},
		{"0\x00 1\n", `found "\x00"`},
		{"0\r1\n", "carriage return in the middle"},
		{"0 18446744073709551616\n", "line 1: the target node has more than 64 bits"},
		{"\n\n0 4294967294\n", "line 3: node 4294967294 is out of range: a heap has at most 4294967294 nodes"},
		{"# nodes 2\n0 1\n0 2\n", "line 3: node 2 is out of range: there are 2 nodes, numbered from 0"},
		{"# nodes 2\n# roots 2\n", "line 2: node 2 is out of range: there are 2 nodes"},
		{"0 1\n5 1\n0 2\n# nodes 3\n", "line 4: there are 3 nodes, but line 2 names node 5"},
		{"# nodes 3\n# nodes 3\n", "line 2: the number of nodes is given a second time"},
		{"# nodes\n", "line 1: the line ends before the number of nodes"},
		{"# nodes -3\n", `found "-" instead of the number of nodes`},
		{"# nodes 3 4\n", `found "4" after the number of nodes`},
		{"# roots 1 x\n", `line 1: found "x" instead of the root`},
		{"# nodes 99999999999\n", "it claims 99999999999 nodes: at most 16777216 nodes are allowed for a file with 0 references and 0 roots; Options.MaxNodes"},
		{"# nodes 16777300\n0 1\n1 2\n", "at most 16777248 nodes are allowed for a file with 2 references and 0 roots"},
		{"0 1\n0 4000000000\n1 0\n", "line 2 names node 4000000000: at most 16777264 nodes"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(strings.NewReader(c.text), Options{})
		runtime.ReadMemStats(&after)
		assert.ErrorContains(t, err, c.want, "%q", c.text)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), "%q allocates", c.text)
	}
	_, err := Read(strings.NewReader("0 1"), Options{Roots: []uint32{2}})
	assert.ErrorContains(t, err, "Options.Roots names node 2: the file has 2 nodes")
	_, err = Read(strings.NewReader("0 1\n0 1\n"), Options{MaxEdges: 1})
	assert.ErrorContains(t, err, "line 2: more than 1 references and roots; Options.MaxEdges sets another limit")
	_, err = Read(strings.NewReader("0 9"), Options{MaxNodes: 9})
	assert.ErrorContains(t, err, "line 1 names node 9: at most 9 nodes")
	_, err = Read(strings.NewReader("0 9"), Options{MaxNodes: 10})
	assert.NoError(t, err)
}

func TestReadPassesOnReadErrors(t *testing.T) {
	broken := errors.New("disk on fire")
	_, err := Read(io.MultiReader(strings.NewReader("0 1\n1 2"), iotest.ErrReader(broken)), Options{})
	assert.ErrorIs(t, err, broken)
	assert.ErrorContains(t, err, "line 2")
	_, err = Read(stuck{}, Options{})
	assert.ErrorIs(t, err, io.ErrNoProgress)
}

// stuck returns neither data nor an error.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

func randomHeap(t *testing.T, rng *rand.Rand, nodes int) *heap.Heap {
	var b heap.Builder
	for range nodes {
		refs := make([]uint32, rng.IntN(5))
		for k := range refs {
			if refs[k] = uint32(rng.IntN(nodes)); rng.IntN(4) == 0 {
				refs[k] = heap.NoObject
			}
		}
		b.Add(uint64(rng.IntN(40)), refs...)
	}
	for range rng.IntN(nodes + 2) {
		b.Root(uint32(rng.IntN(nodes)))
	}
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

func TestRoundTrip(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	sizes := []int{1, 2, 3, 7, 64, 65, 1000, 5 * rootsPerLine}
	split := 0
	for _, nodes := range sizes {
		for range 5 {
			h := randomHeap(t, rng, nodes)
			var text bytes.Buffer
			require.NoError(t, Write(&text, h))
			split += strings.Count(text.String(), "# roots") - 1
			back, err := Read(bytes.NewReader(text.Bytes()), Options{})
			require.NoError(t, err)
			wantRefs, wantRoots := graph(h)
			gotRefs, gotRoots := graph(back)
			require.Equal(t, wantRefs, gotRefs)
			require.Equal(t, wantRoots, gotRoots)
			require.Equal(t, reachedDigest(t, h), reachedDigest(t, back))
			var again bytes.Buffer
			require.NoError(t, Write(&again, back))
			require.Equal(t, text.String(), again.String())
		}
	}
	assert.Positive(t, split, "no line of roots was split")
}

func reachedDigest(t *testing.T, h *heap.Heap) uint64 {
	reached, err := heap.Reachable(h)
	require.NoError(t, err)
	digest, err := heap.Digest(h, reached)
	require.NoError(t, err)
	return digest
}

// TestSparseRoundTrip: a heap of objects without references is a short text.
func TestSparseRoundTrip(t *testing.T) {
	var b heap.Builder
	for range 100_000 {
		b.Add(0)
	}
	h, err := b.Build()
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, Write(&text, h))
	assert.Equal(t, "# nodes 100000\n# roots\n", text.String())
	back, err := Read(&text, Options{})
	require.NoError(t, err)
	assert.Equal(t, uint64(100_000), back.NumObjects())
	assert.Empty(t, back.Roots())
}

func TestWritePassesOnErrors(t *testing.T) {
	h := randomHeap(t, rand.New(rand.NewPCG(1, 1)), 50_000)
	for _, room := range []int{0, 100, 200_000} {
		err := Write(&limited{room}, h)
		assert.ErrorIs(t, err, io.ErrShortWrite)
	}
}

type limited struct{ room int }

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.room {
		return 0, io.ErrShortWrite
	}
	l.room -= len(p)
	return len(p), nil
}

func benchmarkText(b *testing.B) (*heap.Heap, []byte) {
	const nodes, degree = 1 << 18, 8
	rng := rand.New(rand.NewPCG(1, 2))
	build := heap.NewBuilder(nodes, nodes*degree)
	for range nodes {
		var refs [degree]uint32
		for k := range refs {
			refs[k] = rng.Uint32N(nodes)
		}
		build.Add(0, refs[:]...)
	}
	h, err := build.Build()
	require.NoError(b, err)
	var text bytes.Buffer
	require.NoError(b, Write(&text, h))
	return h, text.Bytes()
}

func BenchmarkRead(b *testing.B) {
	_, text := benchmarkText(b)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Read(bytes.NewReader(text), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	h, text := benchmarkText(b)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if err := Write(io.Discard, h); err != nil {
			b.Fatal(err)
		}
	}
}

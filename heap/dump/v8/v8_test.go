package v8_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/heap/dump/v8"
)

// toy is a graph with an edge of each type. Node 6 hangs on a weak edge, node 7 on a shortcut, and
// node 8 on nothing.
var toy = []node{
	{kind: "synthetic", name: "", id: 1, edges: []edge{{"element", 1}, {"shortcut", 2}}},
	{kind: "synthetic", name: "(GC roots)", id: 3, edges: []edge{{"hidden", 3}}},
	{kind: "object", name: "Window / https://secret.example/a b", id: 5, size: 1000, edges: []edge{{"property", 4}, {"weak", 6}, {"context", 5}}},
	{kind: "hidden", name: "system / Map", id: 7, size: 80, edges: []edge{{"shortcut", 7}, {"internal", 3}}},
	{kind: "string", name: "the password", id: 9, size: 24},
	{kind: "closure", name: "login", id: 11, size: 32, edges: []edge{{"internal", 2}, {"weak", 0}}},
	{kind: "object", name: "Order", id: 13, size: 16},
	{kind: "object", name: "Order", id: 15, size: 16},
	{kind: "native", name: `<div id="x">`, id: 17, size: 8, edges: []edge{{"element", 6}}},
}

func read(t *testing.T, text string, opts sink.Options) *sink.Dump {
	t.Helper()
	d, err := v8.Read(strings.NewReader(text), opts)
	require.NoError(t, err)
	require.NoError(t, d.Heap.Check())
	return d
}

// ids returns the ids of the objects that are reached, in order of address.
func ids(t *testing.T, d *sink.Dump) []uint64 {
	t.Helper()
	reached, err := heap.Reachable(d.Heap)
	require.NoError(t, err)
	var list []uint64
	for ref := range d.Objects() {
		if id, _, _ := d.Address(ref); reached.Has(ref) {
			list = append(list, id)
		}
	}
	return list
}

func TestLayouts(t *testing.T) {
	for name, l := range layouts {
		file := l.write(toy)
		assert.True(t, v8.IsDump([]byte(file)[:min(len(file), 4096)]), name)
		d := read(t, file, sink.Options{})
		require.Equal(t, []uint64{1, 3, 5, 7, 9, 11}, ids(t, d), name)
		require.EqualValues(t, len(file), d.Bytes, name)
		require.EqualValues(t, 1176, d.Stats.ObjectBytes)
		counts := map[string]sink.EdgeCount{}
		for _, e := range d.Stats.Edges {
			if e.Count > 0 {
				counts[e.Kind] = sink.EdgeCount{Count: e.Count, Followed: e.Followed, Weak: e.Weak}
			}
		}
		require.Equal(t, map[string]sink.EdgeCount{
			"elements": {Count: 2, Followed: true}, "properties": {Count: 1, Followed: true},
			"internal references": {Count: 2, Followed: true}, "hidden references": {Count: 1, Followed: true},
			"context variables": {Count: 1, Followed: true}, "shortcuts of the root": {Count: 1, Followed: true},
			"shortcuts of other objects": {Count: 1}, "weak references": {Count: 2, Weak: true},
		}, counts, name)
		require.Equal(t, []sink.RootCount{{Label: "root of the snapshot", Count: 1}, {Label: "(GC roots)", Count: 1}}, d.Stats.Roots)
		var classes []string
		for ref := range d.Objects() {
			classes = append(classes, d.Class(ref))
		}
		require.Equal(t, []string{"(root)", "(GC roots)", "Window", "(system)", "(string)", "Function", "Order", "Order", "<div>"}, classes, name)
		ref, ok := d.Find("@13")
		require.True(t, ok)
		require.Equal(t, "@13", d.Text(ref))
		weak := read(t, file, sink.Options{Weak: true})
		require.Equal(t, []uint64{1, 3, 5, 7, 9, 11, 13}, ids(t, weak), name)
	}
	assert.Contains(t, read(t, layouts["julia-1.9"].write(toy), sink.Options{}).Notes[0], "Julia")
	assert.Empty(t, read(t, layouts["node-20"].write(toy), sink.Options{}).Notes)
}

// TestUnknownTypes: types that V8 does not write are followed and mentioned.
func TestUnknownTypes(t *testing.T) {
	l := layouts["other-places"]
	l.edgeTypes += ",strange\n"
	l.nodeTypes += ",odd"
	d := read(t, l.write([]node{{kind: "odd", edges: []edge{{"strange\n", 1}}}, {kind: "odd", id: 1}}), sink.Options{})
	assert.Len(t, ids(t, d), 2)
	assert.Equal(t, []string{"1 edges of unknown type strange? are followed."}, d.Notes)
	ref, _ := d.Ref(1)
	assert.Equal(t, "(odd)", d.Class(ref))
}

// TestUnnamedTypes: nodes and edges of types that the file does not name are there, the edges are
// followed, and a root is followed to other roots over them. A note counts them.
func TestUnnamedTypes(t *testing.T) {
	file := strings.Replace(small, `"nodes":[0,0,1,0,2,1,1,3,16,1,1,1,5,16,0],"edges":[0,2,5,0,2,10,1,2,0]`,
		`"nodes":[0,0,1,0,2,1023,1,3,16,1,12,1,5,16,0],"edges":[7,2,5,0,2,10,7,2,0]`, 1)
	d := read(t, file, sink.Options{})
	assert.Equal(t, []uint64{1, 3, 5}, ids(t, d))
	assert.Equal(t, []string{
		"The file names the types of nodes 0 to 1, and has others: 1 of type 12, 1 of type 1023. They are read as of unknown type, and their class is that number.",
		"The file names the types of edges 0 to 1, and has others: 2 of type 7. They are read as of unknown type, and followed.",
	}, d.Notes)
	last := d.Stats.Edges[len(d.Stats.Edges)-1]
	assert.Equal(t, sink.EdgeCount{Kind: "edges of types that the file does not name", Count: 2, Followed: true}, last)
	first, _ := d.Ref(3)
	assert.Equal(t, "(type 1023)", d.Class(first))

	toRoots := strings.Replace(small, `"nodes":[0,0,1,0,2,1,1,3,16,1,1,1,5,16,0],"edges":[0`, `"nodes":[0,0,1,0,2,0,1,3,16,1,0,1,5,16,0],"edges":[1023`, 1)
	assert.Equal(t, []sink.RootCount{{Label: "A", Count: 2}, {Label: "root of the snapshot", Count: 1}}, read(t, toRoots, sink.Options{}).Stats.Roots)

	rows := make([]string, 40)
	for i := range rows {
		rows[i] = fmt.Sprintf("%d,0,%d,8,0", i, 2*i+1)
	}
	many := strings.Replace(small, `"node_count":3,"edge_count":3},"nodes":[0,0,1,0,2,1,1,3,16,1,1,1,5,16,0],"edges":[0,2,5,0,2,10,1,2,0]`,
		`"node_count":40,"edge_count":0},"nodes":[`+strings.Join(rows, ",")+`],"edges":[]`, 1)
	assert.Contains(t, read(t, many, sink.Options{}).Notes[0], "has others: 1 of type 2, 1 of type 3, 1 of type 4, 1 of type 5, 1 of type 6, and more of 33 other types. They")
}

func TestClassNames(t *testing.T) {
	for written, want := range map[string]string{
		`"Order"`:                                 "Order",
		`"\u004frder\n\t\u00e9 é"`:                "Order??é é",
		`"\ud83d\ude00 \ud83d x \ude00"`:          "😀 ? x ?",
		`"\ud83d\ud83d\ude00\\\"\/"`:              "?😀\\\"/",
		"\"a\xffb\x01\x1b[31m\u202e\"":            "a?b??[31m?",
		`"<div class=\"a\" id=\"b\">"`:            "<div>",
		`"<br>"`:                                  "<br>",
		`"Detached <p id=\"1\">"`:                 "Detached <p>",
		`"Window / https://a.example/?q"`:         "Window",
		`"https://a.example/"`:                    "(no name)",
		`""`:                                      "(no name)",
		`"Node / std::basic_string"`:              "Node / std::basic_string",
		`"system / Context / scope @4711"`:        "system / Context",
		`"` + strings.Repeat("é", 600) + `"`:      strings.Repeat("é", 512),
		`"` + strings.Repeat(`\u00e9`, 600) + `"`: strings.Repeat("é", 512),
		`"` + strings.Repeat("x", 100_000) + `y"`: strings.Repeat("x", 1024),
	} {
		file := strings.Replace(layouts["node-20"].write([]node{{kind: "object"}, {kind: "object", name: "NAME", id: 1}}), `"NAME"`, written, 1)
		d := read(t, file, sink.Options{})
		ref, ok := d.Ref(1)
		require.True(t, ok)
		assert.Equal(t, want, d.Class(ref), written)
	}
}

func TestIsDump(t *testing.T) {
	for text, want := range map[string]bool{
		`{"snapshot":{"meta":`: true, "\xef\xbb\xbf \n{ \"snapshot\" :\t{\r": true, `{"snapshot":{`: true,
		"": false, `{"snapshot":`: false, `{"snapshots":{`: false, `{"type":"ROOT"`: false, `{"nodes":{`: false, `["snapshot":{`: false, `{"snapshot":[`: false,
	} {
		assert.Equal(t, want, v8.IsDump([]byte(text)), text)
	}
}

// TestHowBytesArrive: the outcome does not depend on it, for arrays of many windows.
func TestHowBytesArrive(t *testing.T) {
	for name, l := range layouts {
		file := l.write(ladder(2_500))
		want := read(t, file, sink.Options{})
		assert.Len(t, ids(t, want), 2_500, name)
		for _, r := range []io.Reader{iotest.HalfReader(strings.NewReader(file)), iotest.DataErrReader(strings.NewReader(file)), &bits{text: file}} {
			d, err := v8.Read(r, sink.Options{})
			require.NoError(t, err)
			require.True(t, bytes.Equal(want.Heap.Arena(), d.Heap.Arena()), name)
		}
	}
	_, err := v8.Read(iotest.TimeoutReader(strings.NewReader(layouts["node-20"].write(ladder(2_500)))), sink.Options{})
	assert.ErrorIs(t, err, iotest.ErrTimeout, "the first error of a reader counts, even if the reader would go on")
	_, err = v8.Read(io.MultiReader(strings.NewReader(`{"snapshot"`), iotest.ErrReader(os.ErrPermission)), sink.Options{})
	assert.ErrorIs(t, err, os.ErrPermission)
}

// bits is a reader that returns 1 to 97 bytes at once.
type bits struct {
	text string
	n    int
}

func (b *bits) Read(p []byte) (int, error) {
	if b.text == "" {
		return 0, io.EOF
	}
	b.n = b.n%97 + 1
	n := copy(p[:min(b.n, len(p))], b.text)
	b.text = b.text[n:]
	return n, nil
}

// ladder is a graph of n objects in two chains with rungs, with ids of all lengths.
func ladder(n int) []node {
	nodes := make([]node, n)
	for i := range nodes {
		nodes[i] = node{kind: "object", name: "Rung", id: 1 << (i % 54), size: uint64(i)}
		for _, to := range []int{i + 1, i + 2, i ^ 1} {
			if to < n {
				nodes[i].edges = append(nodes[i].edges, edge{"property", to})
			}
		}
	}
	return nodes
}

// TestReal holds the reader to a snapshot that Bun 1.4.5 wrote, and to what the parsers of
// Chromium's developer tools and of memlab count in it: testdata/make/v8 says how. Marks with
// several workers reach the same, and a snapshot of the heap keeps the digest.
func TestReal(t *testing.T) {
	d := read(t, bun(t), sink.Options{})
	reached := dumptest.Marks(t, d.Heap).Count
	assert.Equal(t, []uint64{3420, 9843, 3414}, []uint64{d.Heap.NumObjects(), d.Heap.NumEdges(), reached})
	assert.Empty(t, d.Notes)
}

// TestRealUnnamed reads the same snapshot with the meta data of early versions of V8, which did not
// name the types after 11. The graph is the same.
func TestRealUnnamed(t *testing.T) {
	const later = `,"symbol","bigint","object shape"]`
	file := bun(t)
	require.Equal(t, 1, strings.Count(file, later))
	d := read(t, strings.Replace(file, later, "]", 1), sink.Options{})
	reached := dumptest.Marks(t, d.Heap).Count
	assert.Equal(t, []uint64{3420, 9843, 3414}, []uint64{d.Heap.NumObjects(), d.Heap.NumEdges(), reached})
	assert.Equal(t, []string{"The file names the types of nodes 0 to 11, and has others: 30 of type 12, 2 of type 13, 591 of type 14. They are read as of unknown type, and their class is that number."}, d.Notes)
}

// bun returns the snapshot that Bun 1.4.5 wrote.
func bun(t *testing.T) string {
	packed, err := os.Open("testdata/bun-1.4.5.heapsnapshot.gz")
	require.NoError(t, err)
	defer packed.Close()
	file, err := gzip.NewReader(packed)
	require.NoError(t, err)
	text, err := io.ReadAll(file)
	require.NoError(t, err)
	return string(text)
}

// TestSlowNode reads what the Node on this machine writes.
func TestSlowNode(t *testing.T) {
	if os.Getenv("HALFMARK_SLOW") == "" {
		t.Skip("starts Node: HALFMARK_SLOW=1 asks for it")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no program node")
	}
	path := filepath.Join(t.TempDir(), "heap.heapsnapshot")
	program := `class Order { constructor(n) { this.next = n } }
		for (let i = 0; i < 1234; i++) globalThis.orders = new Order(globalThis.orders);
		require("v8").writeHeapSnapshot(process.argv[1])`
	out, err := exec.Command(node, "-e", program, path).CombinedOutput()
	require.NoError(t, err, string(out))
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	d, err := v8.Read(file, sink.Options{})
	require.NoError(t, err)
	reached := dumptest.Marks(t, d.Heap).Count
	assert.Greater(t, float64(reached), 0.99*float64(d.Heap.NumObjects()))
	orders := 0
	for ref := range d.Objects() {
		if d.Class(ref) == "Order" {
			orders++
		}
	}
	assert.GreaterOrEqual(t, orders, 1234)
}

package v8_test

import (
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/heap/dump/v8"
)

// small is a snapshot of three nodes, with parts that tests put other texts in the place of.
const small = `{"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count"],"node_types":[["synthetic","object"],"string"],` +
	`"edge_fields":["type","name_or_index","to_node"],"edge_types":[["property","weak"],"node"]},"node_count":3,"edge_count":3},` +
	`"nodes":[0,0,1,0,2,1,1,3,16,1,1,1,5,16,0],"edges":[0,2,5,0,2,10,1,2,0],"other":[1,{"a":[]}],"strings":["(root)","A","b"]}`

// malformed returns small with something wrong, and what must be said. FuzzRead starts from
// these texts, too.
func malformed() map[string]struct{ file, says string } {
	table := map[string]struct{ file, says string }{}
	replace := func(name, old, text, says string) {
		if strings.Count(small, old) != 1 {
			panic(old)
		}
		table[name] = struct{ file, says string }{strings.Replace(small, old, text, 1), says}
	}
	const nodes, edges = "[0,0,1,0,2,1,1,3,16,1,1,1,5,16,0]", "[0,2,5,0,2,10,1,2,0]"
	replace("array", `{"snapshot"`, `["snapshot"`, `v8: beginning, byte 1: found '[' instead of '{' of the snapshot`)
	replace("key-unquoted", `"nodes":`, `nodes:`, `found 'n' instead of '"' of the key`)
	replace("no-colon", `"nodes":`, `"nodes"`, "found '[' instead of ':' of the key")
	replace("trailing-comma", `"b"]}`, `"b"],}`, `found '}' instead of '"' of the key`)
	replace("after-the-end", `"b"]}`, `"b"]} x`, `'x' follows the end`)
	replace("no-comma", `},"nodes"`, `}"nodes"`, `found '"' instead of ',' or '}' of the snapshot`)
	replace("no-snapshot", `"snapshot"`, `"snapshots"`, `"nodes" stands before "snapshot"`)
	replace("no-nodes", `"nodes"`, `"node"`, `"edges" stands before "nodes"`)
	replace("no-edges", `"edges"`, `"edge"`, `the file has no "edges"`)
	replace("no-strings", `"strings"`, `"string"`, `the file has no "strings"`)
	replace("twice", `"other":[1,{"a":[]}]`, `"nodes":[]`, `a second "nodes"`)
	replace("no-self-size", `"self_size"`, `"size"`, `"self_size" must be among them`)
	replace("no-to-node", `"to_node"`, `"to"`, `"to_node" must be among them`)
	replace("no-node-types", `[["synthetic","object"],"string"]`, `[]`, "meta.node_types has no list of names")
	replace("node-types-of-numbers", `["synthetic","object"]`, `[1]`, "meta.node_types has no list of names")
	replace("edge-types-word", `["property","weak"]`, `"node"`, "meta.edge_types has no list of names")
	replace("meta-number", `"node_count":3`, `"node_count":-3`, "the description of the fields cannot be read")
	replace("meta-not-json", `"node_count":3`, `"node_count":nan`, "found 'a' instead of 'u' of true, false or null")
	replace("too-many-fields", `"self_size",`, `"self_size",`+strings.Repeat(`"x",`, 60), "has 65 fields")
	replace("huge-meta", `"node_count":3`, `"x":"`+strings.Repeat("x", 1<<20)+`","node_count":3`, "longer than 1048576 bytes")
	replace("node-count", `"node_count":3`, `"node_count":4`, "there are 3 nodes, and node_count is 4")
	replace("edge-count", `"edge_count":3`, `"edge_count":4`, "the nodes have 3 edges together, and edge_count is 4")
	replace("edge-count-too-small", `"edge_count":3`, `"edge_count":2`, "v8: node 1, byte 281: the node has 1 edges and those before it have 2")
	replace("too-few-edges", edges, "[0,2,5,0,2,10]", "there are 2 edges, and the nodes have 3 together")
	replace("too-many-edges", edges, "[0,2,5,0,2,10,1,2,0,0,2,5]", "v8: edge 3, byte 327: the nodes have 3 edges together, and the file has more")
	replace("no-edges-at-all", edges, "[]", "there are 0 edges, and the nodes have 3 together")
	replace("part-of-a-node", nodes, "[0,0,1,0,2,1,1,3,16,1,1,1,5,16]", "v8: node 2, byte 290: the array ends after 4 numbers of the node, and each node has 5")
	replace("part-of-an-edge", edges, "[0,2,5,0]", "v8: edge 1,")
	replace("node-type", nodes, "[1024,0,1,0,2,1,1,3,16,1,1,1,5,16,0]", "v8: node 0, byte 273: the node has type 1024: the file names types 0 to 1, and no writer has 1024")
	replace("edge-type", edges, "[0,2,5,1024,2,10,1,2,0]", "the edge of node 0 has type 1024: the file names types 0 to 1, and no writer has 1024")
	replace("inside-a-node", edges, "[0,2,5,0,2,11,1,2,0]", "v8: edge 1, byte 315: the edge of node 0 leads to place 11 of the array of nodes: it must be a multiple of 5, and less than 15")
	replace("beyond-the-nodes", edges, "[0,2,5,0,2,10,1,2,15]", "the edge of node 1 leads to place 15")
	replace("negative", nodes, "[0,0,1,-1,2,1,1,3,16,1,1,1,5,16,0]", `v8: node 0, byte 267: the number is not a whole number from 0 up: '-' stands in it`)
	replace("float", nodes, "[0,0,1,1.5,2,1,1,3,16,1,1,1,5,16,0]", `'.' stands in it`)
	replace("exponent", nodes, "[0,0,1,1e5,2,1,1,3,16,1,1,1,5,16,0]", `'e' stands in it`)
	replace("larger-than-2^53", nodes, "[0,0,1,9007199254740993,2,1,1,3,16,1,1,1,5,16,0]", "a number is larger than 2^53")
	replace("digits", nodes, "[0,0,1,"+strings.Repeat("9", 100_000)+",2,1,1,3,16,1,1,1,5,16,0]", "the number has more than 64 bits")
	replace("text-in-nodes", nodes, `[0,0,1,"0",2,1,1,3,16,1,1,1,5,16,0]`, `'"' stands in it`)
	replace("list-in-nodes", nodes, `[0,0,1,[0],2,1,1,3,16,1,1,1,5,16,0]`, "'[' stands in it")
	replace("two-commas", nodes, `[0,0,1,,0,2,1,1,3,16,1,1,1,5,16,0]`, "',' stands in it")
	replace("last-comma", nodes, `[0,0,1,0,2,1,1,3,16,1,1,1,5,16,0,]`, "']' stands in it")
	replace("blank-in-number", nodes, `[0,0,1,0,2,1,1,3,1 6,1,1,1,5,16,0]`, "found '6' instead of ',' or ']' of the nodes")
	replace("nodes-object", nodes, "{}", "found '{' instead of '[' of the nodes")
	replace("edges-of-2^32", nodes, "[0,0,1,0,4294967296,1,1,3,16,1,1,1,5,16,0]", "the node has 4294967296 edges")
	replace("brackets", `[1,{"a":[]}]`, `[1,{"a":[}]]`, `'}' begins no value`)
	replace("closes-nothing", `[1,{"a":[]}]`, `]`, `']' begins no value`)
	replace("no-value", `[1,{"a":[]}]`, ``, "',' begins no value")
	replace("deep", `[1,{"a":[]}]`, strings.Repeat("[", 5000), "nested more than 4096 deep")
	replace("name-beyond", `"(root)","A",`, ``, "there are 1 strings, and a node has string 1 as its name")
	replace("no-strings-at-all", `["(root)","A","b"]`, `[]`, "there are 0 strings")
	replace("number-in-strings", `"b"]`, `5]`, `found '5' instead of '"' of the string`)
	replace("escape", `"A"`, `"\x"`, `the string has 'x' after a backslash`)
	replace("short-escape", `"A"`, `"\u12"`, "four hexadecimal digits")
	table["empty"] = struct{ file, says string }{"", "cut in the middle: it ends before the end of the snapshot"}
	table["blanks"] = struct{ file, says string }{" \n", "cut in the middle"}
	table["empty-object"] = struct{ file, says string }{"{}", `the file has no "snapshot"`}
	return table
}

func TestFaults(t *testing.T) {
	read(t, small, sink.Options{})
	for name, c := range malformed() {
		_, err := v8.Read(strings.NewReader(c.file), sink.Options{})
		assert.ErrorContains(t, err, c.says, name)
		var at *sink.FormatError
		require.ErrorAs(t, err, &at, name)
		require.LessOrEqual(t, at.Offset, int64(len(c.file)), name)
	}
}

// TestCuts: a file that is cut anywhere is refused, and the error says where it ends.
func TestCuts(t *testing.T) {
	step := dumptest.Every(3)
	for i, file := range []string{small, layouts["chromium-148"].write(toy), layouts["node-20"].write(toy)} {
		for n := i % step; n < len(file); n += step {
			_, err := v8.Read(strings.NewReader(file[:n]), sink.Options{})
			require.ErrorIs(t, err, io.ErrUnexpectedEOF, "cut at %d", n)
			var at *sink.FormatError
			require.ErrorAs(t, err, &at)
			require.EqualValues(t, n, at.Offset, "cut at %d: %v", n, err)
		}
	}
}

func TestLimits(t *testing.T) {
	for opts, says := range map[sink.Options]string{
		{MaxObjects: 2}: "v8: more than 2 objects", {MaxEdges: 3}: "v8: more than 3 references and roots", {MaxNames: 200}: "v8: more than 200 bytes of names",
	} {
		_, err := v8.Read(strings.NewReader(small), opts)
		var limit *sink.LimitError
		require.ErrorAs(t, err, &limit)
		assert.ErrorContains(t, err, says)
	}
	read(t, small, sink.Options{MaxObjects: 3, MaxEdges: 4, MaxNames: 1000})
	// A name for each node: the limit of names holds before the strings come.
	many := make([]node, 5000)
	for i := range many {
		many[i] = node{kind: "object", name: fmt.Sprint(i)}
	}
	_, err := v8.Read(strings.NewReader(layouts["node-20"].write(many)), sink.Options{MaxNames: 100_000})
	assert.ErrorContains(t, err, "more than 100000 bytes of names")
}

// claims are texts that claim much in little.
func claims() []string {
	return []string{
		strings.Replace(small, `"node_count":3,"edge_count":3`, `"node_count":9007199254740992,"edge_count":9007199254740992`, 1),
		strings.Replace(small, `"nodes":[0,0,1,0,2,`, `"nodes":[0,4294967295,1,9007199254740992,4294967295,`, 1),
		strings.Replace(small, `"edge_count":3},"nodes":[0,0,1,0,2,`, `"edge_count":4294967296},"nodes":[0,0,1,0,4294967295,`, 1),
	}
}

// TestClaims: nothing is allocated because the file claims it.
func TestClaims(t *testing.T) {
	for _, file := range claims() {
		n := dumptest.Allocated(func() {
			_, err := v8.Read(strings.NewReader(file), sink.Options{})
			assert.Error(t, err)
		})
		assert.Less(t, n, uint64(256<<10))
	}
}

// budget is how many bytes Read may allocate for a file of so many bytes. A node of the smallest
// snapshots takes 10 bytes of it, and about 300 with the heap and the copies of slices that grow.
func budget(file string) uint64 { return uint64(400<<10 + 128*len(file)) }

// TestMutations changes snapshots at random. Whatever comes out is read or refused, without a
// panic and in little memory. A snapshot that is read is a well-formed heap.
func TestMutations(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	files := []string{small}
	for _, name := range slices.Sorted(maps.Keys(layouts)) {
		files = append(files, layouts[name].write(toy))
	}
	accepted, rounds := 0, dumptest.Some()
	for i := range rounds {
		file := mutate(rng, files[i%len(files)])
		var d *sink.Dump
		var err error
		n := dumptest.Allocated(func() { d, err = v8.Read(strings.NewReader(file), sink.Options{}) })
		require.LessOrEqual(t, n, budget(file), "%q", file)
		if err == nil {
			require.NoError(t, d.Heap.Check(), "%q", file)
			accepted++
		}
	}
	t.Logf("%d of %d were accepted", accepted, rounds)
	assert.Positive(t, accepted)
	assert.Less(t, accepted, rounds/10*9)
}

// mutate changes a text in one to four places.
func mutate(rng *rand.Rand, file string) string {
	pieces := []string{`"`, `\`, "{", "}", "[", "]", ",", ":", "-", "0", "1", "9007199254740992", "4294967295", ".5", "e9", "null", "\n", "\x00", `\ud800`}
	for range 1 + rng.IntN(4) {
		at := rng.IntN(len(file))
		end := min(len(file), at+rng.IntN(4))
		switch rng.IntN(4) {
		case 0:
			file = file[:at] + file[end:]
		case 1:
			file = file[:at] + pieces[rng.IntN(len(pieces))] + file[end:]
		case 2:
			file = file[:at] + string(rune(rng.IntN(256))) + file[end:]
		case 3: // a piece of the file, somewhere else
			from := rng.IntN(len(file))
			file = file[:at] + file[from:min(len(file), from+rng.IntN(40))] + file[end:]
		}
	}
	return file
}

// FuzzRead reads arbitrary texts. Without a limit for minimizing, the fuzzer shortens the first
// new text for a minute.
//
//	go test ./heap/dump/v8 -run '^$' -fuzz FuzzRead -fuzztime 30s -fuzzminimizetime 5x
func FuzzRead(f *testing.F) {
	for _, l := range layouts {
		f.Add(l.write(toy))
	}
	for _, c := range malformed() {
		if len(c.file) < 10_000 {
			f.Add(c.file)
		}
	}
	for _, file := range claims() {
		f.Add(file)
	}
	opts := sink.Options{MaxObjects: 1 << 12, MaxEdges: 1 << 14, MaxNames: 1 << 20}
	f.Fuzz(func(t *testing.T, file string) {
		var d *sink.Dump
		var err error
		if n := dumptest.Allocated(func() { d, err = v8.Read(strings.NewReader(file), opts) }); n > budget(file) {
			t.Fatalf("%d bytes allocated for a file of %d", n, len(file))
		}
		again, err2 := v8.Read(&bits{text: file}, opts)
		if (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
			t.Fatalf("a second reading differs: %v, %v", err, err2)
		}
		if err != nil {
			return
		}
		if err := d.Heap.Check(); err != nil {
			t.Fatal(err)
		}
		if d.Heap.NumEdges() != again.Heap.NumEdges() {
			t.Fatal("a second reading gives another heap")
		}
	})
}

// TestFileThatGrows: what comes after the first end is not read.
func TestFileThatGrows(t *testing.T) {
	_, err := v8.Read(&growing{`{"snapshot": {`, "", `"meta": {}}}`}, sink.Options{})
	assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// growing gives a piece at each call, and an end for an empty one.
type growing []string

func (g *growing) Read(p []byte) (int, error) {
	if len(*g) == 0 || (*g)[0] == "" {
		*g = (*g)[min(len(*g), 1):]
		return 0, io.EOF
	}
	n := copy(p, (*g)[0])
	*g = (*g)[1:]
	return n, nil
}

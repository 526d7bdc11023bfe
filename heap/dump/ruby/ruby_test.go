package ruby_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/ruby"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// everything is a small dump with a line of each kind, in the manner of Ruby 3.1 and later.
const everything = `{"type":"ROOT", "root":"vm", "references":["0x10000", "0x10008", "0x10000", "0xdead0"]}
{"type":"ROOT", "root":"global_tbl", "references":["0x10008"]}
{"address":"0x1", "type":"SHAPE", "id":1, "parent_id":0, "depth":1, "shape_type":"IVAR","edge_name":"@a", "edges":0, "memsize":32}
{"address":"0x10030", "type":"STRING", "class":"0x10010", "embedded":true, "bytesize":5, "value":"a\"\\\u0000{[,]}", "encoding":"UTF-8", "memsize":40, "flags":{"wb_protected":true, "old":true}}
{"address":"0x10000", "type":"CLASS", "class":"0x10028", "superclass":"0x10018", "name":"Point", "references":["0x10018", "0x10000", "0x10018"], "memsize":600}
{"address":"0x10008", "type":"OBJECT", "class":"0x10000", "ivars":3, "references":["0x10030", "0xbad0"], "memsize":40}
{"address":"0x10010", "type":"CLASS", "class":"0x10028", "name":"String", "memsize":500}
{"address":"0x10018", "type":"CLASS", "class":"0x10028", "name":"Object", "memsize":500}
{"address":"0x10020", "type":"CLASS", "class":"0x10028", "real_class_name":"Point", "singleton":true, "references":["0x10000"], "memsize":400}
{"address":"0x10028", "type":"CLASS", "class":"0x10028", "memsize":0}
{"address":"0x10038", "type":"ARRAY", "length":1, "shared":true, "references":["0x10030"], "slot_size":40}
{"address":"0x10040", "type":"IMEMO", "class":"0x10030", "imemo_type":"constcache", "memsize":40}
{"address":"0x10048", "type":"IMEMO", "class":"0x8", "imemo_type":"cref", "memsize":40}
{"address":"0x10050", "type":"IMEMO", "class":"0x10008", "imemo_type":"callcache", "references":["0x10040"], "memsize":40}
{"address":"0x10058", "type":"IMEMO", "class":"0x55aa00", "imemo_type":"callinfo", "memsize":40}
{"address":"0x10060", "type":"NONE", "class":"0x10010"}
{"address":"0x10068", "type":"ZOMBIE"}
{"address":"0x10070", "type":"DATA", "struct":"weakmap", "references":["0x10048"], "memsize":100, "file":"x.rb", "line":3, "generation":1.5e+1}
{"address":"0x10078", "type":"OBJECT", "class":"0x10020", "references":["0x10070"], "memsize":40, "new":[true, false, null, -0.5E-3, [], {}, [{"a":[0]}]]}
`

func read(t testing.TB, dump string, opts sink.Options) *sink.Dump {
	d, err := ruby.Read(strings.NewReader(dump), opts)
	require.NoError(t, err)
	require.NoError(t, d.Heap.Check())
	return d
}

func TestEverything(t *testing.T) {
	for _, weak := range []bool{false, true} {
		d := read(t, everything, sink.Options{Weak: weak})
		equalsTwin(t, []byte(everything), d, weak)
		assert.Equal(t, uint64(len(everything)), d.Bytes)
		assert.Equal(t, "Ruby, ObjectSpace.dump_all", d.Writer)
		assert.Equal(t, []sink.RootCount{{Label: "vm", Count: 3}, {Label: "global_tbl", Count: 1}}, d.Stats.Roots)
		assert.Equal(t, uint64(1), d.Stats.DanglingRoots)
		assert.Equal(t, uint64(1), d.Stats.Dangling)
		assert.Equal(t, []sink.EdgeCount{
			{Kind: "references", Count: 10, Followed: true}, {Kind: "classes of objects", Count: 8, Followed: true},
			{Kind: "hidden references of internal objects", Count: 1, Followed: true},
			{Kind: "classes in call caches", Count: 1, Followed: weak, Weak: true},
		}, d.Stats.Edges)
		assert.Len(t, d.Notes, 3)
	}
}

// TestClasses: an object is known by its class, also if the class comes later, by the class
// behind a singleton class, or by its type; an address stands for a class without a name.
func TestClasses(t *testing.T) {
	d := read(t, everything, sink.Options{})
	for at, want := range map[uint64]string{
		0x10030: "String", 0x10008: "Point", 0x10000: "class at 0x10028", 0x10078: "Point", 0x10038: "ARRAY",
		0x10040: "IMEMO:constcache", 0x10050: "IMEMO:callcache", 0x10070: "DATA:weakmap",
	} {
		ref, ok := d.Ref(at)
		require.True(t, ok)
		assert.Equal(t, want, d.Class(ref), "%#x", at)
	}
	ref, _ := d.Ref(0x10038)
	_, bytes, _ := d.Address(ref)
	assert.Equal(t, uint64(40), bytes, "of the slot")
	for _, at := range []uint64{0x10060, 0x10068, 1} {
		_, ok := d.Ref(at)
		assert.False(t, ok, "%#x is no object", at)
	}
	both, _ := d.Ref(0x10008)
	assert.Equal(t, []string{"vm", "global_tbl"}, slices.Collect(d.RootsOf(both)))
}

// TestHiddenReference: the value of a removed constant hangs on the word that is called the
// class of the cache. Without this edge it would seem to be garbage.
func TestHiddenReference(t *testing.T) {
	d := read(t, `{"type":"ROOT", "root":"vm", "references":["0x20000"]}
{"address":"0x20000", "type":"IMEMO", "class":"0x20008", "imemo_type":"constcache"}
{"address":"0x20008", "type":"OBJECT"}`, sink.Options{})
	live, err := heap.Reachable(d.Heap)
	require.NoError(t, err)
	assert.Equal(t, uint64(2), live.Count)
}

// TestImmediates: words that are no addresses are no edges, and dangle nowhere.
func TestImmediates(t *testing.T) {
	for _, word := range []uint64{0, 8, 20, 4095, 0x10001, 0x10002, 0x7f000c} {
		d := read(t, fmt.Sprintf(`{"address":"0x20000", "type":"IMEMO", "class":"%#x", "imemo_type":"cref"}`, word), sink.Options{})
		assert.Zero(t, d.Heap.NumEdges(), "%#x", word)
		assert.Zero(t, d.Stats.Dangling, "%#x", word)
	}
	d := read(t, `{"address":"0x20000", "type":"IMEMO", "class":"0x1000", "imemo_type":"cref"}`, sink.Options{})
	assert.Equal(t, uint64(1), d.Stats.Dangling)
	assert.Len(t, d.Notes, 1, "no roots")
}

// TestSpelling: the order of keys, white space, escapes and lines do not matter.
func TestSpelling(t *testing.T) {
	for _, dump := range []string{
		`{"references":["0x8"],"root":"vm","type":"ROOT"}{"memsize":9,"name":"\u0041\tb","class":"0x8","type":"CLASS","address":"0x8"}`,
		"\n{ \"r\\u006fot\" :\t\"vm\" , \"type\" : \"\\u0052OOT\" ,\r\n \"references\" : [ \"0x0008\" ] }\n\n {\"class\":\"0x8\",\"\\u006d\\u0065msize\":9,\"address\":\"0x8\",\"type\":\"CLASS\",\"name\":\"A\x07b\"}\n",
	} {
		d := read(t, dump, sink.Options{})
		require.Equal(t, uint64(1), d.Heap.NumObjects())
		require.Len(t, d.Heap.Roots(), 1)
		ref, ok := d.Ref(8)
		require.True(t, ok)
		_, bytes, _ := d.Address(ref)
		assert.Equal(t, uint64(9), bytes)
		assert.Contains(t, []string{"A b", "A?b"}, d.Class(ref))
	}
}

// TestLongLines: strings and lists of references are longer than any buffer, and of a name 1
// KiB is kept.
func TestLongLines(t *testing.T) {
	const n = 100_000
	var b strings.Builder
	fmt.Fprintf(&b, `{"type":"ROOT", "root":"%s", "references":["0x100"]}`, strings.Repeat("r", 3*n))
	fmt.Fprintf(&b, `{"address":"0x100", "type":"STRING", "value":"%s", "references":["0x100"`, strings.Repeat(`\u00e9é`, n))
	for i := range n {
		fmt.Fprintf(&b, `, "%#x"`, 0x200+16*(i%3))
	}
	fmt.Fprintf(&b, `], "flags":{"x":"%s"}}`, strings.Repeat(" ", n))
	for i := range 3 {
		fmt.Fprintf(&b, `{"address":"%#x","type":"STRING"}`, 0x200+16*i)
	}
	d := read(t, b.String(), sink.Options{})
	equalsTwin(t, []byte(b.String()), d, false)
	require.Equal(t, uint64(n+1), d.Heap.NumEdges())
	ref, _ := d.Ref(0x100)
	assert.Equal(t, []string{strings.Repeat("r", 1024)}, slices.Collect(d.RootsOf(ref)))
}

// TestDuplicateAddress: of two objects at one address the first one counts.
func TestDuplicateAddress(t *testing.T) {
	const dump = `{"address":"0x10", "type":"ARRAY", "references":["0x10"]} {"address":"0x10", "type":"STRING"}`
	d := read(t, dump, sink.Options{})
	assert.Equal(t, uint64(1), d.Stats.Duplicates)
	equalsTwin(t, []byte(dump), d, false)
}

package hprof

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// The classes of an imaginary program.
const (
	object    = 0x10 + iota*0x10
	node      // extends object
	linked    // extends node
	reference // extends object
	soft      // these extend reference
	weak
	phantom
	final
	custom // extends weak
	nodes  // an array class
	loader // an object
	monitorClass
)

// dot, slash and android are how writers spell the names of classes.
type spelling func(path, array string) string

func slash(path, array string) string {
	if array != "" {
		return "[L" + path + ";"
	}
	return path
}

func dot(path, array string) string {
	out := []byte(slash(path, array))
	for i, c := range out {
		if c == '/' {
			out[i] = '.'
		}
	}
	return string(out)
}

func android(path, array string) string { return dot(path, "") + array }

// program returns a dump without its heap, and the entries of the heap. Object k of those from
// 0x1000 on is reached in exactly one way. Those from 0x2000 on are not reached.
func program(version string, id int, spell spelling) (e *encoder, entries [][]byte) {
	e = newDump(version, id)
	name := func(path string) string { return spell(path, "") }
	i4 := field{"", 10, 0x2000} // a number that would be an object
	entries = [][]byte{
		e.declare(1, loaded{id: object, name: name("java/lang/Object")}),
		e.declare(2, loaded{id: node, super: object, loader: loader, name: name("app/Node"), fields: []field{{"flag", 4, 0}, {"left", 2, 0}, {"count", 10, 0}, {"right", 2, 0}},
			static: []field{{"size", 10, 7}, {"first", 2, 0x1000}, {"none", 2, 0}, {"second", 2, 0x1001}}}),
		e.declare(3, loaded{id: linked, super: node, name: name("app/Linked"), fields: []field{{"mass", 7, 0}, {"next", 2, 0}}, constants: []field{{"", 2, 0x1002}, {"", 5, 9}}}),
		e.declare(4, loaded{id: reference, super: object, name: name("java/lang/ref/Reference"), fields: []field{{"queue", 2, 0}, {"referent", 2, 0}, {"next", 2, 0}}}),
		e.declare(5, loaded{id: soft, super: reference, name: name("java/lang/ref/SoftReference"), fields: []field{{"clock", 11, 0}}}),
		e.declare(6, loaded{id: weak, super: reference, name: name("java/lang/ref/WeakReference")}),
		e.declare(7, loaded{id: phantom, super: reference, name: name("java/lang/ref/PhantomReference")}),
		e.declare(8, loaded{id: final, super: reference, name: name("java/lang/ref/FinalReference")}),
		e.declare(9, loaded{id: custom, super: weak, name: name("app/Entry"), fields: []field{{"referent", 2, 0}}}),
		e.declare(10, loaded{id: nodes, super: object, name: spell("app/Node", "[]")}),
		e.declare(11, loaded{id: monitorClass, super: object, name: name("app/Lock")}),

		e.instance(loader, object),
		e.instance(0x1000, node, append(refs(), field{"", 4, 1}, field{"", 2, 0x1003}, i4, field{"", 2, 0})...),
		e.instance(0x1001, linked, field{"", 7, 0x2000}, field{"", 2, 0x1004}, field{"", 4, 1}, field{"", 2, 0}, i4, field{"", 2, 0x1005}),
		e.array(0x1002, nodes, 0x1006, 0, 0x1007, 0x5555),
		e.instance(0x1003, soft, append([]field{{"", 11, 0x2000}}, refs(0x1008, 0x1009, 0)...)...),
		e.instance(0x1004, weak, refs(0x100A, 0x2001, 0)...),
		e.instance(0x1005, phantom, refs(0, 0x2002, 0)...),
		e.instance(0x1006, final, refs(0, 0x100B, 0)...),
		e.instance(0x1007, custom, append(refs(0x100C), refs(0, 0x2003, 0x100D)...)...),
		e.numbers(0x1008, 10, 3),
		e.numbers(0x1009, 5, 1),
	}
	for k := uint64(0x100A); k <= 0x1013; k++ {
		entries = append(entries, e.instance(k, object))
	}
	for k := uint64(0x2000); k <= 0x2004; k++ {
		entries = append(entries, e.instance(k, object))
	}
	e.record(tagFrame, e.part().ids(0x301, e.str("main"), 0, 0).u4(2).u4(17).buf)
	e.record(tagFrame, e.part().ids(0x302, e.str("run"), 0, 0).u4(99).u4(17).buf)
	e.record(tagTrace, e.part().u4(50).u4(3).u4(2).ids(0x301, 0x302).buf)
	e.record(tagStartThread, e.part().u4(4).ids(0x1012).u4(0).ids(e.str("worker"), 0, 0).buf)
	entries = append(entries,
		e.rootOf(rootSystemClass, node),
		e.rootOf(rootSystemClass, node),
		e.rootOf(rootSystemClass, linked),
		e.rootOf(rootSystemClass, 0x6666),
		e.rootOf(rootJNIGlobal, 0x100E),
		e.rootOf(rootJNILocal, 0x100F, 3, 0xFFFFFFFF),
		e.rootOf(rootFrame, 0x1010, 3, 0),
		e.rootOf(rootFrame, 0x1010, 3, 1),
		e.rootOf(rootMonitor, 0x1011),
		e.rootOf(rootThread, 0x1012, 4, 0),
		e.rootOf(rootUnknown, monitorClass),
		e.rootOf(rootNativeStack, 0x1013, 4),
	)
	return e, entries
}

// live are the objects of program that are reached.
func live() map[uint64]bool {
	s := set(object, node, linked, reference, soft, weak, phantom, final, custom, nodes, loader, monitorClass)
	for k := uint64(0x1000); k <= 0x1013; k++ {
		s[k] = true
	}
	return s
}

// variants are what files differ in.
var variants = []struct {
	version string
	id      int
	spell   spelling
	tag     byte
}{
	{"1.0.1", 4, dot, tagHeapDump}, {"1.0.1", 8, dot, tagHeapDump}, {"1.0.2", 4, slash, tagSegment}, {"1.0.2", 8, slash, tagSegment}, {"1.0.3", 4, android, tagSegment}, {"1.0.3", 8, android, tagSegment},
}

func TestEverything(t *testing.T) {
	for _, v := range variants {
		e, entries := program(v.version, v.id, v.spell)
		d := read(t, e.heap(v.tag, entries...).end(), sink.Options{})
		assert.Equal(t, fmt.Sprintf("HPROF %s, %d-byte identifiers", v.version, v.id), d.Writer)
		assert.Equal(t, live(), reached(t, d))
		assert.Equal(t, []sink.EdgeCount{
			{Kind: "fields", Count: 7, Followed: true},
			{Kind: "array elements", Count: 3, Followed: true},
			{Kind: "classes to superclasses and loaders", Count: 11, Followed: true},
			{Kind: "static fields", Count: 3, Followed: true},
			{Kind: "objects to their class", Count: 24, Followed: true},
			{Kind: "soft references", Count: 1, Followed: true},
			{Kind: "final references", Count: 1, Followed: true},
			{Kind: "weak references", Count: 2, Weak: true},
			{Kind: "phantom references", Count: 1, Weak: true},
		}, d.Stats.Edges)
		assert.EqualValues(t, 1, d.Stats.Dangling)
		assert.EqualValues(t, 1, d.Stats.DanglingRoots)
		assert.Zero(t, d.Stats.Duplicates)
		assert.Len(t, d.Notes, 1)

		all := live()
		for _, id := range []uint64{0x2001, 0x2002, 0x2003} {
			all[id] = true
		}
		d = read(t, e.buf, sink.Options{Weak: true})
		assert.Equal(t, all, reached(t, d))
	}
}

func TestNamesOfEverything(t *testing.T) {
	for _, v := range variants {
		e, entries := program(v.version, v.id, v.spell)
		d := read(t, e.heap(v.tag, entries...).end(), sink.Options{})
		at := func(id uint64) heap.Ref {
			ref, ok := d.Ref(id)
			require.True(t, ok)
			return ref
		}
		for id, class := range map[uint64]string{
			0x1000: "app.Node", 0x1001: "app.Linked", 0x1002: "app.Node[]", 0x1003: "java.lang.ref.SoftReference",
			0x1008: "int[]", 0x1009: "char[]", node: "class app.Node", nodes: "class app.Node[]",
		} {
			assert.Equal(t, class, d.Class(at(id)))
		}
		words := uint64(2 * v.id) // of a header
		for id, want := range map[uint64]uint64{
			loader: words, 0x1000: words + 5 + 2*uint64(v.id), 0x1002: words + 4 + 4*uint64(v.id), 0x1008: words + 4 + 12, node: words + 4 + 3*uint64(v.id),
		} {
			_, bytes, _ := d.Address(at(id))
			assert.Equal(t, want, bytes, "%#x", id)
		}
		fields := func(id uint64) (names []string) {
			for i := range d.Heap.Refs(at(id)) {
				names = append(names, d.Reference(at(id), int(i)))
			}
			return names
		}
		assert.Equal(t, []string{"class", "left", "right"}, fields(0x1000))
		assert.Equal(t, []string{"class", "next", "left", "right"}, fields(0x1001))
		assert.Equal(t, []string{"class", "[0]", "[1]", "[2]", "[3]"}, fields(0x1002))
		assert.Equal(t, []string{"class", "queue", "referent", "next"}, fields(0x1003))
		assert.Equal(t, []string{"class", "referent", "queue", "referent", "next"}, fields(0x1007))
		assert.Equal(t, []string{"superclass", "class loader", "signers", "protection domain", "first", "none", "second"}, fields(node))
		assert.Equal(t, []string{"superclass", "class loader", "signers", "protection domain", ""}, fields(linked), "a constant has no name")
		assert.Empty(t, d.Reference(at(0x1000), 3))
		assert.Empty(t, d.Reference(at(0x1008), 0))
		for id, labels := range map[uint64][]string{
			node: {"system class"}, 0x100E: {"JNI global"}, 0x100F: {"JNI local, thread 3"}, 0x1011: {"monitor"}, 0x1012: {"thread worker"},
			0x1010: {"frame of app.Node.main, thread 3", "frame of run, thread 3"}, 0x1013: {"native stack, thread worker"}, monitorClass: {"unknown root"},
			0x1000: nil,
		} {
			assert.Equal(t, labels, slices.Collect(d.RootsOf(at(id))))
		}
	}
}

// TestAnyOrder: the order of the entries, in one segment or in many, does not matter. Android
// writes instances before their classes, and newer virtual machines write roots into any
// segment.
func TestAnyOrder(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	rounds := dumptest.Some() / 20
	for _, v := range variants {
		e, entries := program(v.version, v.id, v.spell)
		head := slices.Clone(e.buf)
		want := read(t, e.heap(v.tag, entries...).end(), sink.Options{})
		for range rounds {
			e.buf = slices.Clone(head)
			rest := shuffled(rng, entries)
			for len(rest) > 0 {
				n := 1 + rng.IntN(len(rest))
				e.heap(v.tag, rest[:n]...)
				rest = rest[n:]
			}
			got := read(t, e.end(), sink.Options{})
			require.Equal(t, want.Heap.Arena(), got.Heap.Arena())
			require.Equal(t, want.Heap.Roots(), got.Heap.Roots())
			require.Equal(t, want.Stats.Edges, got.Stats.Edges)
			require.Equal(t, want.Stats.Nils, got.Stats.Nils)
			require.Equal(t, want.Notes, got.Notes)
			for ref := range want.Objects() {
				require.Equal(t, want.Class(ref), got.Class(ref))
				for i := range want.Heap.Refs(ref) {
					require.Equal(t, want.Reference(ref, int(i)), got.Reference(ref, int(i)))
				}
			}
		}
	}
}

// TestNamesLast: the names of classes may come after the heap. Which references are weak is
// known then.
func TestNamesLast(t *testing.T) {
	e, entries := program("1.0.2", 8, slash)
	records := e.buf[len(newDump("1.0.2", 8).buf):]
	late := newDump("1.0.2", 8).heap(tagSegment, entries...).add(records).end()
	assert.Equal(t, live(), reached(t, read(t, late, sink.Options{})))
}

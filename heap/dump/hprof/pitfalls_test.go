package hprof

import (
	"bytes"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// TestSegmentLengths: entries are read by their contents, whatever the length of a segment
// says.
func TestSegmentLengths(t *testing.T) {
	for _, v := range variants {
		e, entries := program(v.version, v.id, v.spell)
		head := slices.Clone(e.buf)
		body := bytes.Join(entries, nil)
		segment := func(length int, body []byte) *encoder {
			return e.u1(v.tag).u4(0).u4(uint64(length)).add(body)
		}
		want := read(t, e.heap(v.tag, entries...).end(), sink.Options{})
		for name, length := range map[string]int{
			"of a writer that was killed": 0, "in the middle of an entry": len(entries[0]) + 5,
			"modulo 4 GiB": len(entries[0]), "too long": len(body) + 1, "much too long": len(body) + 1<<30,
		} {
			e.buf = slices.Clone(head)
			got := read(t, segment(length, body).end(), sink.Options{})
			assert.Equal(t, want.Heap.Arena(), got.Heap.Arena(), name)
			assert.Equal(t, want.Heap.Roots(), got.Heap.Roots(), name)
			assert.Len(t, got.Notes, 2, name)
			assert.Contains(t, got.Notes[0], "The file has a wrong length for its heap dump, or for a segment of it.", name)
		}
		e.buf = slices.Clone(head)
		got := read(t, e.heap(v.tag).heap(v.tag, entries...).heap(v.tag).end(), sink.Options{})
		assert.Equal(t, want.Heap.Arena(), got.Heap.Arena(), "empty segments")
		assert.Len(t, got.Notes, 1)
	}
}

// TestKilledWriter: the segment that was being written has the length 0, and nothing ends the dump.
func TestKilledWriter(t *testing.T) {
	for _, v := range variants {
		e, entries := program(v.version, v.id, v.spell)
		e.u1(v.tag).u4(0).u4(0).add(entries...)
		_, err := Read(bytes.NewReader(e.buf), sink.Options{})
		assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
		assert.ErrorContains(t, err, "no record ends the heap dump")
	}
}

// TestOldHeapDumpHasNoEnd: the old agent's version writes one record, and nothing after it.
func TestOldHeapDumpHasNoEnd(t *testing.T) {
	e, entries := program("1.0.1", 8, dot)
	assert.Equal(t, live(), reached(t, read(t, e.heap(tagHeapDump, entries...).buf, sink.Options{})))
}

// TestAndroidEntries: what Android adds to a heap dump is read, in its widths.
func TestAndroidEntries(t *testing.T) {
	for _, id := range []int{4, 8} {
		e := newDump("1.0.3", id)
		entries := [][]byte{e.declare(1, loaded{id: object, name: "java.lang.Object"})}
		labels := map[byte]string{
			rootInterned: "interned string", rootFinalizing: "object in finalization", rootDebugger: "debugger", rootCleanup: "reference in cleanup",
			rootVMInternal: "VM internal", notARoot: "",
		}
		for tag := range labels {
			entries = append(entries, e.rootOf(tag, 0x1000+uint64(tag)))
		}
		labels[rootJNIMonitor] = "JNI monitor, thread 7"
		entries = append(entries, e.rootOf(rootJNIMonitor, 0x1000+rootJNIMonitor, 7, 2))
		entries = append(entries, e.part().u1(entryHeapOfRest).u4('A').ids(e.str("app")).buf)
		for tag := range labels {
			entries = append(entries, e.instance(0x1000+uint64(tag), object))
		}
		entries = append(entries,
			e.part().u1(entryNoData).ids(0x3000).u4(0).u4(1<<31).u1(typeLong).buf,
			e.instance(0x3001, object),
			e.rootOf(rootUnknown, 0x3000), e.rootOf(rootUnknown, 0x3001))
		d := read(t, e.heap(tagSegment, entries...).end(), sink.Options{})
		for tag, label := range labels {
			ref, ok := d.Ref(0x1000 + uint64(tag))
			require.True(t, ok)
			got := slices.Collect(d.RootsOf(ref))
			if label == "" {
				assert.Empty(t, got, "what cannot be reached is no root")
			} else {
				assert.Equal(t, []string{label}, got)
			}
		}
		ref, _ := d.Ref(0x3000)
		_, size, _ := d.Address(ref)
		assert.EqualValues(t, uint64(2*id+4)+8<<31, size)
		assert.Equal(t, "long[]", d.Class(ref))
		assert.True(t, reached(t, d)[0x3001])
	}
}

// TestReferenceKinds: which referents are followed depends on the class that extends
// Reference, however far up it is. Only Reference's own field counts.
func TestReferenceKinds(t *testing.T) {
	for name, followed := range map[string]bool{
		"java/lang/ref/SoftReference": true, "java/lang/ref/FinalReference": true, "java/lang/ref/FinalizerReference": true,
		"java/lang/ref/WeakReference": false, "java/lang/ref/PhantomReference": false,
		"java.lang.ref.WeakReference": false, "app/ref/WeakReference": true,
	} {
		for _, spell := range []spelling{slash, dot} {
			for _, weakToo := range []bool{false, true} {
				e := newDump("1.0.2", 8)
				d := read(t, e.heap(tagSegment,
					e.declare(1, loaded{id: reference, name: spell("java/lang/ref/Reference", ""), fields: []field{{"referent", 2, 0}}}),
					e.declare(2, loaded{id: weak, super: reference, name: spell(name, "")}),
					e.declare(3, loaded{id: custom, super: weak, name: spell("app/Custom", ""), fields: []field{{"referent", 2, 0}}}),
					e.instance(0x1000, custom, refs(0x1001, 0x1002)...),
					e.numbers(0x1001, 8, 1), e.numbers(0x1002, 8, 1), e.rootOf(rootUnknown, 0x1000)).end(), sink.Options{Weak: weakToo})
				got := reached(t, d)
				assert.True(t, got[0x1001], "a field of another class")
				assert.Equal(t, followed || weakToo, got[0x1002], "%s, weak %v", name, weakToo)
			}
		}
	}
}

// TestReferenceOfAnotherPackage: a class of the same name elsewhere has ordinary fields.
func TestReferenceOfAnotherPackage(t *testing.T) {
	e := newDump("1.0.2", 8)
	d := read(t, e.heap(tagSegment,
		e.declare(1, loaded{id: reference, name: "app/lang/ref/Reference", fields: []field{{"referent", 2, 0}}}),
		e.declare(2, loaded{id: weak, super: reference, name: "java/lang/ref/WeakReference"}),
		e.instance(0x1000, weak, refs(0x1001)...), e.numbers(0x1001, 8, 1), e.rootOf(rootUnknown, 0x1000)).end(), sink.Options{})
	assert.True(t, reached(t, d)[0x1001])
}

// TestMissingClasses: instances whose class or superclass is not in the file are objects with
// the references that are known.
func TestMissingClasses(t *testing.T) {
	e := newDump("1.0.2", 8)
	e.load(9, 0x99, "app/Ghost") // loaded, and not in the heap
	d := read(t, e.heap(tagSegment,
		e.instance(0x1000, 0x99, refs(0x1001)...),
		e.instance(0x1001, 0x98),
		e.declare(1, loaded{id: node, super: 0x97, name: "app/Node", fields: []field{{"next", 2, 0}}}),
		e.instance(0x1002, node, refs(0x1001, 0x1000)...),
		e.rootOf(rootSystemClass, 0x99), e.rootOf(rootUnknown, 0x1002)).end(), sink.Options{})
	assert.Equal(t, set(node, 0x1001, 0x1002), reached(t, d))
	assert.EqualValues(t, 1, d.Stats.DanglingRoots)
	assert.Contains(t, d.Notes[0], "The classes of 3 objects, or their superclasses, are not in the file")
	ref, _ := d.Ref(0x1001)
	assert.Equal(t, "class 0x98 without a name", d.Class(ref))
}

// TestTwice: of two objects and two classes with the same identifier the first counts.
func TestTwice(t *testing.T) {
	e := newDump("1.0.2", 8)
	d := read(t, e.heap(tagSegment,
		e.declare(1, loaded{id: node, name: "app/Node", fields: []field{{"next", 2, 0}}}),
		e.declare(2, loaded{id: node, name: "app/Other"}),
		e.instance(0x1000, node, refs(0x1001)...),
		e.instance(0x1000, node, refs(0x1002)...),
		e.numbers(0x1001, 8, 1), e.numbers(0x1002, 8, 1), e.rootOf(rootUnknown, 0x1000)).end(), sink.Options{})
	assert.Equal(t, set(0x1000, 0x1001, node), reached(t, d))
	assert.EqualValues(t, 2, d.Stats.Duplicates)
	ref, _ := d.Ref(0x1000)
	assert.Equal(t, "app.Node", d.Class(ref))
}

// TestLongerInstances: what follows the fields is passed over, and said.
func TestLongerInstances(t *testing.T) {
	e := newDump("1.0.2", 8)
	d := read(t, e.heap(tagSegment,
		e.declare(1, loaded{id: node, name: "app/Node", fields: []field{{"next", 2, 0}}}),
		e.instance(0x1000, node, refs(0x1001, 0x1002)...),
		e.numbers(0x1001, 8, 1), e.numbers(0x1002, 8, 1), e.rootOf(rootUnknown, 0x1000)).end(), sink.Options{})
	assert.Equal(t, set(0x1000, 0x1001, node), reached(t, d))
	assert.Contains(t, d.Notes[0], "1 objects are longer")
}

// TestUnknownRecords: a record of an unknown kind is passed over, and said.
func TestUnknownRecords(t *testing.T) {
	e, entries := program("1.0.2", 8, slash)
	e.record(0x1D, make([]byte, 70_000))
	d := read(t, e.heap(tagSegment, entries...).record(tagControl, make([]byte, 6)).end(), sink.Options{})
	assert.Equal(t, live(), reached(t, d))
	assert.Contains(t, d.Notes[0], "1 records of the file are of an unknown kind")
}

// TestLargeObjects: instances and arrays that are larger than the buffer of the input.
func TestLargeObjects(t *testing.T) {
	const n = 40_000
	for _, v := range variants[2:4] {
		e := newDump(v.version, v.id)
		super := loaded{id: object, name: "app/Large"}
		to := make([]uint64, n)
		for range n {
			super.fields = append(super.fields, field{"f", 2, 0})
		}
		to[0], to[n-1] = 0x3000, 0x3001
		class := loaded{id: node, super: object, name: "app/Larger", fields: []field{{"first", 2, 0}}}
		entries := [][]byte{
			e.declare(1, super), e.declare(2, class),
			e.instance(0x1000, node, refs(append([]uint64{0x2000}, to...)...)...),
			e.array(0x2000, nodes, append(slices.Clone(to), 0x3002)...),
			e.numbers(0x3000, 8, 100_000), e.numbers(0x3001, 11, n), e.numbers(0x3002, 4, 1), e.rootOf(rootUnknown, 0x1000),
		}
		want := set(object, node, 0x1000, 0x2000, 0x3000, 0x3001, 0x3002)
		assert.Equal(t, want, reached(t, read(t, slices.Clone(e.part().add(e.buf).heap(v.tag, entries...).end()), sink.Options{})))
		slices.Reverse(entries) // now they wait
		assert.Equal(t, want, reached(t, read(t, e.heap(v.tag, entries...).end(), sink.Options{})))
	}
}

// TestStackOfThread: the old agent writes several stacks of a thread. The root of the thread says
// which one counts, if the file has it.
func TestStackOfThread(t *testing.T) {
	for trace, want := range map[uint64]string{50: "first", 51: "second", 0: "first", 99: "first"} {
		e := newDump("1.0.1", 4)
		e.record(tagFrame, e.part().ids(0x301, e.str("first"), 0, 0).u4(0).u4(0).buf)
		e.record(tagFrame, e.part().ids(0x302, e.str("second"), 0, 0).u4(0).u4(0).buf)
		e.record(tagTrace, e.part().u4(50).u4(3).u4(1).ids(0x301).buf)
		e.record(tagTrace, e.part().u4(51).u4(3).u4(1).ids(0x302).buf)
		d := read(t, e.heap(tagHeapDump, e.numbers(0x1000, 8, 1), e.rootOf(rootFrame, 0x1000, 3, 0), e.rootOf(rootThread, 0x2000, 3, trace)).buf, sink.Options{})
		ref, _ := d.Ref(0x1000)
		assert.Equal(t, []string{"frame of " + want + ", thread 3"}, slices.Collect(d.RootsOf(ref)))
	}
}

// TestNoClassIsARoot: a file of jhsdb has few roots, and the reader says why little is reached.
func TestNoClassIsARoot(t *testing.T) {
	e := newDump("1.0.2", 8)
	d := read(t, e.heap(tagSegment, e.declare(1, loaded{id: object, name: "java/lang/Object"}), e.instance(0x1000, object), e.rootOf(rootJNIGlobal, 0x1000)).end(), sink.Options{})
	require.Len(t, d.Notes, 2)
	assert.Contains(t, d.Notes[0], "No class is a root")
}

// zeros reads as n zeros.
type zeros struct{ n int64 }

func (z *zeros) Read(p []byte) (int, error) {
	if z.n == 0 {
		return 0, io.EOF
	}
	k := min(int64(len(p)), z.n)
	clear(p[:k])
	z.n -= k
	return int(k), nil
}

// TestLengthsAreUnsigned: a segment and an array of more than 2 GiB, and an array of more than
// 4 GiB.
func TestLengthsAreUnsigned(t *testing.T) {
	e := newDump("1.0.2", 8)
	const n = 1<<31 + 5
	a := e.part().u1(entryPrimArray).ids(0x1000).u4(0).u4(n).u1(8).buf
	b := e.part().u1(entryPrimArray).ids(0x1001).u4(0).u4(1 << 29).u1(typeLong).buf
	rest := append(e.numbers(0x1002, 8, 1), e.rootOf(rootUnknown, 0x1002)...)
	e.u1(tagSegment).u4(0).u4(n + uint64(len(a))).add(a)
	second := e.part().u1(tagSegment).u4(0).u4(uint64(len(b))).add(b).buf // its length is modulo 4 GiB
	third := e.part().heap(tagSegment, rest).end()
	d, err := Read(io.MultiReader(bytes.NewReader(e.buf), &zeros{n}, bytes.NewReader(second), &zeros{8 << 29}, bytes.NewReader(third)), sink.Options{})
	require.NoError(t, err)
	for id, want := range map[uint64]uint64{0x1000: 20 + n, 0x1001: 20 + 8<<29, 0x1002: 20 + 1} {
		ref, ok := d.Ref(id)
		require.True(t, ok)
		_, size, _ := d.Address(ref)
		assert.Equal(t, want, size)
	}
	assert.True(t, reached(t, d)[0x1002])
}

// TestRootsCountByKind: whatever the names of the method and the thread are.
func TestRootsCountByKind(t *testing.T) {
	d := newDecoder(nil, sink.Options{})
	d.names[1] = "pool, a of b"
	d.threads.names[7] = 1
	for tag, kind := range rootKinds {
		label := kind.name
		if kind.thread {
			label = d.lateLabel(lateRoot{tag: tag, thread: 7})
			assert.Contains(t, label, "thread pool, a of b")
			assert.Equal(t, kind.name, rootGroup(d.lateLabel(lateRoot{tag: tag, thread: 8})))
		}
		assert.Equal(t, kind.name, rootGroup(label))
	}
}

package godump

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/input"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// TestTheLimitItselfIsAccepted: of each limit, what just fits is read and one more is
// refused.
func TestTheLimitItselfIsAccepted(t *testing.T) {
	for _, m := range machines {
		name := func(n uint64) []byte {
			return newDump(m).nums(uint64(OtherRoot)).str(strings.Repeat("x", int(n))).nums(0).end()
		}
		version := func(n uint64) []byte {
			e := &encoder{buf: []byte(magic), ptr: m.ptr}
			return e.nums(uint64(ParamsRecord), 0, m.ptr, 0, 0).str("").str(strings.Repeat("x", int(n))).nums(1).end()
		}
		object := func(size uint64) []byte { // 32 bytes before the arena's end
			return newDump(m).nums(uint64(Object), arenaEnd-32).memory(size, nil).pointers().end()
		}
		field := func(word uint64) []byte { // of an object of 64 bytes
			return newDump(m).nums(uint64(Object), at(0)).memory(objSize, nil).pointers(word).end()
		}
		iface := func(word uint64) []byte {
			return newDump(m).nums(uint64(Object), at(0)).memory(objSize, nil).nums(fieldEface, word*m.ptr, fieldEnd).end()
		}
		arena := func(start uint64) []byte { return newDumpOf(m, start, 7).end() }
		for what, c := range map[string]struct {
			dump  func(uint64) []byte
			limit uint64
		}{
			"bytes of a name":       {name, 1 << 20},
			"bytes of a version":    {version, 255},
			"object at arena's end": {object, 32},
			"field at the end":      {field, objSize/m.ptr - 1},
			"interface at the end":  {iface, objSize/m.ptr - 2},
			"arena's start":         {arena, 7},
		} {
			_, err := Read(bytes.NewReader(c.dump(c.limit)), Options{})
			require.NoError(t, err, "%s, %s: %d", m.name, what, c.limit)
			_, err = Read(bytes.NewReader(c.dump(c.limit+1)), Options{})
			var at *sink.FormatError
			require.ErrorAs(t, err, &at, "%s, %s: %d", m.name, what, c.limit+1)
		}
	}
}

// TestEveryHeldPointerCounts: MaxPointers bounds the references of objects, the roots
// and the words of frames together, with the words of the record at hand; what is not
// between the arena's start and end is not held.
func TestEveryHeldPointerCounts(t *testing.T) {
	for _, m := range machines {
		e := newDump(m).object(0, at(0), arenaStart-1, arenaEnd, at(0)+1) // 2 held, and 2 as words
		e.nums(uint64(OtherRoot)).str("").nums(at(0))                     // 1
		e.nums(uint64(StackFrame), stackStart, 0, 0).memory(3*m.ptr, words(at(0), arenaEnd-1, 0)).
			nums(0, 0, 0).str("f").pointers(0) // 2, 2 as words, and 1 listed
		dump := e.end()
		const held = 2 + 1 + 2 + 2 + 1
		_, err := Read(bytes.NewReader(dump), Options{MaxPointers: held})
		require.NoError(t, err, m.name)
		_, err = Read(bytes.NewReader(dump), Options{MaxPointers: held - 1})
		var limit *sink.LimitError
		require.ErrorAs(t, err, &limit, m.name)
		require.Equal(t, "MaxPointers", limit.Option)
		require.ErrorContains(t, err, "stack frame record 1")
	}
	// A field of a frame counts when it is read, not at the frame's end.
	many, at0 := make([]uint64, 100), slices.Repeat([]uint64{at(0)}, 100)
	for i := range many {
		many[i] = uint64(i)
	}
	_, err := Read(bytes.NewReader(newDump(machines[0]).nums(uint64(StackFrame), stackStart, 0, 0).memory(800, words(at0...)).
		nums(0, 0, 0).str("f").pointers(many...).nums(99).end()), Options{MaxPointers: 150})
	assert.ErrorContains(t, err, "more than 150 pointers into the heap")
}

// TestArenaBounds: the arena's first byte is in it and its end is not, for words of
// contents and for roots.
func TestArenaBounds(t *testing.T) {
	for _, m := range machines {
		e := newDump(m).object(0, arenaStart-1, arenaStart, arenaEnd-1, arenaEnd)
		for _, root := range []uint64{arenaStart - 1, arenaStart, arenaEnd - 1, arenaEnd} {
			e.nums(uint64(OtherRoot)).str("").nums(root)
		}
		d, err := Read(bytes.NewReader(e.end()), Options{})
		require.NoError(t, err, m.name)
		require.Equal(t, uint64(4), d.Stats.Fields)
		require.Equal(t, uint64(1), d.Stats.Pointers, m.name)
		require.Equal(t, uint64(1), d.Stats.NoObject, m.name)
		require.Equal(t, uint64(2), d.Stats.RootWords[OtherRoot], m.name)
	}
}

// TestFrameBounds: a root into a frame's first or last byte makes its words roots, and
// one before it or at its end does not.
func TestFrameBounds(t *testing.T) {
	for _, m := range machines {
		for _, c := range []struct {
			root uint64
			into bool
		}{
			{stackStart - 1, false}, {stackStart, true}, {stackStart + 2*m.ptr - 1, true}, {stackStart + 2*m.ptr, false},
		} {
			e := newDump(m).object(0).nums(uint64(OtherRoot)).str("").nums(c.root)
			e.nums(uint64(StackFrame), stackStart, 0, 0).memory(2*m.ptr, words(at(0))).nums(0, 0, 0).str("f").pointers()
			d, err := Read(bytes.NewReader(e.end()), Options{})
			require.NoError(t, err)
			assert.Equal(t, c.into, reachedObjects(t, d)[at(0)], "%s: root %#x", m.name, c.root)
		}
	}
}

// TestContentsOfSeveralChunks: words are found in all chunks of a large object, at the
// offsets where they are.
func TestContentsOfSeveralChunks(t *testing.T) {
	for _, m := range machines {
		const size = 3*input.ChunkBytes + 40
		at := []uint64{0, input.ChunkBytes/m.ptr - 1, input.ChunkBytes / m.ptr, 2*input.ChunkBytes/m.ptr + 1, size/m.ptr - 1}
		contents := map[uint64]uint64{}
		for i, word := range at {
			contents[word] = 1<<20 + uint64(i)*input.ChunkBytes/2
			contents[word+1] = 1 // below the arena
		}
		delete(contents, size/m.ptr)
		e := newDumpOf(m, 1<<20, 1<<21).nums(uint64(Object), 1<<20).memory(size, contents).pointers(at...)
		e.nums(uint64(OtherRoot)).str(strings.Repeat("n", 2*input.ChunkBytes+7)).nums(1 << 20)
		d, err := Read(bytes.NewReader(e.end()), Options{})
		require.NoError(t, err, m.name)
		assert.Equal(t, uint64(len(at)), d.Stats.Pointers, m.name)
		assert.Equal(t, uint64(len(at)-1), d.Stats.Interior)
		assert.Equal(t, uint64(1), d.Stats.RootWords[OtherRoot])
	}
}

// TestCutsAreLocated: a cut is where the file ends, except in the first line.
func TestCutsAreLocated(t *testing.T) {
	dump, _ := everything(machines[0])
	for n := len(magic); n < len(dump); n++ {
		_, err := Read(bytes.NewReader(dump[:n]), Options{})
		var at *sink.FormatError
		require.ErrorAs(t, err, &at, "cut at %d", n)
		require.Equal(t, int64(n), at.Offset, "cut at %d: %v", n, err)
	}
	_, err := Read(strings.NewReader("go2"), Options{})
	assert.ErrorContains(t, err, `the file begins with "go2"`, "short, but not the beginning of a dump")
}

// TestShortStringsArePrintable: what cannot be printed is replaced.
func TestShortStringsArePrintable(t *testing.T) {
	e := &encoder{buf: []byte(magic), ptr: 8}
	dump := e.nums(uint64(ParamsRecord), 0, 8, 0, 0).str("\x1f !}~\x7f\xff").str("").nums(1).end()
	d, err := Read(bytes.NewReader(dump), Options{})
	require.NoError(t, err)
	assert.Equal(t, "? !}~??", d.Params.Arch)
	assert.Equal(t, "kind 18", Kind(NumKinds).String())
	assert.Equal(t, "allocation sample", Kind(NumKinds-1).String())
}

// TestDefaultLimits: 0 stands for limits that an ordinary dump keeps.
func TestDefaultLimits(t *testing.T) {
	assert.EqualValues(t, 268_435_456, DefaultMaxObjects)
	assert.EqualValues(t, 1_073_741_824, DefaultMaxPointers)
	d, err := Read(bytes.NewReader(newDump(machines[0]).object(0, at(0)).end()), Options{MaxObjects: math.MaxUint64, MaxPointers: math.MaxUint64})
	require.NoError(t, err)
	assert.Equal(t, uint64(1), d.Heap.NumEdges())
}

// TestWhatFollowsADanglingPointerCounts: a pointer or a finalizer that leads into no
// object ends neither the list of an object's pointers nor that of finalizers.
func TestWhatFollowsADanglingPointerCounts(t *testing.T) {
	for _, m := range machines {
		const dangling = 9
		e := newDump(m).object(0, at(dangling), at(1), at(dangling), at(2)).object(1).object(2).object(3, at(4)).object(4)
		e.nums(uint64(OtherRoot)).str("").nums(at(dangling))
		e.nums(uint64(OtherRoot)).str("").nums(at(0))
		e.nums(uint64(OtherRoot)).str("").nums(at(dangling))
		e.nums(uint64(Finalizer), at(dangling), 0, 0, 0, 0)
		e.nums(uint64(Finalizer), at(3), 0, 0, 0, 0)
		d, err := Read(bytes.NewReader(e.end()), Options{})
		require.NoError(t, err)
		want := map[uint64]bool{at(0): true, at(1): true, at(2): true, at(4): true}
		require.Equal(t, want, reachedObjects(t, d), m.name)
		require.Equal(t, uint64(2), d.Stats.NoObject)
		require.Equal(t, uint64(1), d.Stats.FinalizersOfNoObject)
	}
}

// TestSegmentsAddUp: a dump may hold several data segments, and the roots of all count.
func TestSegmentsAddUp(t *testing.T) {
	for _, m := range machines {
		e := newDump(m).object(0).object(1).object(2)
		e.nums(uint64(Data), 0).memory(2*m.ptr, words(at(0), at(1))).pointers(0, 1)
		e.nums(uint64(Data), 0).memory(m.ptr, words(at(2))).pointers(0)
		d, err := Read(bytes.NewReader(e.end()), Options{})
		require.NoError(t, err)
		require.Equal(t, uint64(3), d.Stats.RootWords[Data], m.name)
		require.Len(t, d.Heap.Roots(), 3)
	}
}

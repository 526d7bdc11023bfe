package godump

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/input"
)

// rootsAt returns in words what leads into the object at addr.
func rootsAt(t testing.TB, d *Dump, addr uint64) (words []string) {
	ref, ok := d.Ref(addr)
	require.True(t, ok, "%#x", addr)
	for r := range d.RootsOf(ref) {
		words = append(words, r.String())
	}
	return words
}

// TestRootsInWords: each kind of record is named, with what the dump knows about it.
func TestRootsInWords(t *testing.T) {
	for _, m := range machines {
		dump, _ := everything(m)
		d, err := Read(bytes.NewReader(dump), Options{})
		require.NoError(t, err)
		wait := "goroutine 1 (chan receive), "
		for obj, want := range map[int]string{
			0:  fmt.Sprintf("global variable at %#x (data segment)", 0x400+m.ptr),
			1:  "global variable at 0x500 (bss segment)",
			2:  "other",
			3:  wait + "its closure or records",
			6:  wait + "frame of main.f",
			22: wait + "frame of main.main, read conservatively",
			23: wait + "frame of main.g, read conservatively",
			7:  wait + "deferred call",
			10: wait + "panic",
			11: fmt.Sprintf("finalizer of the object at %#x", at(12)+8),
			13: fmt.Sprintf("finalizer of the object at %#x", at(12)),
			15: "queued finalizer",
		} {
			assert.Equal(t, []string{want}, rootsAt(t, d, at(obj)), "%s: object %d", m.name, obj)
		}
		for _, obj := range []int{12, 18, 20, 25} {
			assert.Empty(t, rootsAt(t, d, at(obj)), "object %d is no root", obj)
		}
		for range d.RootsOf(heap.Nil) {
			t.Error("nil has a root")
		}
		require.Equal(t, []Segment{{Data, 0x400, 3 * m.ptr}, {BSS, 0x500, 3 * m.ptr}}, d.Segments)
	}
}

// TestRootsOfOneObject: the one that explains most comes first, and all are there.
func TestRootsOfOneObject(t *testing.T) {
	m := machines[0]
	e := newDump(m).object(0).object(1)
	goroutine := func(id uint64, system uint64, why string, context uint64) {
		e.nums(uint64(Goroutine), 0x900+id, stackStart, id, 0x99, 4, system, 0, 5).str(why).nums(context, 0, 0, 0)
	}
	e.nums(uint64(OtherRoot)).str("").nums(at(0))
	goroutine(7, 1, "", at(0))
	e.nums(uint64(StackFrame), stackStart, 0, 0).memory(16, words(at(0), stackStart)).nums(0, 0, 0).str("main.\x1b[2Jgröße").pointers(0, 1)
	e.nums(uint64(Defer), at(0), 0x907, 0, 0, 0, 0, 0)
	goroutine(8, 0, "select", 0)
	e.nums(uint64(Panic), at(0), 0x908, 0, 0, 0, 0)
	e.nums(uint64(Panic), at(0), 0x907, 0, 0, 0, 0) // of a goroutine that is not the last
	e.nums(uint64(BSS), 0x500).memory(16, words(at(0), at(0)+9)).pointers(0, 1)
	e.nums(uint64(Finalizer), at(1), at(0), 0, 0, 0)
	d, err := Read(bytes.NewReader(e.end()), Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{
		"global variable at 0x500 (bss segment)",
		"global variable at 0x508 (bss segment)",
		"system goroutine 7, frame of main.?[2Jgröße",
		"system goroutine 7, its closure or records",
		"system goroutine 7, deferred call",
		"goroutine 8 (select), panic",
		"panic",
		fmt.Sprintf("finalizer of the object at %#x", at(1)),
		"other root",
		"system goroutine 7, frame of main.?[2Jgröße, read conservatively",
	}, rootsAt(t, d, at(0)))
	ref, _ := d.Ref(at(0))
	require.Equal(t, []heap.Ref{ref}, d.Heap.Roots(), "one root in the heap")
	for r := range d.RootsOf(ref) {
		assert.Equal(t, Root{Kind: BSS, Address: 0x500}, r)
		break
	}
}

// TestEveryRootIsExplained: each root of the heap has a word that leads into it, and what
// is no root has none.
func TestEveryRootIsExplained(t *testing.T) {
	for _, m := range machines {
		dump, _ := everything(m)
		for _, precise := range []bool{false, true} {
			d, err := Read(bytes.NewReader(dump), Options{PreciseStacks: precise})
			require.NoError(t, err)
			for _, ref := range d.Heap.Objects() {
				n := 0
				for range d.RootsOf(ref) {
					n++
				}
				require.Equal(t, slices.Contains(d.Heap.Roots(), ref), n > 0)
			}
		}
	}
}

// TestOneFinalizerForOneObject: a damaged file may name an object often. A reference of
// the object counts once.
func TestOneFinalizerForOneObject(t *testing.T) {
	e := newDump(machines[0]).object(0, at(1), at(2), at(3)).object(1).object(2).object(3)
	for k := range uint64(1000) {
		e.nums(uint64(Finalizer), at(0)+k%objSize, 0, 0, 0, 0)
	}
	d, err := Read(bytes.NewReader(e.end()), Options{})
	require.NoError(t, err)
	assert.Equal(t, uint64(3), d.Stats.RootWords[Finalizer])
	assert.Len(t, d.roots, 3)
}

// TestFrameListsAWordOnce: a field takes two bytes of the file, and a frame may list the same word
// again and again. It is one root.
func TestFrameListsAWordOnce(t *testing.T) {
	e := newDump(machines[0]).object(0).object(1)
	again := slices.Repeat([]uint64{1, 0}, 1000)
	for range 2 { // each frame for itself
		e.nums(uint64(StackFrame), stackStart, 0, 0).memory(24, words(at(0), at(1), at(1))).nums(0, 0, 0).str("main.f").pointers(again...)
	}
	d, err := Read(bytes.NewReader(e.end()), Options{PreciseStacks: true})
	require.NoError(t, err)
	assert.Equal(t, uint64(4), d.Stats.RootWords[StackFrame])
	assert.Len(t, d.roots, 4)
}

// TestNamesOfRootsAreBounded: of a long name the beginning is kept, of equal names one, and
// of endless many so many bytes.
func TestNamesOfRootsAreBounded(t *testing.T) {
	e := newDump(machines[0]).object(0).object(1)
	for obj, n := range []int{keptNameBytes, 3 * input.ChunkBytes} {
		e.nums(uint64(OtherRoot)).str(strings.Repeat("n", n)).nums(at(obj))
	}
	d, err := Read(bytes.NewReader(e.end()), Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{strings.Repeat("n", keptNameBytes)}, rootsAt(t, d, at(0)))
	assert.Equal(t, rootsAt(t, d, at(0)), rootsAt(t, d, at(1)))
	assert.Equal(t, keptNameBytes, d.origins.nameBytes)

	o := origins{nameBytes: allNamesBytes - 3}
	assert.Equal(t, []string{"abc", "", "abc"}, []string{o.text(o.number([]byte("abc"))), o.text(o.number([]byte("d"))), o.text(o.number([]byte("abc")))})
}

// TestOffsets: references know where they are in their objects, whatever pointers beside
// them lead to no object, and in whatever order the objects come.
func TestOffsets(t *testing.T) {
	for _, m := range machines {
		e := newDump(m).object(2, 0, at(1), stackStart, at(0)).object(0, at(9), at(2)).object(1)
		e.nums(uint64(Object), at(3)).memory(objSize, words(at(18), at(0))).nums(fieldEface, 0, fieldEnd)
		dump := e.end()
		d, err := Read(bytes.NewReader(dump), Options{Offsets: true})
		require.NoError(t, err)
		var got []string
		for rank, ref := range d.Heap.Objects() {
			for i, to := range d.Heap.Refs(ref) {
				offset, ok := d.Offset(ref, i)
				require.True(t, ok)
				addr, _, _ := d.Address(to)
				got = append(got, fmt.Sprintf("%d+%d:%#x", rank, offset/m.ptr, addr))
				require.Zero(t, offset%m.ptr)
			}
			n, _, _ := d.Heap.Object(ref)
			_, ok := d.Offset(ref, n)
			require.False(t, ok)
		}
		assert.Equal(t, []string{fmt.Sprintf("0+1:%#x", at(2)), fmt.Sprintf("2+1:%#x", at(1)), fmt.Sprintf("2+3:%#x", at(0)), fmt.Sprintf("3+1:%#x", at(0))}, got, m.name)
		_, ok := d.Offset(heap.Nil, 0)
		assert.False(t, ok)
		without, err := Read(bytes.NewReader(dump), Options{})
		require.NoError(t, err)
		ref, _ := without.Ref(at(0))
		_, ok = without.Offset(ref, 0)
		assert.False(t, ok)
	}
}

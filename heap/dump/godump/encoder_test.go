package godump

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// encoder writes dumps of imaginary programs.
type encoder struct {
	buf []byte
	ptr uint64 // pointer size
	big bool
}

// machine is what dumps differ in.
type machine struct {
	name string
	ptr  uint64
	big  bool
}

var machines = []machine{{"le64", 8, false}, {"be64", 8, true}, {"le32", 4, false}, {"be32", 4, true}}

// The imaginary arena. Objects are numbered and lie objSize apart; stacks are
// at its end.
const (
	arenaStart, arenaEnd = 0x10000, 0x20000
	objSize              = 64
	stackStart           = 0x1f000
)

func at(obj int) uint64 { return arenaStart + uint64(obj)*objSize }

// newDump begins a dump: the first line and the params.
func newDump(m machine) *encoder { return newDumpOf(m, arenaStart, arenaEnd) }

func newDumpOf(m machine, start, end uint64) *encoder {
	e := &encoder{buf: []byte(magic), ptr: m.ptr, big: m.big}
	order := uint64(0)
	if m.big {
		order = 1
	}
	return e.nums(uint64(ParamsRecord), order, m.ptr, start, end).str("pdp\x1b7").str("go1.99").nums(3)
}

func (e *encoder) nums(vs ...uint64) *encoder {
	for _, v := range vs {
		e.buf = binary.AppendUvarint(e.buf, v)
	}
	return e
}

func (e *encoder) str(s string) *encoder {
	e.nums(uint64(len(s)))
	e.buf = append(e.buf, s...)
	return e
}

// memory writes size bytes of contents: words[i] is the value at word i, other
// bytes are 0xAA, which is no address in the arena.
func (e *encoder) memory(size uint64, words map[uint64]uint64) *encoder {
	mem := make([]byte, size)
	for i := range mem {
		mem[i] = 0xAA
	}
	for i, v := range words {
		e.put(mem[i*e.ptr:], v)
	}
	e.nums(size)
	e.buf = append(e.buf, mem...)
	return e
}

func (e *encoder) put(mem []byte, v uint64) {
	var order binary.ByteOrder = binary.LittleEndian
	if e.big {
		order = binary.BigEndian
	}
	if e.ptr == 4 {
		order.PutUint32(mem, uint32(v))
	} else {
		order.PutUint64(mem, v)
	}
}

// words makes the map for memory of values in order.
func words(vs ...uint64) map[uint64]uint64 {
	m := map[uint64]uint64{}
	for i, v := range vs {
		m[uint64(i)] = v
	}
	return m
}

// pointers ends a record with pointer fields at the given words.
func (e *encoder) pointers(at ...uint64) *encoder {
	for _, w := range at {
		e.nums(fieldPtr, w*e.ptr)
	}
	return e.nums(fieldEnd)
}

// object writes object number obj with pointers to addrs in its first words.
func (e *encoder) object(obj int, addrs ...uint64) *encoder {
	e.nums(uint64(Object), at(obj)).memory(objSize, words(addrs...))
	fields := make([]uint64, len(addrs))
	for i := range fields {
		fields[i] = uint64(i)
	}
	return e.pointers(fields...)
}

func (e *encoder) end() []byte { return e.nums(uint64(End)).buf }

// everything writes a dump with records of every kind, and returns what of its
// objects must be reached. Object k is reached by exactly one way.
func everything(m machine) (dump []byte, reached map[int]bool) {
	e := newDump(m)
	reached = map[int]bool{}
	for _, k := range []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 20, 21, 22, 23, 24} {
		reached[k] = true // 12 is finalized, 18 and 19 are garbage, 25 a stale slot
	}
	// Objects, not in order of address.
	for k := 11; k < 26; k++ {
		switch k {
		case 12: // finalized; refers to 13, and to 14 inside
			e.object(k, at(13), at(14)+17)
		case 18: // garbage that refers to itself, 19 and 0
			e.object(k, at(18), at(19), at(0))
		default:
			e.object(k)
		}
	}
	// Object 0 has interfaces: the second word counts. Words that are not
	// listed, nil, foreign and dangling pointers do not.
	e.nums(uint64(Object), at(0)).memory(objSize, words(0x99, at(20), at(18), at(21)+objSize-1, at(18), 0, 0x50))
	e.nums(fieldIface, 0, fieldEface, 2*e.ptr, fieldPtr, 5*e.ptr, fieldPtr, 6*e.ptr, fieldPtr, 7*e.ptr, fieldEnd)
	for k := 1; k < 11; k++ {
		e.object(k, stackStart) // into a stack: neither an object nor a root
	}
	e.nums(uint64(Type), 0x77, 8).str("main.T").nums(1)
	e.nums(uint64(Itab), 0x78, 0x77)
	e.nums(uint64(Data), 0x400).memory(3*e.ptr, words(at(18), at(0)+1, at(18))).pointers(1)
	e.nums(uint64(BSS), 0x500).memory(3*e.ptr, words(at(1), 0, at(18))).pointers(0, 1)
	e.nums(uint64(OtherRoot)).str("other").nums(at(2))
	e.nums(uint64(Goroutine), at(18), stackStart, 1, 0x99, 4, 0, 0, 5).str("chan receive").nums(at(3), at(18), at(4), at(5))
	// The first frame lists 6, a pointer into the second frame and two outside
	// itself; its stale slot does not count. The slots that the second and a third do
	// not list count: 22 and 23.
	e.nums(uint64(StackFrame), stackStart, 0, 0).memory(5*e.ptr, words(at(25), at(6), stackStart+5*e.ptr+1)).
		nums(0x99, 0x99, 0x99).str("main.f").pointers(2, 1, 5, 1<<60)
	e.nums(uint64(StackFrame), stackStart+5*e.ptr, 1, stackStart).memory(3*e.ptr, words(at(22), stackStart+0x100)).
		nums(0x99, 0x99, 0x99).str("main.main").pointers(2)
	e.nums(uint64(StackFrame), stackStart+0x100, 0, 0).memory(2*e.ptr, words(at(23), stackStart+5*e.ptr)).
		nums(0x99, 0x99, 0x99).str("main.g").pointers()
	e.nums(uint64(StackFrame), stackStart+0x200, 0, 0).memory(e.ptr, words(at(25))).
		nums(0x99, 0x99, 0x99).str("main.h").pointers()
	e.nums(uint64(Defer), at(7), at(18), stackStart, 0x99, at(8), 0x99, at(9))
	e.nums(uint64(Panic), stackStart+0x100, at(18), 0x99, at(10), 0, 0)
	e.nums(uint64(Panic), at(24), at(18), 0, 0, 0, 0)
	e.nums(uint64(Finalizer), at(12)+8, at(11), 0x99, 0x77, 0x77)
	e.nums(uint64(Finalizer), stackStart, 0, 0x99, 0x77, 0x77)
	e.nums(uint64(QueuedFinalizer), at(15), at(16), 0x99, at(17), 0x77)
	e.nums(uint64(OSThread), 0x66, 1, 2)
	e.nums(uint64(MemStats))
	for i := range uint64(24 + 256 + 1) {
		e.nums(i * i * i)
	}
	e.nums(uint64(MemProf), 0x55, 8, 2).str("f").str("f.go").nums(1).str("g").str("").nums(1<<63, 10, 5)
	e.nums(uint64(AllocSample), at(18), 0x55)
	return e.end(), reached
}

// reachedObjects returns the addresses of what is reached in d.
func reachedObjects(t testing.TB, d *Dump) map[uint64]bool {
	require.NoError(t, d.Heap.Check())
	set, err := heap.Reachable(d.Heap)
	require.NoError(t, err)
	out := map[uint64]bool{}
	for _, r := range d.Heap.Objects() {
		if addr, _, ok := d.Address(r); ok && set.Has(r) {
			out[addr] = true
		}
	}
	require.Len(t, out, int(set.Count), "objects without an address")
	return out
}

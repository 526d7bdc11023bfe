package godump

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/objects"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

func TestEveryKindOfRecord(t *testing.T) {
	for _, m := range machines {
		t.Run(m.name, func(t *testing.T) {
			dump, reached := everything(m)
			for name, r := range map[string]io.Reader{"whole": bytes.NewReader(dump), "one byte": iotest.OneByteReader(bytes.NewReader(dump))} {
				d, err := Read(r, Options{})
				require.NoError(t, err, name)
				got := reachedObjects(t, d)
				for k := range 26 {
					assert.Equal(t, reached[k], got[at(k)], "%s: object %d", name, k)
				}
				assert.Equal(t, Params{"pdp?7", "go1.99", int(m.ptr), m.big, 3, arenaStart, arenaEnd}, d.Params)
			}
			d, err := Read(bytes.NewReader(dump), Options{PreciseStacks: true})
			require.NoError(t, err)
			got := reachedObjects(t, d)
			assert.True(t, got[at(6)])
			assert.False(t, got[at(22)], "only what frames list counts")
			assert.Zero(t, d.Stats.FramesPointedInto)
		})
	}
}

func TestStats(t *testing.T) {
	dump, _ := everything(machines[0])
	d, err := Read(bytes.NewReader(dump), Options{})
	require.NoError(t, err)
	s := d.Stats
	assert.Equal(t, uint64(len(dump)), s.Bytes)
	for k := range NumKinds {
		assert.Positive(t, s.Records[k], "no record of kind %v", Kind(k))
	}
	assert.Equal(t, uint64(26), s.Records[Object])
	assert.Equal(t, d.Heap.NumObjects(), s.Records[Object])
	assert.Equal(t, uint64(26*objSize), s.ObjectBytes)
	assert.Equal(t, uint64(11*11*11), s.HeapObjects)
	assert.Equal(t, uint64(5+10+2+3), s.Fields)
	assert.Equal(t, uint64(2+0+2+3), s.Pointers)
	assert.Equal(t, s.Pointers, d.Heap.NumEdges())
	assert.Equal(t, uint64(2), s.Interior)
	assert.Equal(t, uint64(10), s.NoObject)
	assert.Equal(t, uint64(2), s.FrameFieldsOutside)
	assert.Equal(t, uint64(2), s.FramesPointedInto)
	assert.Equal(t, uint64(1), s.FinalizersOfNoObject)
	for kind, want := range map[Kind]uint64{Data: 1, BSS: 1, OtherRoot: 1, Goroutine: 3, StackFrame: 2, Defer: 3, Panic: 3, Finalizer: 3, QueuedFinalizer: 3} {
		assert.Equal(t, want, s.RootWords[kind], "%v", kind)
	}
	assert.True(t, slices.IsSorted(d.Heap.Roots()))
	assert.Len(t, slices.Compact(slices.Clone(d.Heap.Roots())), len(d.Heap.Roots()))
	assert.Equal(t, "stack frame", StackFrame.String())
	assert.Equal(t, "kind 77", Kind(77).String())
}

func TestAddresses(t *testing.T) {
	dump, _ := everything(machines[0])
	d, err := Read(bytes.NewReader(dump), Options{})
	require.NoError(t, err)
	for rank, r := range d.Heap.Objects() {
		addr, size, ok := d.Address(r)
		require.True(t, ok)
		assert.Equal(t, at(int(rank)), addr, "objects are in order of address")
		assert.Equal(t, uint64(objSize), size)
		for _, inside := range []uint64{0, 1, objSize - 1} {
			got, ok := d.Ref(addr + inside)
			assert.True(t, ok)
			assert.Equal(t, r, got)
		}
		_, size32, _ := d.Heap.Object(r)
		assert.Equal(t, uint32(objSize/8), size32, "objects keep their spacing")
		_, _, ok = d.Address(r + 1)
		assert.False(t, ok)
	}
	for _, addr := range []uint64{0, at(0) - 1, at(26), math.MaxUint64} {
		_, ok := d.Ref(addr)
		assert.False(t, ok, "%#x", addr)
	}
	_, _, ok := d.Address(0)
	assert.False(t, ok)
}

func TestEmptyHeap(t *testing.T) {
	d, err := Read(bytes.NewReader(newDump(machines[0]).end()), Options{})
	require.NoError(t, err)
	assert.Zero(t, d.Heap.NumObjects())
	_, ok := d.Ref(arenaStart)
	assert.False(t, ok)
}

// TestValuesAreNotKept: no byte of the contents may reach the heap.
func TestValuesAreNotKept(t *testing.T) {
	dump, _ := everything(machines[0])
	assert.True(t, bytes.Contains(dump, []byte{0xAA, 0xAA}))
	d, err := Read(bytes.NewReader(dump), Options{})
	require.NoError(t, err)
	assert.False(t, bytes.Contains(d.Heap.Arena(), []byte{0xAA}))
}

func TestTruncatedEverywhere(t *testing.T) {
	step := dumptest.Every(len(machines))
	for i, m := range machines {
		dump, _ := everything(m)
		for n := i % step; n < len(dump); n += step {
			_, err := Read(bytes.NewReader(dump[:n]), Options{})
			var at *sink.FormatError
			require.ErrorAs(t, err, &at, "cut at %d", n)
			require.ErrorIs(t, err, io.ErrUnexpectedEOF, "cut at %d", n)
			require.ErrorContains(t, err, "cut in the middle")
			require.LessOrEqual(t, at.Offset, int64(n))
		}
	}
}

func TestEveryByteCorrupted(t *testing.T) {
	opts := Options{MaxObjects: 1000, MaxPointers: 1000}
	rejected, accepted := 0, 0
	flips := []byte{0xff, 0x01, 0x80}
	step := dumptest.Every(7) // no multiple of len(flips), so that each comes to each part of the file
	for k, m := range machines {
		dump, _ := everything(m)
		for at := k % step; at < len(dump)*len(flips); at += step {
			i, flip := at/len(flips), flips[at%len(flips)]
			dump[i] ^= flip
			d, err := Read(bytes.NewReader(dump), opts)
			dump[i] ^= flip
			if err != nil {
				rejected++
				continue
			}
			accepted++
			require.NoError(t, d.Heap.Check(), "byte %d ^ %#x", i, flip)
		}
	}
	assert.Positive(t, rejected)
	assert.Positive(t, accepted, "contents may have any value")
}

func TestRejects(t *testing.T) {
	m := machines[0]
	obj := func(fields ...uint64) []byte {
		return newDump(m).nums(uint64(Object), at(0)).memory(objSize, words(at(0))).nums(fields...).nums(fieldEnd).end()
	}
	for name, c := range map[string]struct {
		dump []byte
		want string
	}{
		"other file":        {[]byte("JAVA PROFILE 1.0.2\x00"), `header, byte 0: the file begins with "JAVA PROFILE 1.0": a Go heap dump begins with "go1.7 heap dump\n"`},
		"other version":     {[]byte("go1.4 heap dump\n"), `begins with "go1.4 heap dump\n"`},
		"no params":         {(&encoder{buf: []byte(magic), ptr: 8}).object(0).end(), "object record 1, byte 17: there is no params record before it"},
		"only end":          {(&encoder{buf: []byte(magic)}).end(), "end record 1, byte 17: there is no params record"},
		"two params":        {append(newDump(m).buf, newDump(m).end()[len(magic):]...), "params record 2, byte 40: a second params record"},
		"pointer size":      {newDump(machine{ptr: 2}).end(), "pointers have 2 bytes: they must have 4 or 8"},
		"arena reversed":    {newDumpOf(m, 2, 1).end(), "the arena ends at 0x1, before its start 0x2"},
		"unknown tag":       {newDump(m).object(0).nums(18).end(), "the next record has tag 18: tags go from 0 to 17"},
		"huge tag":          {newDump(m).object(0).nums(math.MaxUint64).end(), "object record 1, byte 109: the next record has tag 18446744073709551615"},
		"number too long":   {append(newDump(m).buf, bytes.Repeat([]byte{0x80}, 11)...), "has more than 64 bits: a number takes at most 10 bytes"},
		"number too large":  {append(append(newDump(m).buf, bytes.Repeat([]byte{0xff}, 9)...), 2), "has more than 64 bits"},
		"bool":              {newDump(m).nums(uint64(Type), 1, 1).str("x").nums(2).end(), "type record 1, byte 45: the mark of an indirect type is 2: it must be 0 or 1"},
		"name":              {newDump(m).nums(uint64(Type), 1, 1, maxNameBytes+1).end(), "the name has 1048577 bytes: at most 1048576"},
		"version":           {(&encoder{buf: []byte(magic)}).nums(uint64(ParamsRecord), 0, 8, 0, 0).str("").nums(256).end(), "the Go version has 256 bytes: at most 255"},
		"object of nothing": {newDump(m).nums(uint64(Object), at(0), 0).end(), "object record 1, byte 44: an object of 0 bytes"},
		"object below":      {newDump(m).nums(uint64(Object), arenaStart-1, 8).end(), "an object of 8 bytes at 0xffff: it must have bytes, all of them between the arena's start 0x10000 and end 0x20000"},
		"object beyond":     {newDump(m).nums(uint64(Object), arenaEnd-8, 9).end(), "an object of 9 bytes at 0x1fff8"},
		"object too large":  {newDump(m).nums(uint64(Object), at(0), math.MaxUint64).end(), "an object of 18446744073709551615 bytes"},
		"field kind":        {obj(4, 0), "object record 1, byte 109: a field has kind 4: it must be 1 (pointer), 2"},
		"field unaligned":   {obj(fieldPtr, 4), "object record 1, byte 110: a pointer is at offset 4 of 64 bytes of contents"},
		"field beyond":      {obj(fieldPtr, 64), "a pointer is at offset 64 of 64 bytes"},
		"field far beyond":  {obj(fieldPtr, math.MaxUint64), "a pointer is at offset 18446744073709551615 of 64"},
		"interface beyond":  {obj(fieldIface, 56), "a pointer is at offset 64 of 64 bytes"},
		"interface wraps":   {obj(fieldEface, math.MaxUint64-7), "a pointer is at offset 18446744073709551608 of 64"},
		"field twice":       {obj(fieldPtr, 8, fieldPtr, 8), "a pointer is at offset 8 of 64 bytes of contents: offsets must ascend by multiples of 8, here from 16"},
		"field descends":    {obj(fieldPtr, 16, fieldPtr, 8), "a pointer is at offset 8"},
		"data field beyond": {newDump(m).nums(uint64(Data), 0).memory(8, nil).pointers(1).end(), "data segment record 1, byte 52: a pointer is at offset 8 of 8"},
		"duplicate":         {newDump(m).object(1).object(0).object(1).end(), "object record 3: the 64 bytes at 0x10040 overlap those of object record 1, 64 bytes at 0x10040"},
		"overlap":           {newDump(m).nums(uint64(Object), at(0)+objSize-8).memory(8, nil).pointers().object(0).end(), "overlap"},
		"data after end":    {append(newDump(m).end(), 0), "end record 1, byte 40: bytes follow the end record"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Read(bytes.NewReader(c.dump), Options{})
			require.ErrorContains(t, err, c.want)
			assert.Nil(t, d)
			var at *sink.FormatError
			assert.ErrorAs(t, err, &at)
			assert.ErrorContains(t, err, "go heap dump: ")
		})
	}
}

func TestLimits(t *testing.T) {
	dump, _ := everything(machines[0])
	_, err := Read(bytes.NewReader(dump), Options{MaxObjects: 25})
	assert.ErrorContains(t, err, "object record 26")
	assert.ErrorContains(t, err, "more than 25 objects; Options.MaxObjects sets another limit")
	_, err = Read(bytes.NewReader(dump), Options{MaxObjects: 26})
	assert.NoError(t, err)
	for limit := uint64(1); ; limit++ {
		require.Less(t, limit, uint64(1000))
		if _, err = Read(bytes.NewReader(dump), Options{MaxPointers: limit}); err == nil {
			break
		}
		require.ErrorContains(t, err, "pointers into the heap; Options.MaxPointers sets another limit")
	}
}

func TestReadErrorsPass(t *testing.T) {
	broken := errors.New("disk on fire")
	dump, _ := everything(machines[0])
	for _, n := range []int{0, 5, len(magic), 100, len(dump) - 1} {
		_, err := Read(io.MultiReader(bytes.NewReader(dump[:n]), iotest.ErrReader(broken)), Options{})
		assert.ErrorIs(t, err, broken, "after %d bytes", n)
	}
}

func TestClaimsAreNotAllocated(t *testing.T) {
	begin := func() *encoder { return newDumpOf(machines[0], 0, math.MaxUint64) }
	for name, e := range map[string]*encoder{
		"object":        begin().nums(uint64(Object), 1, 1<<60),
		"data":          begin().nums(uint64(Data), 0, math.MaxUint64),
		"bss":           begin().nums(uint64(BSS), 0, 1<<62),
		"stack frame":   begin().nums(uint64(StackFrame), 0, 0, 0, 1<<50),
		"name":          begin().nums(uint64(OtherRoot), maxNameBytes),
		"profile":       begin().nums(uint64(MemProf), 0, 0, 1<<60),
		"two far apart": begin().nums(uint64(Object), 1).memory(8, nil).pointers().nums(uint64(Object), 1<<63).memory(8, nil).pointers(),
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			n := dumptest.Allocated(func() { _, err = Read(bytes.NewReader(e.buf), Options{}) })
			assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
			assert.Less(t, n, uint64(1<<20))
		})
	}
	two := begin().nums(uint64(Object), 1).memory(8, nil).pointers().nums(uint64(Object), 1<<63).memory(8, nil).pointers().end()
	n := dumptest.Allocated(func() {
		_, err := Read(bytes.NewReader(two), Options{})
		assert.NoError(t, err)
	})
	assert.Less(t, n, uint64(1<<20), "an index of sparse addresses")
}

// zeros is an endless input.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestLargeObjectWithoutPointersTakesNoMemory(t *testing.T) {
	const size = 128 << 20
	head := newDumpOf(machines[0], 1<<20, 1<<40).nums(uint64(Object), 1<<20, size).buf
	tail := (&encoder{ptr: 8}).pointers(0, 7, size/8-1).end()
	n := dumptest.Allocated(func() {
		d, err := Read(io.MultiReader(bytes.NewReader(head), io.LimitReader(zeros{}, size), bytes.NewReader(tail)), Options{})
		require.NoError(t, err)
		assert.Equal(t, uint64(size), d.Stats.ObjectBytes)
		assert.Equal(t, uint64(3), d.Stats.Fields)
		assert.Equal(t, uint64(1+objects.SpacingBytes/8), d.Heap.Granules())
	})
	assert.Less(t, n, uint64(1<<20))
}

func TestIsDump(t *testing.T) {
	assert.True(t, IsDump([]byte("go1.7 heap dump\n\x06")))
	assert.False(t, IsDump([]byte("go1.7 heap dump")))
	assert.False(t, IsDump(nil))
}

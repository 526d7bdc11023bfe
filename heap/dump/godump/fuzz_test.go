package godump

import (
	"bytes"
	"maps"
	"math"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
)

// FuzzRead reads arbitrary dumps. They may not panic or make Read allocate more
// than in proportion to their length; the outcome does not depend on how the
// bytes arrive; what is accepted is a well-formed heap in which every object is
// found at its address.
//
//	go test ./heap/dump/godump -run '^$' -fuzz FuzzRead -fuzztime 30s
func FuzzRead(f *testing.F) {
	for _, m := range machines {
		dump, _ := everything(m)
		f.Add(dump)
		f.Add(newDump(m).object(0, at(1)).object(1, at(0)+5).end())
	}
	table := malformed()
	for _, name := range slices.Sorted(maps.Keys(table)) {
		f.Add(table[name].dump)
	}
	opts := Options{MaxObjects: 1 << 12, MaxPointers: 1 << 14}
	f.Fuzz(func(t *testing.T, data []byte) {
		var d *Dump
		var err error
		// An object takes 5 bytes at least in the file, and 250 with the heap
		// and the copies of growing slices; a pointer takes 2 and 16.
		if n := dumptest.Allocated(func() { d, err = Read(bytes.NewReader(data), opts) }); n > uint64(128*len(data)+256<<10) {
			t.Fatalf("%d bytes allocated for a file of %d", n, len(data))
		}
		classed := opts
		classed.Classes = true // which changes nothing else
		again, err2 := Read(iotest.HalfReader(bytes.NewReader(data)), classed)
		if (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
			t.Fatalf("a second reading differs: %v, %v", err, err2)
		}
		if err != nil {
			return
		}
		if !bytes.Equal(d.Heap.Arena(), again.Heap.Arena()) {
			t.Fatal("a second reading gives another heap")
		}
		checkAddresses(t, d)
		for _, o := range again.All() {
			if c := again.Classes()[o.Class]; c.Bytes != o.Bytes {
				t.Fatalf("an object of %d bytes is of class %v", o.Bytes, c)
			}
		}
	})
}

func checkAddresses(t *testing.T, d *Dump) {
	if err := d.Heap.Check(); err != nil {
		t.Fatal(err)
	}
	for _, r := range d.Heap.Objects() {
		addr, size, ok := d.Address(r)
		if first, ok1 := d.Ref(addr); !ok || !ok1 || first != r {
			t.Fatalf("object %d at %#x is found at %d", r, addr, first)
		}
		if last, ok := d.Ref(addr + size - 1); !ok || last != r {
			t.Fatalf("the last byte of object %d is found in %d", r, last)
		}
	}
}

// malformed returns dumps named for what is wrong, and what must be said of
// them. FuzzRead starts from them too.
func malformed() map[string]struct {
	dump []byte
	says string
} {
	m := machines[0]
	whole, _ := everything(m)
	begin := func() *encoder { return newDumpOf(m, 0, math.MaxUint64) }
	obj := func(fields ...uint64) []byte {
		return newDump(m).nums(uint64(Object), at(0)).memory(objSize, words(at(0))).nums(fields...).nums(fieldEnd).end()
	}
	return map[string]struct {
		dump []byte
		says string
	}{
		"empty":                     {nil, "cut in the middle"},
		"first-line-cut":            {[]byte(magic[:9]), "cut in the middle"},
		"first-line-alone":          {[]byte(magic), "there is no end record"},
		"another-version":           {[]byte("go1.4 heap dump\n"), `begins with "go1.4 heap dump\n"`},
		"java-dump":                 {[]byte("JAVA PROFILE 1.0.2\x00"), "JAVA PROFILE"},
		"no-params":                 {(&encoder{buf: []byte(magic), ptr: 8}).object(0).end(), "no params record before it"},
		"params-twice":              {append(newDump(m).buf, newDump(m).end()[len(magic):]...), "a second params record"},
		"pointers-of-2-bytes":       {newDump(machine{ptr: 2}).end(), "they must have 4 or 8"},
		"arena-reversed":            {newDumpOf(m, 2, 1).end(), "before its start"},
		"unknown-tag":               {newDump(m).nums(18).end(), "tags go from 0 to 17"},
		"number-of-77-bits":         {append(newDump(m).buf, bytes.Repeat([]byte{0x80}, 11)...), "more than 64 bits"},
		"bool-of-2":                 {newDump(m).nums(uint64(Type), 1, 1).str("x").nums(2).end(), "it must be 0 or 1"},
		"name-of-2-to-the-63":       {newDump(m).nums(uint64(OtherRoot), 1<<63).end(), "at most 1048576"},
		"object-of-nothing":         {newDump(m).nums(uint64(Object), at(0), 0).end(), "it must have bytes"},
		"object-below-arena":        {newDump(m).nums(uint64(Object), arenaStart-1, 8).end(), "between the arena's start"},
		"object-beyond-arena":       {newDump(m).nums(uint64(Object), arenaEnd-8, 9).end(), "between the arena's start"},
		"object-length-wraps":       {begin().nums(uint64(Object), math.MaxUint64-7, 16).end(), "between the arena's start"},
		"object-claims-45-gb":       {begin().nums(uint64(Object), 1, 45_000_000_000).buf, "cut in the middle"},
		"data-claims-2-to-the-64":   {begin().nums(uint64(Data), 0, math.MaxUint64).buf, "cut in the middle"},
		"frame-claims-2-to-the-50":  {begin().nums(uint64(StackFrame), 0, 0, 0, 1<<50).buf, "cut in the middle"},
		"profile-of-2-to-the-60":    {begin().nums(uint64(MemProf), 0, 0, 1<<60).buf, "cut in the middle"},
		"field-of-kind-4":           {obj(4, 0), "a field has kind 4"},
		"field-unaligned":           {obj(fieldPtr, 4), "a pointer is at offset 4"},
		"field-beyond-object":       {obj(fieldPtr, 64), "a pointer is at offset 64"},
		"field-at-2-to-the-64":      {obj(fieldPtr, math.MaxUint64), "a pointer is at offset 18446744073709551615"},
		"interface-wraps":           {obj(fieldEface, math.MaxUint64-7), "a pointer is at offset 18446744073709551608"},
		"fields-descend":            {obj(fieldPtr, 16, fieldPtr, 8), "offsets must ascend"},
		"objects-twice":             {newDump(m).object(1).object(0).object(1).end(), "overlap"},
		"objects-overlap":           {newDump(m).nums(uint64(Object), at(0)+objSize-8).memory(8, nil).pointers().object(0).end(), "overlap"},
		"cut-in-contents":           {newDump(m).object(0).nums(uint64(Object), at(1), objSize, 0).buf, "cut in the middle"},
		"cut-in-number":             {append(newDump(m).buf, 0x81), "cut in the middle"},
		"cut-before-end":            {whole[:len(whole)-1], "there is no end record"},
		"data-after-end":            {append(newDump(m).end(), 0), "bytes follow the end record"},
		"two-dumps-in-one-file":     {append(newDump(m).end(), newDump(m).end()...), "bytes follow the end record"},
		"version-of-256-characters": {(&encoder{buf: []byte(magic)}).nums(uint64(ParamsRecord), 0, 8, 0, 0).str("").nums(256).end(), "at most 255"},
	}
}

// TestCorpus holds the reader to what the table says, in little memory.
func TestCorpus(t *testing.T) {
	for name, m := range malformed() {
		var err error
		n := dumptest.Allocated(func() { _, err = Read(bytes.NewReader(m.dump), Options{}) })
		assert.ErrorContains(t, err, m.says, name)
		assert.Less(t, n, uint64(256<<10), name)
	}
}

// TestAsksForMuchInLittle: an object of 45 GB in 44 bytes.
func TestAsksForMuchInLittle(t *testing.T) {
	e := &encoder{buf: []byte(magic), ptr: 8}
	e.nums(uint64(ParamsRecord), 0, 8, 0, 1<<40).str("amd64").str("").nums(1)
	e.nums(uint64(Object), 1, 45_000_000_000)
	dump := append(e.buf, make([]byte, 44-len(e.buf))...)
	require.Len(t, dump, 44)
	var err error
	n := dumptest.Allocated(func() { _, err = Read(bytes.NewReader(dump), Options{}) })
	assert.ErrorContains(t, err, "cut in the middle")
	assert.Less(t, n, uint64(128<<10))
}

package hprof

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// malformed returns dumps named for what is wrong, and what must be said of them. FuzzRead
// starts from them too.
func malformed() map[string]struct {
	file []byte
	says string
} {
	begin := func() *encoder { return newDump("1.0.2", 8) }
	inside := func(entries ...[]byte) []byte { return begin().heap(tagSegment, entries...).end() }
	classes := func(cs ...loaded) []byte {
		e := begin()
		var entries [][]byte
		for i, c := range cs {
			entries = append(entries, e.declare(uint64(i), c))
		}
		return e.heap(tagSegment, append(entries, e.instance(0x1000, cs[0].id, refs(1)...))...).end()
	}
	return map[string]struct {
		file []byte
		says string
	}{
		"empty":                   {nil, "cut in the middle"},
		"first-line-cut":          {[]byte(magic[:9]), "cut in the middle"},
		"version-cut":             {[]byte(magic + "1.0"), "cut in the middle"},
		"go-dump":                 {[]byte("go1.7 heap dump\n"), `begins with "go1.7 heap du": a Java heap dump begins with "JAVA PROFILE "`},
		"text":                    {[]byte("JAVA PROFILE 1.0.1, created Mon"), "a profile in text"},
		"version-1.0.4":           {newDump("1.0.4", 8).end(), "versions 1.0.1, 1.0.2 and 1.0.3 can be read"},
		"identifiers-of-2-bytes":  {newDump("1.0.2", 2).end(), "identifiers have 2 bytes: they must have 4 or 8"},
		"header-alone":            {begin().buf, "the file has no heap dump"},
		"no-heap-dump":            {begin().load(1, node, "app/Node").end(), "the file has no heap dump"},
		"no-end":                  {begin().heap(tagSegment).buf, "no record ends the heap dump"},
		"name-too-short":          {begin().record(tagName, make([]byte, 7)).end(), "name, byte 40: the record has 7 bytes: it must have 8 at least"},
		"load-too-short":          {begin().record(tagLoadClass, make([]byte, 23)).end(), "must have 24 at least"},
		"frame-too-short":         {begin().record(tagFrame, make([]byte, 39)).end(), "must have 40 at least"},
		"thread-too-short":        {begin().record(tagStartThread, make([]byte, 39)).end(), "must have 40 at least"},
		"trace-too-short":         {begin().record(tagTrace, make([]byte, 11)).end(), "must have 12 at least"},
		"trace-of-4g-frames":      {begin().record(tagTrace, begin().part().u4(1).u4(1).u4(1<<32-1).ids(1).buf).end(), "the stack has 4294967295 frames: there is room for 1"},
		"name-of-4-gb":            {begin().u1(tagName).u4(0).u4(1<<32 - 1).ids(1).buf, "cut in the middle"},
		"unknown-entry":           {inside([]byte{0x4D}), "heap dump, byte 40: the next part of the heap dump is of kind 0x4d"},
		"type-3":                  {inside(begin().numbers(1, 3, 0)), "an array of numbers has type 3"},
		"type-12":                 {inside(begin().numbers(1, 12, 0)), "an array of numbers has type 12"},
		"array-of-type-object":    {inside(begin().numbers(1, 2, 0)), "an array of numbers has type 2"},
		"static-of-type-1":        {classes(loaded{id: node, name: "app/Node", static: []field{{"x", 1, 0}}}), "a value has type 1"},
		"field-of-type-255":       {classes(loaded{id: node, name: "app/Node", fields: []field{{"x", 255, 0}}}), "a value has type 255"},
		"constant-of-type-0":      {classes(loaded{id: node, name: "app/Node", constants: []field{{"x", 0, 0}}}), "a value has type 0"},
		"instance-too-short":      {classes(loaded{id: node, name: "app/Node", fields: []field{{"x", 2, 0}, {"y", 4, 0}}}), "an instance of app.Node has 8 bytes: the fields of its classes take 9"},
		"its-own-superclass":      {classes(loaded{id: node, super: node, name: "app/Node"}), "app.Node has more than 1000 superclasses"},
		"circle-of-classes":       {classes(loaded{id: node, super: linked, name: "app/Node"}, loaded{id: linked, super: node, name: "app/Linked"}), "more than 1000 superclasses"},
		"id-of-all-ones":          {inside(begin().numbers(1<<64-1, 8, 1)), "0xffffffffffffffff"},
		"array-claims-34-gb":      {inside(begin().part().u1(entryPrimArray).ids(1).u4(0).u4(1<<32 - 1).u1(typeLong).buf), "cut in the middle"},
		"references-claim-34-gb":  {inside(begin().part().u1(entryObjectArray).ids(1).u4(0).u4(1<<32 - 1).ids(1).buf), "cut in the middle"},
		"instance-claims-4-gb":    {inside(begin().part().u1(entryInstance).ids(1).u4(0).ids(1).u4(1<<32 - 1).buf), "cut in the middle"},
		"segment-claims-4-gb-cut": {begin().u1(tagSegment).u4(0).u4(1<<32 - 1).add(begin().numbers(1, 8, 1)).buf, "(1 objects were complete)"},
	}
}

// TestCorpus holds the reader to what the table says, in little memory.
func TestCorpus(t *testing.T) {
	for name, m := range malformed() {
		var err error
		n := dumptest.Allocated(func() { _, err = Read(bytes.NewReader(m.file), sink.Options{}) })
		assert.ErrorContains(t, err, m.says, name)
		assert.Less(t, n, uint64(256<<10), name)
		var format *sink.FormatError
		if !strings.Contains(name, "id-of") {
			require.ErrorAs(t, err, &format, name)
			assert.Equal(t, "hprof", format.Format, name)
		}
	}
}

// TestDeepClasses: as many superclasses as are allowed, and one more, from the first and from
// the last.
func TestDeepClasses(t *testing.T) {
	for n, ok := range map[int]bool{maxDepth: true, maxDepth + 1: false} {
		e := newDump("1.0.2", 8)
		var down [][]byte
		for i := range n + 1 {
			down = append(down, e.declare(uint64(i), loaded{id: uint64(0x10000 + i), super: map[bool]uint64{true: uint64(0x10000 + i - 1)}[i > 0], name: fmt.Sprintf("app/C%d", i)}))
		}
		up := slices.Clone(down)
		slices.Reverse(up)
		last := e.instance(0x1000, uint64(0x10000+n))
		first := e.instance(0x1001, 0x10000+uint64(n)/2) // half the chain is known before the rest
		head := e.buf
		for _, entries := range [][][]byte{append(slices.Clone(down), last), append(slices.Clone(up), first, last), append([][]byte{last, first}, up...), append([][]byte{last, first}, down...)} {
			file := e.part().add(head).heap(tagSegment, entries...).end()
			_, err := Read(bytes.NewReader(file), sink.Options{})
			if ok {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, "more than 1000 superclasses")
			}
		}
	}
}

// TestTruncations: every beginning of a file is an error that says so.
func TestTruncations(t *testing.T) {
	step := dumptest.Every(len(variants))
	for i, v := range variants {
		e, entries := program(v.version, v.id, v.spell)
		for _, tag := range []byte{tagHeapDump, tagSegment} {
			file := e.part().add(e.buf).heap(tag, entries...).end()
			whole := len(file)
			if tag == tagHeapDump {
				whole -= 9 // nothing need end it
			}
			for n := i % step; n < whole; n += step {
				_, err := Read(bytes.NewReader(file[:n]), sink.Options{})
				require.ErrorIs(t, err, io.ErrUnexpectedEOF, "%d of %d bytes", n, len(file))
			}
		}
	}
}

// TestReaderFails: an error of the reader is an error of Read, which wraps it.
func TestReaderFails(t *testing.T) {
	e, entries := program("1.0.2", 8, slash)
	file := e.heap(tagSegment, entries...).end()
	for _, n := range []int{0, 5, 20, 40, 200, len(file) - 30, len(file) - 1, len(file)} {
		_, err := Read(io.MultiReader(bytes.NewReader(file[:n]), iotest.ErrReader(io.ErrClosedPipe)), sink.Options{})
		assert.ErrorIs(t, err, io.ErrClosedPipe, "after %d bytes", n)
	}
}

// TestLimits: each limit holds, and the error names it.
func TestLimits(t *testing.T) {
	e, entries := program("1.0.3", 8, android)
	file := e.heap(tagSegment, entries...).end()
	d := read(t, file, sink.Options{})
	slots := d.Heap.NumEdges()
	for _, c := range []struct {
		opts sink.Options
		says string
	}{
		{sink.Options{MaxObjects: uint64(d.Heap.NumObjects())}, ""},
		{sink.Options{MaxObjects: uint64(d.Heap.NumObjects()) - 1}, "Options.MaxObjects"},
		{sink.Options{MaxEdges: slots / 2}, "Options.MaxEdges"},
		{sink.Options{MaxNames: 10_000}, ""},
		{sink.Options{MaxNames: 3_000}, "Options.MaxNames"},
	} {
		_, err := Read(bytes.NewReader(file), c.opts)
		if c.says == "" {
			assert.NoError(t, err)
			continue
		}
		var limit *sink.LimitError
		require.ErrorAs(t, err, &limit)
		assert.ErrorContains(t, err, c.says)
	}
}

// TestWaitingIsLimited: instances that come before their class take memory, within
// MaxNames. Instances that wait at different times are not added up.
func TestWaitingIsLimited(t *testing.T) {
	e := newDump("1.0.3", 8)
	var entries [][]byte
	for i := range uint64(10) {
		class := loaded{id: 0x100 + i*0x10, name: fmt.Sprintf("app.C%d", i), fields: []field{{"f", 2, 0}}}
		for k := range uint64(100) {
			entries = append(entries, e.instance(0x10000+i*0x1000+k*0x10, class.id, refs(make([]uint64, 100)...)...))
		}
		entries = append(entries, e.declare(i, class))
	}
	file := e.heap(tagSegment, entries...).end()
	read(t, file, sink.Options{MaxNames: 100_000}) // 82 kB wait at a time, and 820 kB in all
	_, err := Read(bytes.NewReader(file), sink.Options{MaxNames: 80_000})
	assert.ErrorContains(t, err, "Options.MaxNames")

	claims := newDump("1.0.3", 8).heap(tagSegment, e.part().u1(entryInstance).ids(1).u4(0).ids(1).u4(1<<32-1).buf, make([]byte, 1<<20)).end()
	n := dumptest.Allocated(func() { _, err = Read(bytes.NewReader(claims), sink.Options{MaxNames: 1 << 16}) })
	assert.ErrorContains(t, err, "Options.MaxNames")
	assert.Less(t, n, uint64(1<<20))
}

// TestWaitingIsNotCopiedForEachClass: subclasses come before their superclasses, and each has an
// instance that waits. A byte that is copied for each class would be copied 200 times.
func TestWaitingIsNotCopiedForEachClass(t *testing.T) {
	const depth, large = 200, 1 << 14
	e := newDump("1.0.3", 8)
	var entries, classes [][]byte
	for i := range uint64(depth) {
		entries = append(entries, e.instance(0x1000+i, 0x10000+i, refs(make([]uint64, i)...)...))
		classes = append(classes, e.declare(i, loaded{id: 0x10000 + i, super: 0x10001 + i, name: fmt.Sprintf("app/C%d", i)}))
	}
	entries = append(entries, e.instance(0x9000, 0x10000, refs(make([]uint64, large)...)...))
	file := e.heap(tagSegment, append(entries, classes...)...).end()
	n := dumptest.Allocated(func() {
		d, err := Read(bytes.NewReader(file), sink.Options{})
		require.NoError(t, err)
		require.EqualValues(t, 2*depth+1, d.Heap.NumObjects())
	})
	assert.Less(t, n, uint64(20*len(file)))
}

// fuzzLimits keep what a file may take small, whatever it says.
var fuzzLimits = sink.Options{MaxObjects: 1 << 12, MaxEdges: 1 << 14, MaxNames: 1 << 20}

// checkRead reads a file that may be damaged. Read may not panic, or allocate much more than the
// file has, and what it accepts is a well-formed heap.
func checkRead(t *testing.T, file []byte) *sink.Dump {
	t.Helper()
	var d *sink.Dump
	var err error
	if n := dumptest.Allocated(func() { d, err = Read(bytes.NewReader(file), fuzzLimits) }); n > uint64(256*len(file)+256<<10) {
		t.Fatalf("%d bytes allocated for a file of %d", n, len(file))
	}
	if (d == nil) != (err != nil) {
		t.Fatal("a dump beside an error, or neither")
	}
	if err != nil {
		return nil
	}
	if err := d.Heap.Check(); err != nil {
		t.Fatal(err)
	}
	for ref := range d.Objects() {
		_ = d.Class(ref)
		for i := range d.Heap.Refs(ref) {
			_ = d.Reference(ref, int(i))
		}
	}
	return d
}

// TestMutations damages files at random: bytes change, parts go, come twice or change
// places.
func TestMutations(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	var files [][]byte
	for _, v := range variants {
		e, entries := program(v.version, v.id, v.spell)
		files = append(files, e.part().add(e.buf).heap(v.tag, entries...).end(), e.heap(v.tag, shuffled(rng, entries)...).end())
	}
	n, accepted := dumptest.Some(), 0
	for i := range n {
		file := slices.Clone(files[i%len(files)])
		for range 1 + rng.IntN(4) {
			file = mutate(rng, file)
		}
		if checkRead(t, file) != nil {
			accepted++
		}
	}
	t.Logf("%d of %d were still heaps", accepted, n)
	assert.Positive(t, accepted)
	assert.Less(t, accepted, n)
}

// mutate damages a file in one way. Most of the header stays.
func mutate(rng *rand.Rand, file []byte) []byte {
	if len(file) < 64 {
		return file
	}
	at := 19 + rng.IntN(len(file)-31)
	n := rng.IntN(min(40, len(file)-at))
	switch rng.IntN(6) {
	case 0:
		file[at] ^= 1 << rng.IntN(8)
	case 1:
		file[at] = byte(rng.Uint32())
	case 2:
		be.PutUint32(file[at:], []uint32{0, 1, 1<<31 - 1, 1 << 31, 1<<32 - 1}[rng.IntN(5)])
	case 3:
		return slices.Delete(file, at, at+n)
	case 4:
		return slices.Insert(file, at, file[at:at+n]...)
	case 5:
		from := rng.IntN(len(file) - n)
		copy(file[at:at+n], slices.Clone(file[from:from+n]))
	}
	return file
}

// FuzzRead reads arbitrary files. The outcome does not depend on how the bytes arrive.
//
//	go test ./heap/dump/hprof -run '^$' -fuzz FuzzRead -fuzztime 30s
func FuzzRead(f *testing.F) {
	for _, v := range variants {
		e, entries := program(v.version, v.id, v.spell)
		f.Add(e.part().add(e.buf).heap(v.tag, entries...).end())
		slices.Reverse(entries)
		f.Add(e.heap(v.tag, entries...).end())
	}
	for _, m := range malformed() {
		f.Add(m.file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		d := checkRead(t, file)
		again, err := Read(iotest.HalfReader(bytes.NewReader(file)), fuzzLimits)
		if (err == nil) != (d != nil) || d != nil && !bytes.Equal(d.Heap.Arena(), again.Heap.Arena()) {
			t.Fatalf("a second reading differs: %v", err)
		}
	})
}

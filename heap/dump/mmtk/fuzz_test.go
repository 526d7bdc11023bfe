package mmtk_test

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/dumptest"
	"github.com/seed-3ccf4018/halfmark/heap/dump/mmtk"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// malformed has files named for what is wrong, and what must be said of them. FuzzRead starts
// from them, too.
var malformed = map[string]struct {
	dump []byte
	says string
}{
	"empty":                  {nil, "the file is empty"},
	"field-0":                {num(0, 1), "a field has number 0"},
	"field-2-to-the-29":      {num(1<<29, 1), "numbers go from 1 to 536870911"},
	"group":                  {[]byte{99<<3&0x7f | 3}, "wire type 3"},
	"object-is-a-number":     {num(1, 1), "the object has wire type 0: it must be a message"},
	"root-is-a-number":       {num(2, 1), "the root has wire type 0"},
	"start-is-a-message":     {sub(1, sub(1, num(1, 1))), "the start has wire type 2: it must be a varint"},
	"edge-is-a-number":       {sub(1, num(1, 8), num(7, 8)), "the edge has wire type 0"},
	"object-without-start":   {sub(1, num(3, 8)), "object 0 has no start"},
	"start-that-none-has":    {sub(1, num(1, math.MaxUint64)), "which no object can have"},
	"number-of-77-bits":      {bytes.Repeat([]byte{0x80}, 11), "more than 64 bits"},
	"object-ends-in-tag":     {append([]byte{1<<3 | 2, 1, 0x80}, 1, 1, 1), "goes beyond the end of the message"},
	"object-ends-in-number":  {append([]byte{1<<3 | 2, 2, 1 << 3, 0x80}, 1, 1, 1), "the start goes beyond the end"},
	"edge-beyond-object":     {append(sub(1, num(1, 8), []byte{7<<3 | 2, 9}), make([]byte, 20)...), "the edge goes beyond the end"},
	"edge-one-byte-beyond":   {append(sub(1, num(1, 8), []byte{7<<3 | 2, 2, 1 << 3}), 5), "the edge goes beyond the end"},
	"unknown-beyond-object":  {append(sub(1, num(1, 8), []byte{9<<3 | 1}), make([]byte, 20)...), "the unknown field goes beyond the end"},
	"object-of-2-to-the-62":  {[]byte{1<<3 | 2, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40}, "cut in the middle"},
	"object-of-2-to-the-64":  {[]byte{1<<3 | 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}, "the object goes beyond"},
	"unknown-of-2-to-the-62": {[]byte{9<<3 | 2, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40}, "cut in the middle"},
	"edges-in-2-to-the-60":   {append([]byte{1<<3 | 2, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10}, bytes.Repeat(sub(7), 100)...), "cut in the middle"},
}

func TestMalformed(t *testing.T) {
	for name, m := range malformed {
		var err error
		n := dumptest.Allocated(func() { _, err = mmtk.Read(bytes.NewReader(m.dump), sink.Options{}) })
		assert.ErrorContains(t, err, m.says, name)
		assert.ErrorContains(t, err, "mmtk", name)
		assert.Less(t, n, uint64(128<<10), name)
	}
}

// TestTruncations: a beginning of a file is a file if it ends with a field of the outer message,
// and is cut elsewhere, at the place where it ends.
func TestTruncations(t *testing.T) {
	parts := [][]byte{obj(0x1000, 7, 16, 0x1008, 0, 0x1010), root(0x1000), num(99, 1<<40), sub(98, []byte("text")), space("los", 1, 2), obj(0x1010, 1, 300, 0)}
	dump := join(parts...)
	whole := map[int]bool{}
	for i := range parts {
		whole[len(join(parts[:i+1]...))] = true
	}
	for n := 1; n <= len(dump); n++ {
		_, err := mmtk.Read(bytes.NewReader(dump[:n]), sink.Options{})
		if whole[n] {
			require.NoError(t, err, "cut at %d", n)
			continue
		}
		var at *sink.FormatError
		require.ErrorAs(t, err, &at, "cut at %d", n)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Equal(t, int64(n), at.Offset)
	}
}

// TestReaderFails: an error of the file's reader is passed on.
func TestReaderFails(t *testing.T) {
	broken := errors.New("broken pipe")
	dump := everything()
	for _, n := range []int{0, 1, 50, len(dump)} {
		_, err := mmtk.Read(io.MultiReader(bytes.NewReader(dump[:n]), iotest.ErrReader(broken)), sink.Options{})
		require.ErrorIs(t, err, broken, "after %d bytes", n)
	}
}

// TestMutations changes, cuts, doubles and joins random parts. No file may panic or make Read
// allocate more than in proportion to its length, and what is accepted is what the plain twin
// reads.
func TestMutations(t *testing.T) {
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 23))
	accepted, files := 0, dumptest.Some()
	from := [][]byte{everything(), linked(5), array(5)}
	for i := range files {
		dump := dumptest.Mutate(rng, from[i%len(from)], "")
		if check(t, dump) {
			accepted++
		}
		if t.Failed() {
			t.Fatalf("seed %d, mutation %d: %q", seed, i, dump)
		}
	}
	assert.Greater(t, accepted, files/50, "seed %d: enough files are still dumps", seed)
}

// check reads what may be no dump, and says whether it is one.
func check(t testing.TB, dump []byte) bool {
	opts := sink.Options{MaxObjects: 1 << 12, MaxEdges: 1 << 14, MaxNames: 1 << 20}
	var d *sink.Dump
	var err error
	// An object takes 4 bytes in the file at least, and 350 with its class and the copies of growing
	// slices; an edge takes 2 and 40. The buffers take 64 KiB.
	if n := dumptest.Allocated(func() { d, err = mmtk.Read(bytes.NewReader(dump), opts) }); n > uint64(100*len(dump)+128<<10) {
		t.Errorf("%d bytes allocated for a file of %d", n, len(dump))
	}
	again, err2 := mmtk.Read(iotest.HalfReader(bytes.NewReader(dump)), opts)
	if (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
		t.Errorf("a second reading differs: %v, %v", err, err2)
	}
	mmtk.IsDump(dump)
	if err != nil {
		return false
	}
	assert.Equal(t, d.Heap.Arena(), again.Heap.Arena())
	assert.NoError(t, d.Heap.Check())
	equalsTwin(t, dump, d)
	return true
}

// FuzzRead reads arbitrary files, as TestMutations does.
//
//	go test ./heap/dump/mmtk -run '^$' -fuzz FuzzRead -fuzztime 30s
func FuzzRead(f *testing.F) {
	f.Add(everything())
	f.Add(linked(3))
	f.Add(array(3))
	for _, name := range slices.Sorted(maps.Keys(malformed)) {
		f.Add(malformed[name].dump)
	}
	f.Fuzz(func(t *testing.T, dump []byte) { check(t, dump) })
}

// TestLimits: what just fits is read, and one more is refused with the name of the option.
func TestLimits(t *testing.T) {
	const objects, edges = 4, 7 + 3 // with nil ones and roots that dangle
	for option, c := range map[string]struct{ fits, more sink.Options }{
		"MaxObjects": {sink.Options{MaxObjects: objects}, sink.Options{MaxObjects: objects - 1}},
		"MaxEdges":   {sink.Options{MaxEdges: edges}, sink.Options{MaxEdges: edges - 1}},
		"MaxNames":   {sink.Options{MaxNames: 4096}, sink.Options{MaxNames: 100}},
	} {
		_, err := mmtk.Read(bytes.NewReader(everything()), c.fits)
		require.NoError(t, err, option)
		_, err = mmtk.Read(bytes.NewReader(everything()), c.more)
		var limit *sink.LimitError
		require.ErrorAs(t, err, &limit, option)
		assert.Equal(t, option, limit.Option)
		assert.ErrorContains(t, err, "mmtk: object ")
	}
}

// TestEndless: an object that never ends is refused, and so are endless classes.
func TestEndless(t *testing.T) {
	edges := io.MultiReader(bytes.NewReader([]byte{1<<3 | 2, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10}), &repeater{piece: func(int) []byte { return sub(7, num(2, 8)) }})
	classes := &repeater{piece: func(n int) []byte { return obj(8, uint64(n), 8, 0) }}
	for name, r := range map[string]io.Reader{"edges": edges, "classes": classes} {
		var err error
		n := dumptest.Allocated(func() { _, err = mmtk.Read(r, sink.Options{MaxNames: 1 << 20}) })
		var limit *sink.LimitError
		require.ErrorAs(t, err, &limit, name)
		assert.Less(t, n, uint64(64<<20), name) // most of it by the encoder
	}
}

// repeater is a file without an end.
type repeater struct {
	piece func(n int) []byte
	rest  []byte
	n     int
}

func (r *repeater) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		r.n++
		r.rest = r.piece(r.n)
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func TestIsDump(t *testing.T) {
	for n := 4; n < 200; n++ {
		assert.True(t, mmtk.IsDump(linked(10)[:n]), "%d bytes", n)
		assert.True(t, mmtk.IsDump(array(100)[:n+4]), "%d bytes", n)
	}
	for name, other := range map[string][]byte{
		"empty": nil, "line feed": []byte("\n"), "text": []byte("\n\n1 2\n3 4\n"), "words": []byte("\nhello, world\n"),
		"root first": root(8), "start 0": obj(0, 1, 1, 0), "size first": sub(1, num(3, 1), num(1, 8)), "no start": sub(1),
		"unknown field": join(linked(2), num(99, 1)), "field of another type": join(obj(8, 1, 1, 0), sub(2, sub(1))),
		"space without message": join(obj(8, 1, 1, 0), num(3, 1)), "edge too long": join(sub(1, num(1, 8), []byte{7<<3 | 2, 9}), root(8)),
		"number of 77 bits": join(obj(8, 1, 1, 0), bytes.Repeat([]byte{0x80}, 11)), "cut object in the middle": join(sub(1, num(1, 8), []byte{16}), root(8)),
	} {
		assert.False(t, mmtk.IsDump(other), name)
	}
}

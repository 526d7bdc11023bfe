package hprof

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// encoder writes dumps of imaginary programs.
type encoder struct {
	buf   []byte
	id    int
	names map[string]uint64
}

// newDump begins a dump with identifiers of so many bytes.
func newDump(version string, id int) *encoder {
	e := &encoder{id: id, names: map[string]uint64{}}
	e.buf = append(e.buf, magic+version+"\x00"...)
	return e.u4(uint64(id)).num(8, 0)
}

// part begins something that is put into a dump of the same identifiers later.
func (e *encoder) part() *encoder { return &encoder{id: e.id, names: e.names} }

func (e *encoder) num(size int, v uint64) *encoder {
	for i := size - 1; i >= 0; i-- {
		e.buf = append(e.buf, byte(v>>(8*i)))
	}
	return e
}

func (e *encoder) u1(v byte) *encoder   { return e.num(1, uint64(v)) }
func (e *encoder) u2(v uint64) *encoder { return e.num(2, v) }
func (e *encoder) u4(v uint64) *encoder { return e.num(4, v) }

func (e *encoder) ids(vs ...uint64) *encoder {
	for _, v := range vs {
		e.num(e.id, v)
	}
	return e
}

func (e *encoder) add(parts ...[]byte) *encoder {
	for _, p := range parts {
		e.buf = append(e.buf, p...)
	}
	return e
}

// record writes a record.
func (e *encoder) record(tag byte, body []byte) *encoder {
	return e.u1(tag).u4(0x01020304).u4(uint64(len(body))).add(body)
}

// str returns the identifier of a text. It writes the record if there is none yet.
func (e *encoder) str(text string) uint64 {
	if text == "" {
		return 0
	}
	if e.names[text] == 0 {
		e.names[text] = 0x9000 + uint64(len(e.names))
		e.record(tagName, e.part().ids(e.names[text]).add([]byte(text)).buf)
	}
	return e.names[text]
}

// load names a class.
func (e *encoder) load(serial, id uint64, name string) *encoder {
	n := e.str(name)
	return e.record(tagLoadClass, e.part().u4(serial).ids(id).u4(0).ids(n).buf)
}

// field is a field of a class: its name, its type, and its value if it is static.
type field struct {
	name  string
	t     byte
	value uint64
}

// loaded is a class with its name and its fields.
type loaded struct {
	id, super, loader uint64
	name              string
	constants, static []field
	fields            []field
}

// declare writes the names of a class and of its fields, and returns its entry in the heap
// dump.
func (e *encoder) declare(serial uint64, c loaded) []byte {
	e.load(serial, c.id, c.name)
	p := e.part().u1(entryClass).ids(c.id).u4(0).ids(c.super, c.loader, 0, 0, 0, 0).u4(16)
	p.u2(uint64(len(c.constants)))
	for i, f := range c.constants {
		p.u2(uint64(i)).u1(f.t).value(f)
	}
	p.u2(uint64(len(c.static)))
	for _, f := range c.static {
		p.ids(e.str(f.name)).u1(f.t).value(f)
	}
	p.u2(uint64(len(c.fields)))
	for _, f := range c.fields {
		p.ids(e.str(f.name)).u1(f.t)
	}
	return p.buf
}

// value writes the value of a field.
func (e *encoder) value(f field) *encoder {
	return e.num(map[byte]int{2: e.id, 4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8}[f.t], f.value)
}

// instance returns the entry of an instance with these fields: those of its class, then those
// of the superclass, and so on.
func (e *encoder) instance(id, class uint64, fields ...field) []byte {
	data := e.part()
	for _, f := range fields {
		data.value(f)
	}
	return e.part().u1(entryInstance).ids(id).u4(0).ids(class).u4(uint64(len(data.buf))).add(data.buf).buf
}

// refs are fields that hold references.
func refs(to ...uint64) (fs []field) {
	for _, v := range to {
		fs = append(fs, field{"", typeObject, v})
	}
	return fs
}

func (e *encoder) array(id, class uint64, to ...uint64) []byte {
	return e.part().u1(entryObjectArray).ids(id).u4(0).u4(uint64(len(to))).ids(class).ids(to...).buf
}

func (e *encoder) numbers(id uint64, t byte, n int) []byte {
	size := map[byte]int{4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, 10: 4, 11: 8}[t]
	return e.part().u1(entryPrimArray).ids(id).u4(0).u4(uint64(n)).u1(t).add(bytes.Repeat([]byte{0x21}, n*size)).buf
}

// rootOf returns the entry of a root, with all that its kind has.
func (e *encoder) rootOf(tag byte, id uint64, numbers ...uint64) []byte {
	p := e.part().u1(tag).ids(id)
	if tag == rootJNIGlobal {
		p.ids(0x77)
	}
	for _, n := range numbers {
		p.u4(n)
	}
	return p.buf
}

// heap writes one record with all entries: a segment, or a heap dump in version 1.0.1.
func (e *encoder) heap(tag byte, entries ...[]byte) *encoder {
	return e.record(tag, bytes.Join(entries, nil))
}

// end returns the whole file.
func (e *encoder) end() []byte { return e.record(tagDumpEnd, nil).buf }

// read reads a dump, which must be a good one.
func read(t testing.TB, file []byte, opts sink.Options) *sink.Dump {
	t.Helper()
	d, err := Read(bytes.NewReader(file), opts)
	require.NoError(t, err)
	require.NoError(t, d.Heap.Check())
	require.EqualValues(t, len(file), d.Bytes)
	return d
}

// reached returns the ids of what is reached.
func reached(t testing.TB, d *sink.Dump) map[uint64]bool {
	t.Helper()
	set, err := heap.Reachable(d.Heap)
	require.NoError(t, err)
	ids := map[uint64]bool{}
	for ref := range d.Objects() {
		if set.Has(ref) {
			id, _, _ := d.Address(ref)
			ids[id] = true
		}
	}
	return ids
}

// set returns a set of ids.
func set(ids ...uint64) map[uint64]bool {
	s := map[uint64]bool{}
	for _, id := range ids {
		s[id] = true
	}
	return s
}

// shuffled returns the entries in another order.
func shuffled(rng *rand.Rand, entries [][]byte) [][]byte {
	out := append([][]byte(nil), entries...)
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// be is for numbers that a test changes in a file.
var be = binary.BigEndian

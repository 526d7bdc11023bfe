package hprof

import (
	"encoding/binary"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/input"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// These are the types of fields and of elements of arrays.
const (
	typeObject = 2
	typeBool   = 4
	typeLong   = 11
)

// types has the sizes in bytes and the names of the types from typeBool on.
var types = [...]struct {
	bytes uint64
	name  string
}{{1, "boolean[]"}, {2, "char[]"}, {4, "float[]"}, {8, "double[]"}, {1, "byte[]"}, {2, "short[]"}, {4, "int[]"}, {8, "long[]"}}

// typeBytes returns the size in bytes of a value.
func (d *decoder) typeBytes(t byte) uint64 {
	switch {
	case t == typeObject:
		return uint64(d.idBytes)
	case t >= typeBool && t <= typeLong:
		return types[t-typeBool].bytes
	}
	if d.in.Err() == nil {
		d.in.Fail("a value has type %d: it must be %d (reference), or %d to %d (boolean, char, float, double, byte, short, int, long)", t, typeObject, typeBool, typeLong)
	}
	return 0
}

// lengthBytes is the size of the length in the header of an array.
const lengthBytes = 4

// object adds an object with so many bytes of values. Its edges follow. A header has two
// words, one of which leads to the class.
func (d *decoder) object(id, bytes uint64, class sink.Class) {
	d.objects++
	d.out.Object(id, uint64(2*d.idBytes)+bytes, class)
}

// edge adds a reference of the object, nil or not.
func (d *decoder) edge(kind int, to uint64) {
	if to == 0 {
		d.out.Nil()
	} else {
		d.out.Edge(kind, to)
	}
}

// word returns the identifier at the beginning of data.
func (d *decoder) word(data []byte) uint64 {
	if d.idBytes == 4 {
		return uint64(binary.BigEndian.Uint32(data))
	}
	return binary.BigEndian.Uint64(data)
}

// instance reads an object that is no array: id, trace, class, length, fields.
func (d *decoder) instance() {
	id := d.id("identifier of an instance")
	d.serial("stack trace")
	of := d.id("class of an instance")
	n := d.in.Big(4, "length of an instance")
	if d.in.Err() != nil {
		return
	}
	switch c := d.class(of); {
	case d.stopped():
	case !c.ready:
		d.wait(c, id, n)
	case d.fits(c, n):
		if data := d.fields(c.total); d.in.Err() == nil {
			d.addInstance(c, id, n, data)
			if c.total <= input.ChunkBytes {
				d.in.Drop(len(data))
			}
			d.in.Skip(n-c.total, "instance")
		}
	}
}

// fits says whether the fields of c have room in an instance of n bytes.
func (d *decoder) fits(c *class, n uint64) bool {
	if n < c.total && d.in.Err() == nil {
		d.in.Fail("an instance of %s has %d bytes: the fields of its classes take %d", c.text(), n, c.total)
	}
	return n >= c.total
}

// fields returns the next n bytes, which are those of an instance's fields. If they are more
// than a chunk, it has read them.
func (d *decoder) fields(n uint64) []byte {
	if n <= input.ChunkBytes {
		return d.in.Chunk(int(n), "fields of an instance")
	}
	d.large = d.gather(d.large[:0], n)
	return d.large
}

// gather appends the next n bytes to buf. It grows only with what it has read.
func (d *decoder) gather(buf []byte, n uint64) []byte {
	for n > 0 && !d.stopped() {
		step := int(min(n, input.ChunkBytes))
		buf = append(buf, d.in.Chunk(step, "fields of an instance")...)
		d.in.Drop(step)
		n -= uint64(step)
	}
	return buf
}

// addInstance adds an instance of n bytes, of which data has those of the fields.
func (d *decoder) addInstance(c *class, id, n uint64, data []byte) {
	switch {
	case !c.whole:
		d.odd.noClass++
	case n > c.total:
		d.odd.longer++
	}
	d.object(id, n, d.instances(c))
	d.edge(toClassEdge, c.id)
	d.references(c, data)
}

// objectArray reads an array of references: id, trace, number of elements, class, elements.
func (d *decoder) objectArray() {
	id := d.id("identifier of an array")
	d.serial("stack trace")
	n := d.in.Big(4, "number of elements")
	of := d.id("class of an array")
	if d.in.Err() != nil {
		return
	}
	c := d.class(of)
	c.array = true
	d.object(id, lengthBytes+n*uint64(d.idBytes), d.instances(c))
	d.edge(toClassEdge, of)
	for n > 0 && !d.stopped() {
		step := int(min(n, uint64(input.ChunkBytes/d.idBytes)))
		data := d.in.Chunk(step*d.idBytes, "elements")
		for at := 0; at < len(data); at += d.idBytes {
			d.edge(elementEdge, d.word(data[at:]))
		}
		d.in.Drop(len(data))
		n -= uint64(step)
	}
}

// primArray reads an array of numbers: id, trace, number of elements, type, and the elements
// if they are there. They are passed over.
func (d *decoder) primArray(data bool) {
	id := d.id("identifier of an array")
	d.serial("stack trace")
	n := d.in.Big(4, "number of elements")
	t := d.in.Byte("type of elements")
	if d.in.Err() == nil && (t < typeBool || t > typeLong) {
		d.in.Fail("an array of numbers has type %d: it must be %d to %d", t, typeBool, typeLong)
	}
	if d.in.Err() != nil {
		return
	}
	if d.arrays[t] == 0 {
		d.arrays[t] = d.out.Class(types[t-typeBool].name)
	}
	bytes := n * d.typeBytes(t) // less than 2^35
	d.object(id, lengthBytes+bytes, d.arrays[t])
	if data {
		d.in.Skip(bytes, "elements")
	}
}

package mmtk

import (
	"io"
	"math"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/input"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// The wire types of protocol buffers that occur today. Groups (3 and 4) are deprecated, and
// the schema has none.
const (
	wireVarint = 0
	wire64     = 1
	wireBytes  = 2
	wire32     = 5
)

// message reads fields in order, and knows where the message ends that they belong to. The
// first error stays in the input.
type message struct {
	in  *input.Input
	end uint64 // the offset where the message at hand ends
}

func newMessage(r io.Reader) *message {
	return &message{end: math.MaxUint64, in: input.New(r, func(offset int64, problem string, err error) error {
		return &sink.FormatError{Format: format, Offset: offset, Problem: problem, Err: err}
	})}
}

// more says whether the message at hand has another field.
func (m *message) more() bool {
	return m.in.Err() == nil && uint64(m.in.Offset()) < m.end
}

// field reads the number and the wire type of a field.
func (m *message) field() (number, wire uint64) {
	tag := m.varint("number of the field")
	number, wire = tag>>3, tag&7
	if m.in.Err() == nil && (number == 0 || number >= 1<<29) {
		m.in.Fail("a field has number %d: numbers go from 1 to %d", number, 1<<29-1)
	}
	return number, wire
}

// varint reads a number that must lie in the message at hand.
func (m *message) varint(what string) uint64 {
	v := m.in.Varint(what)
	m.inside(0, what)
	return v
}

// number reads a field that must be a varint.
func (m *message) number(wire uint64, what string) uint64 {
	if wire != wireVarint {
		m.in.Fail("the %s has wire type %d: it must be a varint, type 0", what, wire)
	}
	return m.varint(what)
}

// within reads a field that is a message, with read.
func (m *message) within(wire uint64, what string, read func()) {
	if wire != wireBytes {
		m.in.Fail("the %s has wire type %d: it must be a message, type 2", what, wire)
	}
	n := m.varint("length of the " + what)
	if !m.inside(n, what) {
		return
	}
	around := m.end
	m.end = uint64(m.in.Offset()) + n
	read()
	m.end = around
}

// inside says whether n more bytes lie in the message at hand. If not, it fails.
func (m *message) inside(n uint64, what string) bool {
	at := uint64(m.in.Offset())
	if m.in.Err() == nil && (at > m.end || n > m.end-at || n > math.MaxInt64-at) {
		m.in.Fail("the %s goes beyond the end of the message around it", what)
	}
	return m.in.Err() == nil
}

// skip reads over the value of a field.
func (m *message) skip(wire uint64) {
	const what = "unknown field"
	n := uint64(0)
	switch wire {
	case wireVarint:
		m.varint(what)
	case wire64:
		n = 8
	case wire32:
		n = 4
	case wireBytes:
		n = m.varint("length of the " + what)
	default:
		m.in.Fail("a field has wire type %d, which no field of such a file has", wire)
	}
	if m.inside(n, what) {
		m.in.Skip(n, what)
	}
}

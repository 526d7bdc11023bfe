package mmtk

import "encoding/binary"

// shape is a message of the schema: its fields by number. A field that is nil is a varint.
type shape struct{ fields map[uint64]*shape }

var (
	text = &shape{} // of any bytes
	file = &shape{map[uint64]*shape{
		1: {map[uint64]*shape{1: nil, 2: nil, 3: nil, 4: nil, 5: nil, 6: nil, 7: {map[uint64]*shape{1: nil, 2: nil}}}},
		2: {map[uint64]*shape{1: nil}},
		3: {map[uint64]*shape{1: text, 2: nil, 3: nil}},
	}}
)

// IsDump reports whether a file that begins with prefix seems to be a dump. The format has no
// magic number, so all of the prefix must fit the schema. It must begin with an object whose
// start comes first, as writers do it. Any goroutine may call it.
func IsDump(prefix []byte) bool {
	if len(prefix) == 0 || prefix[0] != 1<<3|wireBytes {
		return false
	}
	_, n := binary.Uvarint(prefix[1:])
	if n <= 0 || len(prefix) < n+3 || prefix[n+1] != 1<<3|wireVarint || prefix[n+2] == 0 {
		return false
	}
	return fits(prefix, file, false)
}

// fits says whether msg is a message of this shape, or, if it is not whole, the beginning of one.
func fits(msg []byte, s *shape, whole bool) bool {
	for s != text && len(msg) > 0 {
		tag, n := binary.Uvarint(msg)
		value, m := binary.Uvarint(msg[max(n, 0):])
		if n < 0 || m < 0 || n == 0 || m == 0 {
			return !whole && n >= 0 && m >= 0
		}
		msg = msg[n+m:]
		field, known := s.fields[tag>>3]
		switch {
		case !known, field == nil && tag&7 != wireVarint, field != nil && tag&7 != wireBytes:
			return false
		case field == nil:
		case value > uint64(len(msg)):
			return !whole && fits(msg, field, false)
		case !fits(msg[:value], field, true):
			return false
		default:
			msg = msg[value:]
		}
	}
	return true
}

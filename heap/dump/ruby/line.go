package ruby

import "github.com/seed-3ccf4018/halfmark/heap/dump/internal/text"

// key is a key of a line that matters. A set of keys has a bit for each.
type key uint16

const (
	keyType key = 1 << iota
	keyAddress
	keyClass
	keyReferences
	keyMemsize
	keySlotSize
	keyRoot
	keyName
	keyRealName
	keyStruct
	keyInternal
)

var keys = map[string]key{
	"type": keyType, "address": keyAddress, "class": keyClass, "references": keyReferences,
	"memsize": keyMemsize, "slot_size": keySlotSize, "root": keyRoot, "name": keyName,
	"real_class_name": keyRealName, "struct": keyStruct, "imemo_type": keyInternal,
}

// line is what matters of the line at hand. Its memory is used again for the next one.
type line struct {
	seen                              key
	address, class, memsize, slotSize uint64
	references                        []uint64
	kind, root, name, realName        []byte
	structure, internal               []byte
}

func (l *line) has(k key) bool { return l.seen&k != 0 }

// reset forgets the line before, but not its memory.
func (l *line) reset() {
	l.seen, l.references = 0, l.references[:0]
	l.structure, l.internal = l.structure[:0], l.internal[:0]
}

// bytes is what the object takes in the program: with what hangs from it outside the heap, if
// the file says so.
func (l *line) bytes() uint64 {
	if l.has(keyMemsize) {
		return l.memsize
	}
	if l.has(keySlotSize) {
		return l.slotSize
	}
	return 0
}

// ownName is the name of a class or module, or nil. A singleton class has the name of the
// class that its object had before.
func (l *line) ownName() []byte {
	switch {
	case string(l.kind) != "CLASS" && string(l.kind) != "MODULE":
		return nil
	case l.has(keyName):
		return l.name
	case l.has(keyRealName):
		return l.realName
	}
	return nil
}

// read reads a line.
func (d *reader) read() {
	d.line.reset()
	if !d.Expect('{', "line") {
		return
	}
	d.Members("object", func(name []byte) {
		k := keys[string(name)]
		if d.line.has(k) {
			d.Fail("the key %q stands twice in an object", name)
			return
		}
		d.line.seen |= k
		d.value(k)
	})
	if d.Err() == nil {
		d.finish()
	}
}

func (d *reader) value(k key) {
	switch l := &d.line; k {
	case keyType:
		l.kind = d.string(l.kind, "type")
	case keyAddress:
		l.address = d.address("address")
	case keyClass:
		l.class = d.address("address of the class")
	case keyReferences:
		d.referencesOf(l)
	case keyMemsize:
		l.memsize = d.Count("memsize")
	case keySlotSize:
		l.slotSize = d.Count("slot_size")
	case keyRoot:
		l.root = d.string(l.root, "name of the root")
	case keyName:
		l.name = d.string(l.name, "name")
	case keyRealName:
		l.realName = d.string(l.realName, "name of the class")
	case keyStruct:
		l.structure = d.string(l.structure, "name of the structure")
	case keyInternal:
		l.internal = d.string(l.internal, "type of the internal object")
	default:
		d.Value()
	}
}

// string reads a string into buf.
func (d *reader) string(buf []byte, what string) []byte {
	if !d.Expect('"', what) {
		return buf[:0]
	}
	return d.String(buf, what)
}

// address reads a string such as "0x7fc13df4bfb8".
func (d *reader) address(what string) uint64 {
	if !d.Expect('"', what) {
		return 0
	}
	if d.Next(what) != '0' || d.Next(what) != 'x' {
		d.Fail("the %s does not begin with 0x", what)
		return 0
	}
	v := uint64(0)
	for digits := 0; ; digits++ {
		b := d.Next(what)
		digit := text.Digit(b)
		switch {
		case b == '"' && digits > 0:
			return v
		case digit > 15:
			d.Fail("the %s has %q instead of a hexadecimal digit", what, b)
			return 0
		case digits == 16:
			d.Fail("the %s has more than 16 hexadecimal digits", what)
			return 0
		}
		v = v<<4 | uint64(digit)
	}
}

// referencesOf reads the references. They wait until the line is read, because the size of the
// object comes after them.
func (d *reader) referencesOf(l *line) {
	if !d.Expect('[', "references") {
		return
	}
	d.List(']', "references", func() {
		before := cap(l.references)
		l.references = append(l.references, d.address("address of a reference"))
		if grown := cap(l.references) - before; grown > 0 {
			d.s.Held(8 * uint64(grown))
			d.Stop(d.s.Err())
		}
	})
}

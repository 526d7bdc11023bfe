package ruby

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
	key                               []byte
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
	if !d.expect('{', "line") {
		return
	}
	d.list('}', "object", d.member)
	if d.in.Err() == nil {
		d.finish()
	}
}

// member reads a key and its value.
func (d *reader) member() {
	l := &d.line
	if !d.expect('"', "key") {
		return
	}
	l.key = d.text(l.key, "key")
	k := keys[string(l.key)]
	if !d.expect(':', "key") {
		return
	}
	if l.has(k) {
		d.fail("the key %q stands twice in an object", l.key)
		return
	}
	l.seen |= k
	d.value(k)
}

func (d *reader) value(k key) {
	switch l := &d.line; k {
	case keyType:
		l.kind = d.string(l.kind, "type")
	case keyAddress:
		l.address = d.scanner.address("address")
	case keyClass:
		l.class = d.scanner.address("address of the class")
	case keyReferences:
		d.referencesOf(l)
	case keyMemsize:
		l.memsize = d.count("memsize")
	case keySlotSize:
		l.slotSize = d.count("slot_size")
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
		d.skip(0)
	}
}

// string reads a string into buf.
func (d *reader) string(buf []byte, what string) []byte {
	if !d.expect('"', what) {
		return buf[:0]
	}
	return d.text(buf, what)
}

// referencesOf reads the references. They wait until the line is read, because the size of the
// object comes after them.
func (d *reader) referencesOf(l *line) {
	const what = "address of a reference"
	if !d.expect('[', "references") {
		return
	}
	d.list(']', "references", func() {
		before := cap(l.references)
		l.references = append(l.references, d.scanner.address(what))
		if grown := cap(l.references) - before; grown > 0 {
			d.s.Held(8 * uint64(grown))
			d.in.Stop(d.s.Err())
		}
	})
}

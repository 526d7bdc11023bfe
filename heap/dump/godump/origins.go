package godump

import (
	"math"

	"github.com/seed-3ccf4018/halfmark/heap/dump/printable"
)

// rootWord is a word outside the heap that leads between the lowest and the highest arena.
type rootWord struct {
	value uint64 // the word. Once the objects are known: the number of the object that it leads into
	at    uint64 // address of the word; of a finalizer: of the object that has it; 0 if unknown
	// origin is where the record stands in origins, and guessed says that no map of
	// pointers lists the word.
	origin  uint32
	guessed bool
}

// origin is a record that holds root words. There are no more of them than such words.
type origin struct {
	kind      Kind
	name      uint32 // in origins.names: function of a frame, or description of another root
	goroutine uint32 // in origins.goroutines, plus 1; 0 if the record belongs to none
}

// goroutine is what Read keeps of a goroutine that has roots.
type goroutine struct {
	address, number uint64
	waiting         uint32 // in origins.names: the reason
	system          bool
}

// origins are the records that hold root words. Each name is kept once.
//
// A goroutine's frames, defers and panics follow its record. The goroutine of a frame is
// the one that was read last.
type origins struct {
	all        []origin
	goroutines []goroutine
	names      []string // names[0] is ""
	numbers    map[string]uint32
	nameBytes  int

	current goroutine // whose record was read last
	listed  bool      // the current goroutine is the last of goroutines
	known   bool      // a goroutine was read
	open    bool      // all ends with the record that is being read
	kind    Kind      // of the record that is being read
	name    uint32
	alone   bool // the record belongs to no goroutine
}

// allNamesBytes bounds the names together, so that a file of names takes no more. Names
// beyond it are unknown. The Go program itself has some megabytes of them.
const allNamesBytes = 64 << 20

// record begins a record.
func (o *origins) record(kind Kind) {
	o.kind, o.open, o.name = kind, false, 0
	switch kind {
	case Goroutine, StackFrame, Defer, Panic:
		o.alone = false
	default:
		o.alone = true
	}
}

// enter begins a goroutine.
func (o *origins) enter(g goroutine) {
	o.current, o.known, o.listed = g, true, false
}

// of says at which address the goroutine of the record is that is being read.
func (o *origins) of(address uint64) {
	o.alone = !o.known || o.current.address != address
}

// number returns where the name of these bytes is in names.
func (o *origins) number(name []byte) uint32 {
	if n, ok := o.numbers[string(name)]; ok || len(name) == 0 {
		return n
	}
	if o.nameBytes+len(name) > allNamesBytes {
		return 0
	}
	if o.numbers == nil {
		o.numbers, o.names = map[string]uint32{}, []string{""}
	}
	o.nameBytes += len(name)
	n := uint32(len(o.names))
	o.numbers[string(name)] = n
	o.names = append(o.names, printable.Line(name))
	return n
}

// text returns the name with this number.
func (o *origins) text(number uint32) string {
	if number == 0 {
		return ""
	}
	return o.names[number]
}

// here returns the number of the record that is being read, which has root words.
func (o *origins) here() uint32 {
	if o.open {
		return uint32(len(o.all) - 1)
	}
	o.open = true
	entry := origin{kind: o.kind, name: o.name}
	if o.known && !o.alone {
		if !o.listed {
			o.goroutines, o.listed = append(o.goroutines, o.current), true
		}
		entry.goroutine = uint32(len(o.goroutines))
	}
	if uint64(len(o.all)) < math.MaxUint32 {
		o.all = append(o.all, entry)
	}
	return uint32(len(o.all) - 1)
}

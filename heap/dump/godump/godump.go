package godump

import (
	"bytes"
	"io"
	"sort"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// magic is the file's first line.
const magic = "go1.7 heap dump\n"

// MagicBytes is how much of a file IsDump needs to see.
const MagicBytes = len(magic)

// IsDump reports whether a file that begins with prefix is a Go heap dump of
// the version that Read reads. Any goroutine may call it.
func IsDump(prefix []byte) bool { return bytes.HasPrefix(prefix, []byte(magic)) }

const (
	// DefaultMaxObjects is the limit that Options.MaxObjects 0 stands for. At
	// about 100 bytes an object while reading it is 27 GB.
	DefaultMaxObjects = 1 << 28

	// DefaultMaxPointers is the limit that Options.MaxPointers 0 stands for.
	// At 16 bytes a pointer while reading it is 17 GB.
	DefaultMaxPointers = 1 << 30

	// SpacingBytes bounds the size of a simulated object that its references
	// do not fill: cache lines beyond it are never touched by a mark, and a
	// heap of large buffers need not be as large as the program's.
	SpacingBytes = 256
)

// Options bound what Read takes in. The zero value is ready for use.
type Options struct {
	// MaxObjects is the most object records that are read. 0 is
	// DefaultMaxObjects; heap.MaxObjects is the most that can work.
	MaxObjects uint64

	// MaxPointers is the most words into the heap that are held at once:
	// references of objects, roots, words of stack frames and of the record
	// being read. 0 is DefaultMaxPointers.
	MaxPointers uint64

	// PreciseStacks takes of a stack frame only the fields that it lists, and
	// so misses what hangs from variables whose address was taken.
	PreciseStacks bool
}

// LimitError says that a dump exceeds one of Options. It is wrapped in an error
// that says where.
type LimitError struct {
	Option  string // the field of Options: "MaxObjects" or "MaxPointers"
	Problem string // what there is too much of, and the limit
}

func (e *LimitError) Error() string {
	return e.Problem + "; Options." + e.Option + " sets another limit"
}

// Params describes the program that was dumped.
type Params struct {
	Arch         string // GOARCH
	GoVersion    string // runtime.Version, control characters replaced by '?'
	PointerBytes int    // 4 or 8
	BigEndian    bool
	CPUs         uint64
	ArenaStart   uint64 // all objects and stacks lie in [ArenaStart, ArenaEnd)
	ArenaEnd     uint64
}

// Stats counts what was in the file.
type Stats struct {
	// Bytes is the length of the dump.
	Bytes uint64
	// Records counts the records by kind.
	Records [NumKinds]uint64
	// HeapObjects is how many objects the program's runtime counted, live ones
	// and garbage that was not yet swept. It differs from the number of object
	// records: the ends of spans are not objects, and several small allocations
	// without pointers share one. 0 without a record of statistics.
	HeapObjects uint64
	// ObjectBytes is the sum of the objects' sizes in the program.
	ObjectBytes uint64
	// Fields is the number of pointer fields that objects list.
	Fields uint64
	// Pointers is how many of them lead into an object: the heap's edges.
	Pointers uint64
	// Interior is how many of Pointers lead to the inside of an object.
	Interior uint64
	// NoObject is how many of Fields point between the program's lowest and
	// highest arena, but into no object: to stacks, or to freed memory. The
	// others of Fields are nil or point to global variables and foreign memory.
	NoObject uint64
	// RootWords counts, by kind of the record they come from, the words
	// between the lowest and the highest arena that are treated as roots
	// before they are resolved. Several may lead to one object.
	RootWords [NumKinds]uint64
	// FrameFieldsOutside counts pointer fields that lie outside their stack
	// frame or across words. The runtime guesses the map of a frame in a
	// function's prologue; such fields are passed over.
	FrameFieldsOutside uint64
	// FramesPointedInto is how many frames were read conservatively.
	FramesPointedInto uint64
	// FinalizersOfNoObject counts finalizers whose object is not in the dump.
	FinalizersOfNoObject uint64
}

// Dump is what Read returns. It is read-only, so any goroutine may call its
// methods. It keeps 40 bytes an object besides the heap.
type Dump struct {
	Heap   *heap.Heap
	Params Params
	Stats  Stats

	index index
	refs  []heap.Ref // refs[i] is where index.objects[i] is in Heap
}

// Read reads a dump to its end. It reads r in order through a buffer of fixed
// size, so r may be a pipe, and holds about 100 bytes an object and 16 a
// pointer: 163 MB at most for a program with 1.0 million objects and 1.6
// million pointers between them. Of the contents of the record that it is at it
// holds those words that point between the lowest and the highest arena, 16
// bytes each; nothing grows with what the file claims.
//
// Errors are *FormatError if the file is at fault (errors.Is finds
// io.ErrUnexpectedEOF if it is cut), and wrap a *LimitError if one of Options is
// exceeded. Several goroutines may
// read different files at once.
func Read(r io.Reader, opts Options) (*Dump, error) {
	if opts.MaxObjects == 0 {
		opts.MaxObjects = DefaultMaxObjects
	}
	opts.MaxObjects = min(opts.MaxObjects, heap.MaxObjects)
	if opts.MaxPointers == 0 {
		opts.MaxPointers = DefaultMaxPointers
	}
	d := &decoder{in: newInput(r), opts: opts}
	if err := d.readAll(); err != nil {
		return nil, err
	}
	return d.build()
}

// Ref returns the object that contains the address addr of the dumped program:
// its start or any byte of it.
func (d *Dump) Ref(addr uint64) (heap.Ref, bool) {
	i, ok := d.index.find(addr)
	if !ok {
		return heap.Nil, false
	}
	return d.refs[i], true
}

// Address returns where the object at r was in the dumped program and how many
// bytes it had there, those of its size class. ok is false if no object
// begins at r.
func (d *Dump) Address(r heap.Ref) (addr, size uint64, ok bool) {
	i := sort.Search(len(d.refs), func(i int) bool { return d.refs[i] >= r })
	if i == len(d.refs) || d.refs[i] != r {
		return 0, 0, false
	}
	o := &d.index.objects[i]
	return o.addr, o.size, true
}

package godump

import (
	"bytes"
	"cmp"
	"io"
	"iter"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/objects"
)

// magic is the file's first line.
const magic = "go1.7 heap dump\n"

// IsDump reports whether a file that begins with prefix is a Go heap dump of the version that
// Read reads. Any goroutine may call it.
func IsDump(prefix []byte) bool { return bytes.HasPrefix(prefix, []byte(magic)) }

const (
	// DefaultMaxObjects is the limit if Options.MaxObjects is 0. Reading takes about 100
	// bytes for each object, so the limit stands for 27 GB.
	DefaultMaxObjects = 1 << 28

	// DefaultMaxPointers is the limit if Options.MaxPointers is 0. Reading takes 16 bytes
	// for each pointer of an object, so the limit stands for 17 GB.
	DefaultMaxPointers = 1 << 30
)

// Options are limits for [Read], and what it keeps. The zero value is ready to use.
type Options struct {
	// MaxObjects is the largest number of object records that Read accepts. 0 means
	// DefaultMaxObjects. No number above heap.MaxObjects can work.
	MaxObjects uint64

	// MaxPointers is the largest number of words into the heap that Read holds at once:
	// references of objects, roots, words of stack frames, and words of the record that
	// it reads. 0 means DefaultMaxPointers.
	MaxPointers uint64

	// PreciseStacks takes only the fields that a stack frame lists. Read then misses what
	// hangs from variables whose address was taken.
	PreciseStacks bool

	// Offsets keeps for each reference where it lies in its object, for Dump.Offset. This
	// takes 4 bytes for each reference, and 12 while Read runs.
	Offsets bool

	// Classes tells objects apart by their sizes and by where their pointers lie, for
	// Dump.All and Dump.Classes. This takes 4 bytes for each object while Read runs.
	Classes bool
}

// farOffset stands for offsets that do not fit into 32 bits.
const farOffset = 1<<32 - 1

// Params describes the program that was dumped.
type Params struct {
	Arch         string // GOARCH
	GoVersion    string // runtime.Version, control characters replaced by '?'
	PointerBytes int    // 4 or 8
	BigEndian    bool
	CPUs         uint64
	ArenaStart   uint64 // all objects and stacks lie in [ArenaStart .. ArenaEnd)
	ArenaEnd     uint64
}

// Stats counts what was in the file.
type Stats struct {
	// Bytes is the length of the dump.
	Bytes uint64
	// Records counts the records by kind.
	Records [NumKinds]uint64
	// HeapObjects is how many objects the program's runtime counted: live ones, and garbage
	// that was not yet swept. The number of object records differs, because the ends of
	// spans are no objects, and several small allocations without pointers share one. It is
	// 0 if the dump has no statistics.
	HeapObjects uint64
	// ObjectBytes is the sum of the objects' sizes in the program, in bytes.
	ObjectBytes uint64
	// Fields is the number of pointer fields that objects list.
	Fields uint64
	// Pointers is how many of Fields lead into an object. They are the edges of the heap.
	Pointers uint64
	// Interior is how many of Pointers lead to the inside of an object.
	Interior uint64
	// NoObject is how many of Fields point between the program's lowest and highest arena,
	// but into no object: to stacks or to freed memory. The rest of Fields are nil, or point
	// to global variables and foreign memory.
	NoObject uint64
	// RootWords counts the words between the lowest and the highest arena that are treated
	// as roots, by the kind of their record. Several may lead to one object, and some to
	// none.
	RootWords [NumKinds]uint64
	// FrameFieldsOutside counts pointer fields that lie outside their stack frame or across
	// words. Read passes over them. In the prologue of a function the runtime guesses the
	// map of its frame.
	FrameFieldsOutside uint64
	// FramesPointedInto is how many frames Read scanned conservatively.
	FramesPointedInto uint64
	// FinalizersOfNoObject counts finalizers whose object is not in the dump.
	FinalizersOfNoObject uint64
}

// Dump is the heap of a program, and what the file says about it. It does not change, so any
// goroutine may call its methods. It takes 40 bytes for each object, besides the heap, and 24
// for each root word that leads into an object.
type Dump struct {
	Heap   *heap.Heap
	Params Params
	Stats  Stats
	// Segments are where the global variables lie, in the order of the file.
	Segments []Segment

	index   objects.Index
	table   objects.Table
	offsets []uint32   // where references are in their objects: those of object i from table.Objects[i].First on
	roots   []rootWord // those that lead into objects, sorted by object
	origins origins
	classes []Class // which the Tags of table.Objects number; nil without Options.Classes
}

// Read reads a dump to its end, in order, so r may be a pipe. A dump can come from a
// stranger: the heap is well-formed whatever the file says, nothing grows with a claim of the
// file, and Options limit the memory.
//
// The error is a [*sink.FormatError] if the file is at fault. If it is cut, errors.Is finds
// io.ErrUnexpectedEOF. If it exceeds one of Options, the error wraps a [*sink.LimitError].
// Any number of goroutines may read different files at once.
//
// Read takes about 100 bytes for each object, 16 for each of its pointers and 24 for each
// root word, and at most 64 MB for names of functions: 163 MB for a program with 1.0 million
// objects and 1.6 million pointers between them.
func Read(r io.Reader, opts Options) (*Dump, error) {
	opts.MaxObjects = min(cmp.Or(opts.MaxObjects, DefaultMaxObjects), heap.MaxObjects)
	opts.MaxPointers = cmp.Or(opts.MaxPointers, DefaultMaxPointers)
	d := &decoder{in: newRecords(r), opts: opts}
	if err := d.readAll(); err != nil {
		return nil, err
	}
	return d.build()
}

// Ref returns the object that contains the address addr of the dumped program, which may be
// that of any of its bytes. ok is false if no object contains it.
func (d *Dump) Ref(addr uint64) (ref heap.Ref, ok bool) {
	i, ok := d.index.Inside(addr)
	if !ok {
		return heap.Nil, false
	}
	return d.table.Refs[i], true
}

// Address returns where the object at r was in the dumped program, and how many bytes its
// size class has. ok is false if no object begins at r.
func (d *Dump) Address(r heap.Ref) (addr, size uint64, ok bool) { return d.table.Address(r) }

// Objects iterates over all objects in order of address. Each pair is an object of Heap, and
// how many bytes it had in the dumped program.
func (d *Dump) Objects() iter.Seq2[heap.Ref, uint64] { return d.table.All() }

// Offset returns how many bytes after the beginning of the object at r its reference i lies
// in the dumped program, which tells the field. i counts the references in Heap, from 0. ok
// is false without Options.Offsets, if there is no such reference, and if the offset is 4 GiB
// or more.
func (d *Dump) Offset(r heap.Ref, i uint32) (offset uint64, ok bool) {
	object, found := d.table.Number(r)
	refs, _, _ := d.Heap.Object(r)
	if !found || i >= refs || d.offsets == nil {
		return 0, false
	}
	at := d.offsets[d.table.Objects[object].First+uint64(i)]
	return uint64(at), at != farOffset
}

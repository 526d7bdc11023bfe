package godump

import (
	"math"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/objects"
)

// decoder holds what has been read of a file. Addresses are those of the dumped
// program. build finds their objects.
type decoder struct {
	in     *records
	opts   Options
	params Params
	stats  Stats
	kind   Kind // of the record being read

	kept       []keptWord       // words of the record being read
	listed     []bool           // of a frame: which of kept its fields have listed
	objects    []objects.Object // Tag is the number of the record, First is in edges
	edges      []uint64         // words of all objects' pointer fields that may be references
	offsets    []uint32         // offsets[i] is where edges[i] is in its object; empty without Options.Offsets
	first      [leading]uint64  // offsets of the first fields of the record being read
	classes    classes          // empty without Options.Classes
	roots      []rootWord
	origins    origins
	segments   []Segment
	finalized  []uint64 // objects that have a finalizer
	frames     []frame
	frameWords []uint64 // words of all frames that may be references
}

// frame is a stack frame. Its words are frameWords[first:first+words].
type frame struct {
	sp, size, first, words uint64
	origin                 uint32
	scanned                bool
}

// readAll reads the header and all records.
func (d *decoder) readAll() error {
	if head := d.in.Peek(len(magic)); !IsDump(head) {
		if len(head) < len(magic) && magic[:len(head)] == string(head) {
			d.in.Chunk(len(magic), "first line")
			return d.in.Err()
		}
		d.in.Fail("the file begins with %q: a Go heap dump begins with %q", head, magic)
		return d.in.Err()
	}
	d.in.Drop(len(magic))
	for d.in.Err() == nil && d.stats.Records[End] == 0 {
		d.record()
	}
	d.stats.Bytes = uint64(d.in.Offset())
	return d.in.Err()
}

// record reads one record.
func (d *decoder) record() {
	at := d.in.Offset()
	tag := d.in.Varint("next record (there is no end record)")
	if d.in.Err() != nil {
		return
	}
	if tag >= NumKinds {
		d.in.FailAt(at, "the next record has tag %d: tags go from 0 to %d; the record before may be damaged", tag, NumKinds-1)
		return
	}
	d.kind = Kind(tag)
	d.origins.record(d.kind)
	d.stats.Records[d.kind]++
	d.in.record, d.in.ordinal = d.kind.String(), d.stats.Records[d.kind]
	if d.params.PointerBytes == 0 && d.kind != ParamsRecord {
		d.in.Fail("there is no params record before it: the size of pointers is not known")
		return
	}
	kinds[d.kind].read(d)
	d.checkPointers()
}

// end reads the last record. It makes sure that nothing follows, because Read would not
// read it.
func (d *decoder) end() {
	if d.in.More("end after the end record") {
		d.in.Fail("bytes follow the end record: the file was longer before the dump was written into it, or holds two; take the dump into an empty file")
	}
}

func (d *decoder) readParams() {
	if d.params.PointerBytes != 0 {
		d.in.Fail("a second params record: a dump has one")
		return
	}
	p := Params{BigEndian: d.in.bool("byte order")}
	size := d.in.Varint("pointer size")
	p.ArenaStart = d.in.Varint("start of the arena")
	p.ArenaEnd = d.in.Varint("end of the arena")
	p.Arch = d.in.shortString("architecture")
	p.GoVersion = d.in.shortString("Go version")
	p.CPUs = d.in.Varint("number of CPUs")
	switch {
	case d.in.Err() != nil:
	case size != 4 && size != 8:
		d.in.Fail("pointers have %d bytes: they must have 4 or 8", size)
	case p.ArenaEnd < p.ArenaStart:
		d.in.Fail("the arena ends at %#x, before its start %#x", p.ArenaEnd, p.ArenaStart)
	default:
		p.PointerBytes = int(size)
		d.params = p
	}
}

func (d *decoder) object() {
	if uint64(len(d.objects)) >= d.opts.MaxObjects {
		d.in.exceeds("MaxObjects", "more than %d objects", d.opts.MaxObjects)
		return
	}
	addr, size := d.in.Varint("address"), d.in.Varint("size")
	if d.in.Err() != nil {
		return
	}
	if size == 0 || addr < d.params.ArenaStart || addr > d.params.ArenaEnd || size > d.params.ArenaEnd-addr {
		d.in.Fail("an object of %d bytes at %#x: it must have bytes, all of them between the arena's start %#x and end %#x", size, addr, d.params.ArenaStart, d.params.ArenaEnd)
		return
	}
	d.contents(size)
	first := len(d.edges)
	n := d.fields(size, func(w keptWord) {
		d.edges = append(d.edges, w.value)
		if d.opts.Offsets {
			d.offsets = append(d.offsets, uint32(min(w.off, farOffset)))
		}
	})
	refs := len(d.edges) - first
	if uint64(refs) > math.MaxUint32 {
		d.in.Fail("an object with %d pointers: at most %d fit into a heap", refs, uint32(math.MaxUint32))
		return
	}
	d.stats.Fields += n
	d.stats.ObjectBytes += size
	d.objects = append(d.objects, objects.Object{Addr: addr, Bytes: size, First: uint64(first), Refs: uint32(refs), Tag: uint32(d.in.ordinal)})
	if d.opts.Classes {
		d.classes.add(Class{size, n, d.first})
	}
}

func (d *decoder) typ() {
	d.in.uints("address", "size")
	d.in.name("name")
	d.in.bool("mark of an indirect type")
}

// uints returns what reads a record of numbers that do not matter.
func uints(what ...string) func(*decoder) { return func(d *decoder) { d.in.uints(what...) } }

// memStats reads the numbers of runtime.MemStats: 24 before the pauses, 256 pauses, and
// the number of collections.
func (d *decoder) memStats() {
	const heapObjects = 11
	for i := range 24 + 256 + 1 {
		if n := d.in.Varint("statistics"); i == heapObjects {
			d.stats.HeapObjects = n
		}
	}
}

func (d *decoder) memProf() {
	d.in.uints("address", "size")
	frames := d.in.Varint("number of frames")
	for i := uint64(0); i < frames && d.in.Err() == nil; i++ {
		d.in.name("function")
		d.in.name("file")
		d.in.Varint("line")
	}
	d.in.uints("allocations", "frees")
}

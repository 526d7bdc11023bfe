package hprof

import (
	"bytes"
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/input"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// magic is how every file begins. A version and a zero byte follow.
const magic = "JAVA PROFILE "

// versionBytes is how many bytes a version has: "1.0.2".
const versionBytes = 5

// IsDump reports whether a file that begins with prefix is a Java heap dump. Read may still
// refuse it, because it is text or of another version. Any goroutine may call it.
func IsDump(prefix []byte) bool { return bytes.HasPrefix(prefix, []byte(magic)) }

// These are the kinds of edges, by number.
const (
	fieldEdge = iota
	elementEdge
	classEdge
	staticEdge
	toClassEdge
	softEdge
	finalEdge
	weakEdge
	phantomEdge
)

// edgeKinds returns what the kinds are called, and which of them are weak.
func edgeKinds() []sink.EdgeKind {
	return []sink.EdgeKind{
		fieldEdge:   {Name: "fields"},
		elementEdge: {Name: "array elements"},
		classEdge:   {Name: "classes to superclasses and loaders"},
		staticEdge:  {Name: "static fields"},
		toClassEdge: {Name: "objects to their class"},
		softEdge:    {Name: "soft references"},
		finalEdge:   {Name: "final references"},
		weakEdge:    {Name: "weak references", Weak: true},
		phantomEdge: {Name: "phantom references", Weak: true},
	}
}

// Read reads a Java heap dump to its end, in order, so r may be a pipe. Of the values of
// fields and arrays it keeps only references.
//
// The error is a [*sink.FormatError], which says at which byte the fault is, or wraps a
// [*sink.LimitError]. If the file is cut, errors.Is finds io.ErrUnexpectedEOF, and there is
// no heap: a part of one would seem to have more garbage. Any number of goroutines may read
// different files at once.
//
// Besides what a [sink.Sink] takes, Read takes about 100 bytes for each name in the file and
// 300 for each class, until it returns. An instance that comes before its class, as in files
// of Android, waits in memory. Options.MaxNames limits all three together.
func Read(r io.Reader, opts sink.Options) (*sink.Dump, error) {
	d := newDecoder(r, opts)
	version := d.header()
	d.records()
	d.finish()
	d.out.Fail(d.in.Err())
	return d.out.Build(sink.Program{
		Writer: fmt.Sprintf("HPROF %s, %d-byte identifiers", version, d.idBytes),
		Bytes:  uint64(d.in.Offset()),
		Field:  d.fieldNames().name,
		Group:  rootGroup,
	})
}

// decoder holds what has been read of a file.
type decoder struct {
	in      *input.Input
	out     *sink.Sink
	idBytes int
	record  string // what is being read, for errors

	names    map[uint64]string // the texts of the file
	classes  map[uint64]*class // by the id of the class object
	inOrder  []*class          // the same, as they came
	bySerial map[uint32]*class // as stack frames name them
	arrays   [typeLong + 1]sink.Class
	threads  threads
	late     []lateRoot // roots that wait for the frames of their thread

	waiting, peak uint64 // bytes of instances that wait for their class, now and at most
	last          bool   // no more classes will come
	objects       uint64 // how many were read
	large         []byte // the fields of a large instance
	statics       []static
	steps         int // how many classes were looked at for superclasses and fields; a test bounds it

	heapDumps int  // how many records and segments
	needsEnd  bool // a record must end the heap dump
	ended     bool
	odd       odd
}

func newDecoder(r io.Reader, opts sink.Options) *decoder {
	d := &decoder{
		out: sink.New("hprof", edgeKinds(), opts), record: "header", idBytes: 8,
		names: map[uint64]string{}, classes: map[uint64]*class{}, bySerial: map[uint32]*class{}, threads: newThreads(),
	}
	d.in = input.New(r, d.fault)
	return d
}

// fault makes the error for a problem. If the file is cut, the error says how much was there.
func (d *decoder) fault(offset int64, problem string, err error) error {
	if err == io.ErrUnexpectedEOF && d.objects > 0 {
		problem += fmt.Sprintf(" (%d objects were complete)", d.objects)
	}
	return &sink.FormatError{Format: "hprof", Record: d.record, Offset: offset, Problem: problem, Err: err}
}

// stopped says whether there was an error, in the file or of a limit.
func (d *decoder) stopped() bool {
	if err := d.out.Err(); err != nil {
		d.in.Stop(err)
	}
	return d.in.Err() != nil
}

// header reads the beginning of the file, up to the first record. It returns the version.
func (d *decoder) header() string {
	if head := d.in.Peek(len(magic)); !IsDump(head) && string(head) != magic[:len(head)] {
		d.in.Fail("the file begins with %q: a Java heap dump begins with %q", head, magic)
	}
	d.in.Skip(uint64(len(magic)), "first line")
	version := string(d.in.Chunk(versionBytes+1, "version"))
	switch {
	case d.in.Err() != nil:
		return ""
	case version[versionBytes] == ',':
		d.in.Fail("the file is a profile in text: take the dump in binary form (format=b), or with jcmd PID GC.heap_dump FILE")
		return ""
	case version != "1.0.1\x00" && version != "1.0.2\x00" && version != "1.0.3\x00":
		d.in.Fail("the file is of version %q: versions 1.0.1, 1.0.2 and 1.0.3 can be read", version)
		return ""
	}
	d.in.Drop(len(version))
	size := d.in.Big(4, "size of identifiers")
	if size != 4 && size != 8 && d.in.Err() == nil {
		d.in.Fail("identifiers have %d bytes: they must have 4 or 8", size)
		return ""
	}
	d.idBytes = int(size)
	d.in.Skip(8, "date")
	return version[:versionBytes]
}

// id reads an identifier.
func (d *decoder) id(what string) uint64 { return d.in.Big(d.idBytes, what) }

// serial reads a number of 4 bytes.
func (d *decoder) serial(what string) uint32 { return uint32(d.in.Big(4, what)) }

// finish reads the instances and roots that still wait.
func (d *decoder) finish() {
	if d.stopped() {
		return
	}
	d.last = true
	for _, c := range d.inOrder {
		d.settle(c)
	}
	for _, c := range d.inOrder {
		if len(c.waiting) > 0 {
			d.tooDeep(c)
		}
	}
	d.labelLateRoots()
	d.notes()
}

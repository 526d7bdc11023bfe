package hprof

import "io"

// These are the kinds of records. Records of other kinds are passed over.
const (
	tagName        = 0x01
	tagLoadClass   = 0x02
	tagUnloadClass = 0x03
	tagFrame       = 0x04
	tagTrace       = 0x05
	tagAllocSites  = 0x06
	tagHeapSummary = 0x07
	tagStartThread = 0x0A
	tagEndThread   = 0x0B
	tagHeapDump    = 0x0C
	tagCPUSamples  = 0x0D
	tagControl     = 0x0E
	tagSegment     = 0x1C
	tagDumpEnd     = 0x2C
)

// recordKind is what a record of a kind is called, and how it is read.
type recordKind struct {
	name string
	read func(d *decoder, length uint64)
}

// profile is a record about something else than the heap.
var profile = recordKind{"profile", func(*decoder, uint64) {}}

// recordKinds says what a record of a kind is called, and how it is read. A reader gets the
// length of the record. The bytes that it leaves are passed over.
var recordKinds = map[byte]recordKind{
	tagName:        {"name", (*decoder).name},
	tagLoadClass:   {"loaded class", (*decoder).loadClass},
	tagFrame:       {"stack frame", (*decoder).frame},
	tagTrace:       {"stack trace", (*decoder).trace},
	tagStartThread: {"thread", (*decoder).startThread},
	tagHeapDump:    {"heap dump", (*decoder).heapDump},
	tagSegment:     {"heap dump segment", (*decoder).segment},
	tagDumpEnd:     {"end of the heap dump", (*decoder).dumpEnd},
	tagUnloadClass: profile, tagAllocSites: profile, tagHeapSummary: profile,
	tagEndThread: profile, tagCPUSamples: profile, tagControl: profile,
}

// records reads all records, and makes sure that the file is whole.
func (d *decoder) records() {
	for !d.stopped() && d.in.More("next record") {
		d.oneRecord()
	}
	if d.stopped() {
		return
	}
	d.record = "end of the file"
	switch {
	case d.heapDumps == 0:
		d.in.FailWith(io.ErrUnexpectedEOF, "the file has no heap dump, only names or a profile: it is cut, or was not meant to hold a heap; take a dump with jcmd PID GC.heap_dump FILE")
	case d.needsEnd && !d.ended:
		d.in.FailWith(io.ErrUnexpectedEOF, "the file is cut: no record ends the heap dump; take the dump again and wait until it is written")
	}
}

// oneRecord reads one record, or the rest of a heap dump that is longer than its length says.
func (d *decoder) oneRecord() {
	d.record = "record"
	if tag := d.in.Peek(1); d.heapDumps > 0 && len(tag) == 1 && onlyInHeapDump(tag[0]) {
		d.odd.lengths = true
		d.openEnded()
		return
	}
	tag := d.in.Byte("kind of the next record")
	kind, known := recordKinds[tag]
	d.in.Skip(4, "time of a record")
	length := d.in.Big(4, "length of a record") // unsigned: heap dumps have up to 4 GiB
	if d.stopped() {
		return
	}
	if !known {
		d.odd.unknownRecords++
		d.in.Skip(length, "record of an unknown kind")
		return
	}
	d.record = kind.name
	end := d.in.Offset() + int64(length)
	kind.read(d, length)
	if rest := end - d.in.Offset(); rest > 0 && tag != tagHeapDump && tag != tagSegment {
		d.in.Skip(uint64(rest), kind.name)
	}
}

// needs makes sure that a record has room for so many identifiers and other bytes.
func (d *decoder) needs(length uint64, ids, bytes int) bool {
	if want := uint64(ids*d.idBytes + bytes); length < want {
		d.in.Fail("the record has %d bytes: it must have %d at least", length, want)
	}
	return d.in.Err() == nil
}

func (d *decoder) heapDump(length uint64) {
	d.heapDumps++
	d.contents(length)
}

func (d *decoder) segment(length uint64) {
	d.heapDumps++
	d.needsEnd, d.ended = true, false
	d.contents(length)
}

func (d *decoder) dumpEnd(uint64) { d.ended = true }

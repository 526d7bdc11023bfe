package hprof

// A heap dump, or a segment of one, is a sequence of entries. Each entry begins with its kind.
// Its length follows from its contents. So the length of a segment is not needed, and some
// writers have it wrong:
//
//   - A writer that was killed leaves the length 0.
//   - Some dumps of Android end segments in the middle of an entry.
//   - A heap dump of more than 4 GiB in one record has the length modulo 4 GiB.
//
// An entry that has begun is read to its end, whatever the length says. The bytes that follow
// can only be an entry if their kind is not the kind of a record; then the entries go on.

// These are the kinds of entries.
const (
	rootUnknown      = 0xFF
	rootJNIGlobal    = 0x01
	rootJNILocal     = 0x02
	rootFrame        = 0x03
	rootNativeStack  = 0x04
	rootSystemClass  = 0x05
	rootThreadBlock  = 0x06
	rootMonitor      = 0x07
	rootThread       = 0x08
	entryClass       = 0x20
	entryInstance    = 0x21
	entryObjectArray = 0x22
	entryPrimArray   = 0x23

	// Android adds these.
	rootInterned    = 0x89
	rootFinalizing  = 0x8A
	rootDebugger    = 0x8B
	rootCleanup     = 0x8C
	rootVMInternal  = 0x8D
	rootJNIMonitor  = 0x8E
	notARoot        = 0x90 // an object that cannot be reached
	entryNoData     = 0xC3 // an array of numbers without the numbers
	entryHeapOfRest = 0xFE // to which heap the entries that follow belong
)

// onlyInHeapDump says whether tag begins an entry of a heap dump, and cannot begin a record.
func onlyInHeapDump(tag byte) bool {
	switch tag {
	case entryClass, entryInstance, entryObjectArray, entryPrimArray, entryNoData, entryHeapOfRest, notARoot:
		return true
	}
	return tag == rootUnknown || tag >= rootInterned && tag <= rootJNIMonitor
}

// contents reads the entries in so many bytes, and the rest of an entry that begins in them.
func (d *decoder) contents(length uint64) {
	start := d.in.Offset()
	if length == 0 {
		d.openEnded()
		if d.in.Offset() > start {
			d.odd.lengths = true
			d.needsEnd = true
		}
		return
	}
	end := start + int64(length)
	for d.in.Offset() < end && !d.stopped() && !d.atSegment() {
		d.entry()
	}
	if d.in.Offset() != end {
		d.odd.lengths = true
	}
}

// atSegment says whether another segment or the end of the heap dump follows.
func (d *decoder) atSegment() bool {
	next := d.in.Peek(1)
	return len(next) == 1 && (next[0] == tagSegment || next[0] == tagDumpEnd)
}

// openEnded reads entries up to what cannot be one.
func (d *decoder) openEnded() {
	for !d.stopped() && d.in.More("next part of the heap dump") {
		next := d.in.Peek(1)[0]
		if _, root := rootKinds[next]; !root && !onlyInHeapDump(next) {
			return
		}
		d.entry()
	}
}

// entry reads one entry.
func (d *decoder) entry() {
	d.record = "heap dump"
	tag := d.in.Byte("next part of the heap dump")
	if d.in.Err() != nil {
		return
	}
	switch tag {
	case entryClass:
		d.record = "class"
		d.classDump()
	case entryInstance:
		d.record = "instance"
		d.instance()
	case entryObjectArray:
		d.record = "array of references"
		d.objectArray()
	case entryPrimArray, entryNoData:
		d.record = "array of numbers"
		d.primArray(tag == entryPrimArray)
	case entryHeapOfRest:
		d.in.Skip(4, "number of a heap")
		d.id("name of a heap")
	default:
		d.root(tag)
	}
}

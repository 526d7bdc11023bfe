package godump

import (
	"encoding/binary"
	"sort"
)

// An object, segment or frame is written as its length, its contents and then
// the offsets of its pointers. So its contents must be held until the offsets
// are known, but a gigabyte of numbers need not be: only words between the
// lowest and the highest arena can be references. They are kept with their
// offsets for as long as the record is read.
//
//	contents   │ 17 │ 0xc000012000 │ 0 │ 0xc000040010 │ "…pass" │ "word" │
//	kept            (8, 0xc000012000)   (24, 0xc000040010)
//	fields          8                16  24
//
// Invariant: offsets in kept ascend, are multiples of the pointer size, and
// every value v has ArenaStart <= v < ArenaEnd.

// Kinds of fields. Go has written no others than pointers since 1.5.
const (
	fieldEnd   = 0
	fieldPtr   = 1
	fieldIface = 2 // an itab and a data word
	fieldEface = 3 // a type and a data word
)

// keptWord is a word that may be a reference.
type keptWord struct{ off, value uint64 }

// contents reads size bytes and leaves in d.kept those words that may be
// references. Memory grows by such words actually read.
func (d *decoder) contents(size uint64) {
	d.kept = d.kept[:0]
	for at := uint64(0); at < size && d.in.err == nil; {
		step := min(size-at, chunkBytes)
		buf := d.in.chunk(int(step), "contents")
		if d.in.err != nil {
			return
		}
		d.keep(buf, at)
		d.in.drop(len(buf))
		at += step
		d.checkPointers()
	}
}

// keep collects the words of buf, which is at offset at of the contents.
func (d *decoder) keep(buf []byte, at uint64) {
	low, span := d.params.ArenaStart, d.params.ArenaEnd-d.params.ArenaStart
	if d.params.PointerBytes == 8 && !d.params.BigEndian {
		for ; len(buf) >= 8; buf = buf[8:] {
			if v := binary.LittleEndian.Uint64(buf); v-low < span {
				d.kept = append(d.kept, keptWord{at, v})
			}
			at += 8
		}
		return
	}
	for n := d.params.PointerBytes; len(buf) >= n; buf = buf[n:] {
		if v := d.word(buf); v-low < span {
			d.kept = append(d.kept, keptWord{at, v})
		}
		at += uint64(n)
	}
}

// word reads a pointer.
func (d *decoder) word(buf []byte) uint64 {
	switch {
	case d.params.PointerBytes == 8 && d.params.BigEndian:
		return binary.BigEndian.Uint64(buf)
	case d.params.PointerBytes == 8:
		return binary.LittleEndian.Uint64(buf)
	case d.params.BigEndian:
		return uint64(binary.BigEndian.Uint32(buf))
	default:
		return uint64(binary.LittleEndian.Uint32(buf))
	}
}

// field reads one entry of a list of fields and returns the offset of its
// pointer. ok is false at the end of the list and after an error.
func (d *decoder) field() (off uint64, ok bool) {
	kind := d.in.uint("kind of a field")
	if d.in.err != nil || kind == fieldEnd {
		return 0, false
	}
	if kind > fieldEface {
		d.in.fail("a field has kind %d: it must be %d (pointer), %d (interface), %d (empty interface) or %d (no more fields)",
			kind, fieldPtr, fieldIface, fieldEface, fieldEnd)
		return 0, false
	}
	off = d.in.uint("offset of a field")
	if kind != fieldPtr {
		// The data word follows the type. Near 2^64 the sum wraps to less than
		// off: make that an offset beyond every record.
		off = max(off, off+uint64(d.params.PointerBytes))
	}
	return off, d.in.err == nil
}

// fields reads the list of fields of an object or segment of size bytes and
// appends to dst the words there that may be references. It returns the number
// of fields too.
func (d *decoder) fields(size uint64, dst []uint64) ([]uint64, uint64) {
	ptr := uint64(d.params.PointerBytes)
	next, n := uint64(0), uint64(0)
	kept := d.kept
	for {
		off, ok := d.field()
		if !ok {
			return dst, n
		}
		if off < next || off%ptr != 0 || off > size || size-off < ptr {
			d.in.fail("a pointer is at offset %d of %d bytes of contents: offsets must ascend by multiples of %d, here from %d, and leave room for %d bytes", off, size, ptr, next, ptr)
			return dst, n
		}
		n, next = n+1, off+ptr
		for len(kept) > 0 && kept[0].off < off {
			kept = kept[1:]
		}
		if len(kept) > 0 && kept[0].off == off {
			dst = append(dst, kept[0].value)
		}
	}
}

// frameFields is fields for a stack frame: offsets come in any order, and
// those that lie outside the frame are counted and passed over.
func (d *decoder) frameFields(size uint64) {
	ptr := uint64(d.params.PointerBytes)
	for {
		off, ok := d.field()
		if !ok {
			return
		}
		if off%ptr != 0 || off > size || size-off < ptr {
			d.stats.FrameFieldsOutside++
			continue
		}
		i := sort.Search(len(d.kept), func(i int) bool { return d.kept[i].off >= off })
		if i < len(d.kept) && d.kept[i].off == off {
			d.root(d.kept[i].value)
			d.checkPointers()
		}
	}
}

// checkPointers enforces Options.MaxPointers.
func (d *decoder) checkPointers() {
	held := len(d.kept) + len(d.edges) + len(d.roots) + len(d.frameWords)
	if uint64(held) > d.opts.MaxPointers && d.in.err == nil {
		d.in.exceeds("MaxPointers", "more than %d pointers into the heap", d.opts.MaxPointers)
	}
}

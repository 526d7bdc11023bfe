package godump

import (
	"encoding/binary"
	"sort"

	"github.com/seed-3ccf4018/halfmark/heap/dump/internal/input"
)

// An object, a segment or a frame is written as its length, its contents and the
// offsets of its pointers. So a reader must hold the contents until it knows the
// offsets. But it need not hold a gigabyte of numbers. Only words between the lowest
// and the highest arena can be references. The decoder keeps these words with their
// offsets until it has read the record.
//
//	contents   │ 17 │ 0xc000012000 │ 0 │ 0xc000040010 │ "…pass" │ "word" │
//	kept            (8, 0xc000012000)   (24, 0xc000040010)
//	fields          8                16  24
//
// Invariant: the offsets in kept ascend and are multiples of the pointer size. Every
// value v has ArenaStart <= v < ArenaEnd.

// These are the kinds of fields. Since 1.5 Go has written only pointers.
const (
	fieldEnd   = 0
	fieldPtr   = 1
	fieldIface = 2 // an itab and a data word
	fieldEface = 3 // a type and a data word
)

// keptWord is a word that may be a reference.
type keptWord struct{ off, value uint64 }

// contents reads size bytes. It leaves in d.kept those words that may be references.
// Memory grows only with such words, as they are read.
func (d *decoder) contents(size uint64) {
	d.kept = d.kept[:0]
	for at := uint64(0); at < size && d.in.Err() == nil; {
		step := min(size-at, input.ChunkBytes)
		buf := d.in.Chunk(int(step), "contents")
		if d.in.Err() != nil {
			return
		}
		d.keep(buf, at)
		d.in.Drop(len(buf))
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

// field reads one entry of a list of fields. It returns the offset of the field's
// pointer. ok is false at the end of the list and after an error.
func (d *decoder) field() (off uint64, ok bool) {
	kind := d.in.Varint("kind of a field")
	if d.in.Err() != nil || kind == fieldEnd {
		return 0, false
	}
	if kind > fieldEface {
		d.in.Fail("a field has kind %d: it must be %d (pointer), %d (interface), %d (empty interface) or %d (no more fields)",
			kind, fieldPtr, fieldIface, fieldEface, fieldEnd)
		return 0, false
	}
	off = d.in.Varint("offset of a field")
	if kind != fieldPtr {
		// The data word follows the type. Near 2^64 the sum wraps to less than off.
		// Then the offset is one beyond every record.
		off = max(off, off+uint64(d.params.PointerBytes))
	}
	return off, d.in.Err() == nil
}

// fields reads the list of fields of an object or segment of size bytes. It calls word for
// those of them that may be references. It returns the number of fields, and leaves the offsets of the first in d.first.
func (d *decoder) fields(size uint64, word func(keptWord)) (n uint64) {
	ptr := uint64(d.params.PointerBytes)
	d.first = [leading]uint64{}
	next := uint64(0)
	kept := d.kept
	for {
		off, ok := d.field()
		if !ok {
			return n
		}
		if off < next || off%ptr != 0 || off > size || size-off < ptr {
			d.in.Fail("a pointer is at offset %d of %d bytes of contents: offsets must ascend by multiples of %d, here from %d, and leave room for %d bytes", off, size, ptr, next, ptr)
			return n
		}
		if n < leading {
			d.first[n] = off
		}
		n, next = n+1, off+ptr
		for len(kept) > 0 && kept[0].off < off {
			kept = kept[1:]
		}
		if len(kept) > 0 && kept[0].off == off {
			word(kept[0])
		}
	}
}

// frameFields reads the list of fields of a stack frame that begins at sp. Its offsets come in any order.
// It counts fields outside the frame and passes over them. A word that is listed again is the same
// root: otherwise two bytes of a file would make a root each.
func (d *decoder) frameFields(sp, size uint64) {
	ptr := uint64(d.params.PointerBytes)
	d.listed = append(d.listed[:0], make([]bool, len(d.kept))...)
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
		if i < len(d.kept) && d.kept[i].off == off && !d.listed[i] {
			d.listed[i] = true
			d.root(d.kept[i].value, sp+off)
			d.checkPointers()
		}
	}
}

// checkPointers enforces Options.MaxPointers.
func (d *decoder) checkPointers() {
	held := len(d.kept) + len(d.edges) + len(d.roots) + len(d.frameWords)
	if uint64(held) > d.opts.MaxPointers && d.in.Err() == nil {
		d.in.exceeds("MaxPointers", "more than %d pointers into the heap", d.opts.MaxPointers)
	}
}

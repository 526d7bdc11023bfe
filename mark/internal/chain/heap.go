package chain

import (
	"encoding/binary"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
)

// Heap is the arena of a heap as cursors walk it. The arena may be damaged, and what cursors
// see may be garbage. A cursor checks every access, and reports nothing.
type Heap struct{ Arena []byte }

// Round makes a step with each cursor. After every few of them it asks for what these lead
// to, so that the memory is busy while the others make their steps.
func (h *Heap) Round(c *Cursors) {
	for first := 0; first < len(c.at); first += together {
		last := min(first+together, len(c.at))
		for i := first; i < last; i++ {
			if x := c.at[i]; c.state[i] != following || !h.stepOne(c, i, x) {
				h.stepAny(c, i, x)
			}
		}
		kernel.PrefetchHeads(h.Arena, c.at[first:last])
	}
}

// together is how many cursors make a step before what they lead to is asked for. In one run a
// round took 285 ns with 2, 295 with 4 and 310 with 8, and in another one 440 with 4 or 8 and
// 505 with all 16.
const together = 2

// stepOne makes a step if nothing has to be decided: x has one field, or its header says
// which field leads on. It reports whether it did. Most steps along a list are such steps.
func (h *Heap) stepOne(c *Cursors, i int, x uint32) bool {
	at := uint64(x) * heap.GranuleBytes
	if at+2*heap.GranuleBytes > uint64(len(h.Arena)) || c.table.Distinguished(x) || c.Rounds > c.until[i] {
		return false
	}
	object := h.Arena[at : at+2*heap.GranuleBytes]
	header, field := binary.LittleEndian.Uint64(object), uint8(0)
	if uint32(header) != 1 {
		k := &c.fields[mix(header)>>(64-kindBits)]
		if field = k.best; k.header != header || k.score[field&(maxField-1)] <= 0 || field > 1 {
			return false
		}
	}
	to := binary.LittleEndian.Uint32(object[heap.GranuleBytes+uint(field)*kernel.RefBytes:])
	if to == 0 {
		return false
	}
	c.Visited++
	c.prev[i], c.field[i], c.at[i] = x, field, to
	return true
}

// Only returns the only field of x. It returns false if x has another number of fields, or
// the field is nil, or no object can be there.
func (h *Heap) Only(x uint32) (to uint32, ok bool) {
	at := uint64(x) * heap.GranuleBytes
	if at+2*heap.GranuleBytes > uint64(len(h.Arena)) {
		return 0, false
	}
	object := h.Arena[at : at+2*heap.GranuleBytes]
	to = binary.LittleEndian.Uint32(object[heap.GranuleBytes:])
	return to, to != 0 && binary.LittleEndian.Uint32(object) == 1
}

// stepAny makes a step of any kind.
func (h *Heap) stepAny(c *Cursors, i int, x uint32) {
	if c.state[i] < following {
		c.seek(i)
		return
	}
	refs, ok := kernel.References(h.Arena, x)
	if !ok {
		c.end(i)
		return
	}
	to, field := uint32(0), 0
	if len(refs) > 0 {
		to, field = h.choose(c, x, refs)
	}
	c.step(i, x, to, field)
}

// choose returns the field that is likely to lead on, and where it leads.
func (h *Heap) choose(c *Cursors, x uint32, refs []byte) (to uint32, field int) {
	n := min(len(refs)/kernel.RefBytes, maxField)
	field = c.prefer(binary.LittleEndian.Uint64(h.Arena[uint64(x)*heap.GranuleBytes:]))
	if field >= n {
		field = 0
	}
	for range n {
		if to = binary.LittleEndian.Uint32(refs[field*kernel.RefBytes:]); to != 0 {
			return to, field
		}
		if field++; field == n {
			field = 0
		}
	}
	return 0, 0
}

// Seek walks from header to header. It begins anew at the end of the arena.
func (h *Heap) Seek(t *Table, x uint32, n int) (at, slot uint32, found bool) {
	granules := uint64(len(h.Arena)) / heap.GranuleBytes
	for range n {
		if uint64(x) >= granules {
			return 0, 0, false
		}
		header := binary.LittleEndian.Uint64(h.Arena[uint64(x)*heap.GranuleBytes:])
		refs, size := header&(1<<32-1), header>>32
		if size < 1+(refs+1)/2 || uint64(x)+size > granules {
			return 0, 0, false
		}
		if refs > 0 && t.Distinguished(x) && h.leads(x, refs) {
			if slot, found = t.claim(x); found {
				return x, slot, true
			}
		}
		if x += uint32(size); uint64(x) == granules {
			x = 1
		}
	}
	// The next headers follow one another in memory.
	kernel.PrefetchHeads(h.Arena, []uint32{x, x + 2*line, x + 4*line, x + 6*line})
	return x, 0, false
}

// line is the granules of a cache line. Each of these prefetches brings two lines, or the
// processor fetches the neighbour by itself.
const line = 64 / heap.GranuleBytes

// leads reports whether a field of x that a cursor may follow is not nil. No way starts at a
// leaf of a tree.
func (h *Heap) leads(x uint32, refs uint64) bool {
	for field := range int(min(refs, maxField)) {
		if h.Field(x, field) != 0 {
			return true
		}
	}
	return false
}

// Header returns the header of an object that a cursor has passed.
func (h *Heap) Header(x uint32) (header uint64, fields int) {
	header = binary.LittleEndian.Uint64(h.Arena[uint64(x)*heap.GranuleBytes:])
	return header, int(uint32(header))
}

// Field returns a field of an object that a cursor has passed. If the arena ends before the
// field, it returns 0: stepOne has seen only that there is room for two fields.
func (h *Heap) Field(x uint32, field int) uint32 {
	at := (uint64(x)+1)*heap.GranuleBytes + uint64(field)*kernel.RefBytes
	if at+kernel.RefBytes > uint64(len(h.Arena)) {
		return 0
	}
	return binary.LittleEndian.Uint32(h.Arena[at:])
}

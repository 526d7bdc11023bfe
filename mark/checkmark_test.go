package mark_test

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// checkmark marks a heap a second time, into its own bitmap. Its algorithm is neither that of the
// marker nor that of the oracle. A test can compare three sets bit by bit. The idea is that of
// Go's debug setting gccheckmark, which repeats a concurrent mark while the world is stopped.
//
// The search has no stack, no queue and no levels. A bit stands for each object that is marked and
// not yet scanned. The next object to scan is always the one at the lowest address. So the search
// is neither depth-first nor breadth-first, and its memory does not depend on the graph. It reads
// the arena's bytes itself.
type checkmark struct {
	heap   *heap.Heap
	marked []uint64
	grey   lowest
}

// newCheckmark has nothing marked.
func newCheckmark(h *heap.Heap) *checkmark {
	n := h.Granules()
	return &checkmark{heap: h, marked: make([]uint64, (n+63)/64), grey: newLowest(n)}
}

// mark marks what is reachable from the roots, anew. The error says which
// reference of a damaged heap leads beyond the arena.
func (c *checkmark) mark() error {
	clear(c.marked)
	for _, root := range c.heap.Roots() {
		if err := c.visit(uint32(root)); err != nil {
			return err
		}
	}
	for {
		object, ok := c.grey.take()
		if !ok {
			return nil
		}
		if err := c.scan(object); err != nil {
			return err
		}
	}
}

// visit makes a white object grey.
func (c *checkmark) visit(to uint32) error {
	word, bit := to/64, uint64(1)<<(to%64)
	switch {
	case to == uint32(heap.Nil):
		return nil
	case uint64(to) >= c.heap.Granules():
		return c.damaged("a reference leads to granule %d of %d", to, c.heap.Granules())
	case c.marked[word]&bit != 0:
		return nil
	}
	c.marked[word] |= bit
	c.grey.add(to)
	return nil
}

// scan visits the references of an object.
func (c *checkmark) scan(object uint32) error {
	arena := c.heap.Arena()[uint64(object)*heap.GranuleBytes:]
	refs := uint64(binary.LittleEndian.Uint32(arena))
	arena = arena[heap.GranuleBytes:]
	if 4*refs > uint64(len(arena)) {
		return c.damaged("the object at granule %d has %d references, and the arena ends before them", object, refs)
	}
	for ; refs > 0; refs-- {
		if err := c.visit(binary.LittleEndian.Uint32(arena)); err != nil {
			return err
		}
		arena = arena[4:]
	}
	return nil
}

// damaged ends a search: what is left to scan does not belong to the next one.
func (c *checkmark) damaged(format string, args ...any) error {
	c.grey = newLowest(c.heap.Granules())
	return fmt.Errorf("checkmark: the arena is damaged: "+format, args...)
}

// compare returns nil if got and the last mark agree in every bit. Otherwise the
// error counts the differences and names the first.
func (c *checkmark) compare(got *heap.Bitmap) error {
	words := got.Words()
	if len(words) != len(c.marked) {
		return fmt.Errorf("checkmark: the mark bitmap has %d words, the second one %d", len(words), len(c.marked))
	}
	missing, extra, first := 0, 0, -1
	for i := range words {
		w, want := words[i].Load(), c.marked[i]
		if w != want && first < 0 {
			first = 64*i + bits.TrailingZeros64(w^want)
		}
		missing += bits.OnesCount64(want &^ w)
		extra += bits.OnesCount64(w &^ want)
	}
	if first < 0 {
		return nil
	}
	return fmt.Errorf("checkmark: the mark differs from the second mark: %d objects are not marked, %d should not be; the first is at granule %d", missing, extra, first)
}

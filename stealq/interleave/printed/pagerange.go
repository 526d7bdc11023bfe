package printed

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// PageRange returns a function that makes ranges with the code of "Load-balancing partitioner
// with work stealing, part one", line for line. The steal range is an immutable pair, and the
// compare-and-swap compares the identity of pairs. With PagePacked wrong it compares the two
// integers, as those of a packed range without a tag. Indices begin at 1, because the code
// ends with a pair one below low.
func PageRange(wrong Lines) func() scene.Indices {
	return func() scene.Indices { return &pageRange{lines: lines{wrong}} }
}

// PagePacked is the only line of PageRange that can be wrong.
const PagePacked Lines = 1

// pageRange packs a pair as identity<<16 | mid<<8 | high.
type pageRange struct {
	lines
	packed, low cell
	made        uint64 // pairs made so far: what a new object's address stands for
}

func midOf(pair uint64) uint64  { return topOf(pair) }
func highOf(pair uint64) uint64 { return lengthOf(pair) }

func (r *pageRange) Root() any { return r }
func (r *pageRange) Len() int  { return int(max(0, int64(highOf(r.packed.Load())-r.low.Load()))) }

// Show is the pair.
func (r *pageRange) Show(name string, v uint64) string {
	if name != "packed" {
		return ""
	}
	return fmt.Sprintf("(%d,%d)", midOf(v), highOf(v))
}

// create is CreateStealRange.
func (r *pageRange) create(low, high uint64) uint64 {
	mid, end := (low+3*high)/4, high
	if low == high {
		mid, end = low-1, low-1
	}
	if !r.has(PagePacked) {
		r.made++
	}
	return pack(r.made, mid, end)
}

func (r *pageRange) Open(_, low, high uint64) {
	r.low.Store(low)
	r.packed.Store(r.create(low, high))
}

// Steal is TryStealRange.
func (r *pageRange) Steal() (scene.Part, bool) {
	old := r.packed.Load()
	low := r.low.Load()
	if low > midOf(old) || !r.packed.CompareAndSwap(old, r.create(low, midOf(old))) {
		return scene.Part{}, false
	}
	return scene.Part{Over: 1, Low: midOf(old), High: highOf(old)}, true
}

// Take is TryTakeOne.
func (r *pageRange) Take() (scene.Part, bool) {
	low := r.low.Load()
	r.low.Store(low + 1)
	old := r.packed.Load()
	mid, high := midOf(old), highOf(old)
	switch {
	case low < mid:
		if mid-low <= 2*(high-mid) {
			r.packed.CompareAndSwap(old, r.create(low, high))
		}
	case low > mid || !r.packed.CompareAndSwap(old, r.create(low, low)):
		return scene.Part{}, false
	}
	return scene.Part{Over: 1, Low: low, High: low + 1}, true
}

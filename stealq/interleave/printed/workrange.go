package printed

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// This is stealq/workrange.go, the work-stealing range, with a switch for each wrong form.

// The lines of [WorkRange] that can be wrong. The Switches of [Find]("printed.workrange", 0) describe them.
const (
	RangeUntagged Lines = 1 << iota
	RangeOneBitTag
	RangeLowFirst
	RangeReserveLate
	RangeOwnerTriesOnce
	RangeOwnerComesClose
	RangeLengthOfAll
	RangeTagStartsAnew
)

// WorkRange returns a function that makes work-stealing ranges with these lines wrong.
func WorkRange(wrong Lines) func() scene.Indices {
	return func() scene.Indices { return &workRange{lines: lines{wrong}} }
}

// workRange packs its words as deques do, with high for top.
type workRange struct {
	lines
	packed, low, over cell
}

func (r *workRange) Root() any { return r }

// Show writes the word with its parts.
func (r *workRange) Show(name string, v uint64) string {
	if name != "packed" {
		return ""
	}
	return fmt.Sprintf("high %d length %d tag %d", topOf(v), lengthOf(v), tagOf(v))
}

func (r *workRange) Len() int {
	s := r.packed.Load()
	if lengthOf(s) == 0 {
		return 0
	}
	return int(max(lengthOf(s), topOf(s)-min(topOf(s), r.low.Load())))
}

func (r *workRange) Open(over, low, high uint64) {
	s := r.packed.Load()
	r.low.Store(low)
	r.over.Store(over)
	if r.has(RangeTagStartsAnew) {
		s = 0
	}
	r.packed.Store(r.next(s, high, ownerRange(high-low)))
}

// next is the word that follows s.
func (r *workRange) next(s, high, length uint64) uint64 {
	tag := tagOf(s)
	if !r.has(RangeUntagged) {
		tag++
	}
	if r.has(RangeOneBitTag) {
		tag &= 1
	}
	return pack(tag, high, length)
}

func (r *workRange) Take() (scene.Part, bool) {
	i := r.low.Load()
	s := r.packed.Load()
	if topOf(s) <= i {
		return scene.Part{}, false
	}
	r.low.Store(i + 1)
	if !r.has(RangeReserveLate) {
		s = r.packed.Load()
	}
	for {
		if topOf(s) <= i {
			return scene.Part{}, false
		}
		left := topOf(s) - (i + 1)
		near := 2 * lengthOf(s)
		if r.has(RangeOwnerComesClose) {
			near = lengthOf(s)
		}
		if left >= near {
			return scene.Part{Over: r.over.Load(), Low: i, High: i + 1}, true
		}
		if r.packed.CompareAndSwap(s, r.next(s, topOf(s), ownerRange(left))) || r.has(RangeOwnerTriesOnce) {
			return scene.Part{Over: r.over.Load(), Low: i, High: i + 1, Last: left == 0}, true
		}
		s = r.packed.Load()
	}
}

func (r *workRange) Steal() (scene.Part, bool) {
	var low uint64
	if r.has(RangeLowFirst) {
		low = r.low.Load()
	}
	s := r.packed.Load()
	if lengthOf(s) == 0 {
		return scene.Part{}, false
	}
	over := r.over.Load()
	if !r.has(RangeLowFirst) {
		low = r.low.Load()
	}
	mid := topOf(s) - lengthOf(s)
	left := mid - min(mid, low)
	length := ownerRange(left)
	if r.has(RangeLengthOfAll) {
		length = left
	}
	if !r.packed.CompareAndSwap(s, r.next(s, mid, length)) {
		return scene.Part{}, false
	}
	return scene.Part{Over: over, Low: mid, High: topOf(s), Last: left == 0}, true
}

package stealq

import "fmt"

// The work-stealing range once more, transcribed for the explorer: the form of
// wsrange.go with a switch for each wrong form, and the page's own code, with the
// identity of its pairs or without.

// slip is a set of departures from wsrange.go.
type slip uint32

const (
	untagged        slip = 1 << iota // a: a replacement keeps the tag
	oneBitTag                        // a tag of one bit
	lowFirst                         // a thief reads low before the word
	reserveLate                      // the owner reads the word before it reserves
	ownerTriesOnce                   // the owner keeps the index when its compare-and-swap fails
	ownerComesClose                  // the owner needs no compare-and-swap outside the steal range
	lengthOfAll                      // a thief leaves everything as the steal range
	tagStartsAnew                    // d: the tag is 0 at each opening
)

// claimed is what a claim in a transcript yields.
type claimed struct {
	over, low, high uint64
	last            bool
}

// indexRun is what a scene needs of a range.
type indexRun interface {
	open(over, low, high uint64)
	take() (claimed, bool)
	steal() (claimed, bool)
	show(cell string, v uint64) string
}

// rangeTranscript is WorkRange, over cells. Words are packed like a transcript's,
// with high for top.
type rangeTranscript struct {
	slips             slip
	packed, low, over cell
}

func (r *rangeTranscript) show(name string, v uint64) string {
	if name != "packed" {
		return ""
	}
	return fmt.Sprintf("high %d length %d tag %d", topOf(v), lengthOf(v), tagOf(v))
}

func (r *rangeTranscript) has(s slip) bool { return r.slips&s != 0 }

func (r *rangeTranscript) open(over, low, high uint64) {
	s := r.packed.Load()
	r.low.Store(low)
	r.over.Store(over)
	if r.has(tagStartsAnew) {
		s = 0
	}
	r.packed.Store(r.next(s, high, ownerRange(high-low)))
}

// next is the word that follows s.
func (r *rangeTranscript) next(s, high, length uint64) uint64 {
	tag := tagOf(s) + 1
	switch {
	case r.has(untagged):
		tag = 0
	case r.has(oneBitTag):
		tag &= 1
	}
	return pack(tag, high, length)
}

func (r *rangeTranscript) take() (claimed, bool) {
	i := r.low.Load()
	s := r.packed.Load()
	if topOf(s) <= i {
		return claimed{}, false
	}
	r.low.Store(i + 1)
	for first := true; ; first = false {
		if !first || !r.has(reserveLate) {
			s = r.packed.Load()
		}
		if topOf(s) <= i {
			return claimed{}, false
		}
		left := topOf(s) - (i + 1)
		near := 2 * lengthOf(s)
		if r.has(ownerComesClose) {
			near = lengthOf(s)
		}
		if left >= near {
			return claimed{r.over.Load(), i, i + 1, false}, true
		}
		if r.packed.CompareAndSwap(s, r.next(s, topOf(s), ownerRange(left))) || r.has(ownerTriesOnce) {
			return claimed{r.over.Load(), i, i + 1, left == 0}, true
		}
	}
}

func (r *rangeTranscript) steal() (claimed, bool) {
	var low uint64
	if r.has(lowFirst) {
		low = r.low.Load()
	}
	s := r.packed.Load()
	if lengthOf(s) == 0 {
		return claimed{}, false
	}
	over := r.over.Load()
	if !r.has(lowFirst) {
		low = r.low.Load()
	}
	mid := topOf(s) - lengthOf(s)
	left := mid - min(mid, low)
	length := ownerRange(left)
	if r.has(lengthOfAll) {
		length = left
	}
	if !r.packed.CompareAndSwap(s, r.next(s, mid, length)) {
		return claimed{}, false
	}
	return claimed{over, mid, topOf(s), left == 0}, true
}

// printedRange is the code of the page, over cells. A pair is packed as
// identity<<16 | mid<<8 | high; without identity the compare-and-swap compares the
// two integers, and that is what a packed range would do. Indices begin at 1, for
// the page ends with a pair one below low.
type printedRange struct {
	identity    bool
	packed, low cell
	made        uint64 // pairs made so far: what a new object's address stands for
}

func (r *printedRange) show(name string, v uint64) string {
	if name != "packed" {
		return ""
	}
	return fmt.Sprintf("(%d,%d)", topOf(v), lengthOf(v))
}

// create is CreateStealRange.
func (r *printedRange) create(low, high uint64) uint64 {
	mid, end := (low+3*high)/4, high
	if low == high {
		mid, end = low-1, low-1
	}
	if r.identity {
		r.made++
	}
	return pack(r.made, mid, end)
}

func (r *printedRange) open(_, low, high uint64) {
	r.low.Store(low)
	r.packed.Store(r.create(low, high))
}

// steal is TryStealRange.
func (r *printedRange) steal() (claimed, bool) {
	old := r.packed.Load()
	mid := topOf(old)
	low := r.low.Load()
	if low > mid {
		return claimed{}, false
	}
	if !r.packed.CompareAndSwap(old, r.create(low, mid)) {
		return claimed{}, false
	}
	return claimed{over: 1, low: mid, high: lengthOf(old)}, true
}

// take is TryTakeOne.
func (r *printedRange) take() (claimed, bool) {
	low := r.low.Load()
	r.low.Store(low + 1)
	old := r.packed.Load()
	mid, high := topOf(old), lengthOf(old)
	switch {
	case low < mid:
		if mid-low <= 2*(high-mid) {
			r.packed.CompareAndSwap(old, r.create(low, high))
		}
	case low == mid:
		if !r.packed.CompareAndSwap(old, r.create(low, low)) {
			return claimed{}, false
		}
	default:
		return claimed{}, false
	}
	return claimed{over: 1, low: low, high: low + 1}, true
}

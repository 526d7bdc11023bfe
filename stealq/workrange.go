package stealq

import "fmt"

// The work-stealing range: a run of indices whose owner takes them one by one
// from the low end, while thieves take a quarter to a half of what is left from
// the high end. The owner needs a compare-and-swap only near the thieves' part.
//
// "Load-balancing partitioner with work stealing, part one": a work space
// [low .. [mid .. high)), where [mid .. high) is the steal range.
//
//	   0 . . . . 5 6 7 8 9 10 11 12 13 14 15 . . . n
//	             ^low            ^mid        ^high
//	    claimed  |               |-----------|  claimed
//	    by the   |                steal range|  by thieves
//	    owner    |---------------------------|
//	                  what is left
//
// A thief takes the whole steal range and moves high to mid. The owner moves
// low, and makes the steal range smaller before it comes near it. It is the
// StealHalf deque without pushes, slots and wrap-around, so it has that deque's
// word, and its argument is shorter. The word, replaced by compare-and-swap:
//
//	63              29 28          5 4     0
//	+-----------------+-------------+-------+
//	| tag, 35 bits    | high, 24    | code  |   code 0: length 0, code k: 2^(k-1)
//	+-----------------+-------------+-------+
//
// What differs from the page, and why.
//
//	a  The page's steal range is an immutable pair of integers, and its
//	   compare-and-swap compares the identity of the pair. Packed in a word, a
//	   pair replaced by an equal one is the same word, and a thief with an old
//	   low wins (see Take). Here each replacement changes the tag.
//	b  The page keeps mid and makes the range a quarter, rounded up. Here the
//	   length is a power of two, a quarter to a half of what is left. That
//	   leaves 35 bits of tag, and the owner's compare-and-swaps are one for each
//	   power of two.
//	c  The page tells the last item by low = mid, goes on when the owner's
//	   compare-and-swap failed, and puts an empty range behind low. Here the
//	   owner repeats until it knows, and an empty range has length 0.
//	d  A range can be opened again, over something else: the tag goes on.
//
// Invariants. What is left is [low .. high); length is that of the steal range.
//
//	(1) Only the owner writes low, and only upwards until the range is opened
//	    again. Each replacement of the word changes the tag; high never rises.
//	(2) high - low < 4*length, so a new length is never above the one before.
//	(3) An index that the owner takes without a compare-and-swap is below
//	    mid - length. A theft that read an older low leaves the range
//	    [mid - length' .. mid), with length' <= length by (2). It ends above it.
//	(4) length is 0 exactly if every index is claimed: taken, or reserved by an
//	    owner whose Take will have it. One claim of each opening makes it 0.
//
// Cost: Take is 1 store, and a compare-and-swap when fewer than two lengths are
// left above the index: by (2) at most log2(n)+2 of those succeed, and each that
// fails is a thief's success. Steal is 1 compare-and-swap, or none when Empty.

// WorkRange hands out the indices of a run, each exactly once, to one owner and
// any number of thieves. The zero value is empty. An index may stand for a chunk
// of items: 2^32 items in chunks of 512 are 2^23 indices.
//
// One goroutine at a time is the owner: it alone calls Open and Take. Anyone may
// call Steal and Len. A WorkRange takes 408 bytes, must not be copied, and never
// allocates.
type WorkRange struct {
	_      pad
	packed word // steal range; on a line of its own, which thieves poll
	_      pad
	low    word // written by the owner at each Take
	over   word
	_      pad
}

// MaxWorkRange is the largest index bound of a WorkRange. Its 24 bits buy a tag
// of 35: to deceive a thief, the range must be replaced an exact multiple of
// 2^35 times, three minutes of nothing else, between two of its instructions.
const MaxWorkRange = 1<<24 - 1

// Part is what a claim yields: the indices [Low .. High) of a range.
type Part struct {
	Over      uint64 // what the range was opened over
	Low, High uint32

	// Last: after this claim nothing is left to claim. Exactly one part of each
	// opening is the last, whoever claims it.
	Last bool
}

// Open offers the indices [low .. high) of something that over names to the
// caller. The range must be exhausted (Len 0) and high at most MaxWorkRange, or
// Open panics; with low = high it stays empty. Only the owner may call. c counts
// the indices as Pushes.
func (r *WorkRange) Open(over uint64, low, high uint32, c *Counters) {
	s := r.stealRange()
	if s.length() != 0 || low > high || high > MaxWorkRange {
		panic(fmt.Sprintf("stealq: open [%d .. %d) with %d indices left: want 0 left, and an ascending run below %d",
			low, high, r.Len(), MaxWorkRange+1))
	}
	r.low.Store(uint64(low)) // low and over before the word: who sees the new word sees them
	r.over.Store(over)
	r.packed.Store(uint64(s.replacedBy(uint64(high), ownerRange(uint64(high-low)))))
	c.Stores += 3
	c.Pushes += uint64(high - low)
}

// Take claims the lowest index that is left; false if there is none. Only the
// owner may call. c counts a Pop or a PopEmpty.
//
// The index is reserved before the steal range is read: a thief that read the
// word later sees the new low, and of a thief that read the same word before, and
// an owner that is near, only one has its compare-and-swap succeed.
//
// Without a tag a replacement can leave the word as it was. The stale win, in the
// page's form, for 7 indices, of which the page lets thieves have [5 .. 7):
//
//  1. thief A reads (5,7) and low = 0, and stops
//  2. the owner takes 0, 1 and 2. For 1 and for 2 it replaces (5,7) by (5,7)
//  3. A's compare-and-swap finds (5,7) and succeeds. A has 5 and 6, and by its low
//     leaves (3,5)
//  4. the owner takes 3, the first index of (3,5), as the last one: 4 is lost
func (r *WorkRange) Take(c *Counters) (Part, bool) {
	i := r.low.Load()
	if r.stealRange().high() <= i {
		c.PopEmpty++
		return Part{}, false
	}
	r.low.Store(i + 1)
	c.Stores++
	for {
		s := r.stealRange()
		if s.high() <= i { // a thief took i, and all above it
			c.PopEmpty++
			return Part{}, false
		}
		left := s.high() - (i + 1)
		if left >= 2*s.length() {
			return r.taken(i, false, c), true
		}
		if r.replace(s, s.high(), left, c) {
			return r.taken(i, left == 0, c), true
		}
	}
}

// Steal claims the steal range: a quarter to a half of what is left, or the only
// index. It returns Took, Empty if nothing is left, or Lost if the owner or
// another thief was faster; Lost says nothing about what is left. Any goroutine
// may call, with counters of its own.
//
// Low is read after the word. In the other order the low may be older than the
// owner's last replacement, and the range left behind reach down to what the
// owner took before it.
func (r *WorkRange) Steal(c *Counters) (Part, Outcome) {
	c.Steals++
	s := r.stealRange()
	if s.length() == 0 {
		_, o := c.empty()
		return Part{}, o
	}
	over, low := r.over.Load(), r.low.Load()
	mid := s.high() - s.length()
	left := mid - min(mid, low) // low passes mid when the owner reserves the last index
	if !r.replace(s, mid, left, c) {
		_, o := c.lost()
		return Part{}, o
	}
	_, o := c.took(int(s.length()))
	return Part{Over: over, Low: uint32(mid), High: uint32(s.high()), Last: left == 0}, o
}

// Len is the number of indices left. It is approximate while others claim, but 0
// only if nothing is left to claim. Any goroutine may call.
func (r *WorkRange) Len() int {
	s := r.stealRange()
	if s.length() == 0 {
		return 0
	}
	return int(max(s.length(), s.high()-min(s.high(), r.low.Load())))
}

// Reset empties the range. Only while no other goroutine uses it.
func (r *WorkRange) Reset() {
	r.low.Store(0)
	r.packed.Store(uint64(r.stealRange().replacedBy(0, 0)))
}

// taken is the part that is index i alone.
func (r *WorkRange) taken(i uint64, last bool, c *Counters) Part {
	c.Pops++
	return Part{Over: r.over.Load(), Low: uint32(i), High: uint32(i + 1), Last: last}
}

// replace makes the steal range end at high and fit what is left below high,
// unless it is no longer s.
func (r *WorkRange) replace(s indexRange, high, left uint64, c *Counters) bool {
	c.CAS++
	if !r.packed.CompareAndSwap(uint64(s), uint64(s.replacedBy(high, ownerRange(left)))) {
		c.CASFailed++
		return false
	}
	return true
}

func (r *WorkRange) stealRange() indexRange { return indexRange(r.packed.Load()) }

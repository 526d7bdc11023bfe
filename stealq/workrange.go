package stealq

import "fmt"

// The work-stealing range. It is a run of indices. The owner takes indices one by one from
// the low end. A thief takes a quarter to a half of what is left, from the high end. The
// owner needs a compare-and-swap only near the thieves' part.
//
// "Load-balancing partitioner with work stealing, part one" describes a work space
// [low .. [mid .. high)). Its part [mid .. high) is the steal range.
//
//	   0 . . . . 5 6 7 8 9 10 11 12 13 14 15 . . . n
//	             ^low            ^mid        ^high
//	    claimed  |               |-----------|  claimed
//	    by the   |                steal range|  by thieves
//	    owner    |---------------------------|
//	                  what is left
//
// A thief takes the whole steal range and moves high to mid. The owner moves low. Before
// low comes near the steal range, the owner makes the steal range smaller. A WorkRange is
// a StealHalf deque without pushes, slots and wrap-around. It has the same kind of word,
// and its argument is shorter. Compare-and-swaps replace the word:
//
//	63              29 28          5 4     0
//	+-----------------+-------------+-------+
//	| tag, 35 bits    | high, 24    | code  |   code 0: length 0, code k: 2^(k-1)
//	+-----------------+-------------+-------+
//
// Differences from the article, and why.
//
//	a  The steal range of the article is an immutable pair of integers, and its
//	   compare-and-swap compares the identity of the pair. In a packed word a pair and
//	   an equal pair are the same, so a thief with an old low could succeed (see replace).
//	   Here each replacement changes the tag. A stale thief can succeed only if the range
//	   is replaced an exact multiple of 2^35 times between two of its instructions. At
//	   5 ns each and with nothing else, this takes three minutes.
//	b  The article keeps mid and makes the range a quarter of what is left, rounded up.
//	   Here the length is a power of two, a quarter to a half of what is left. The tag
//	   therefore has 35 bits, and the owner makes one compare-and-swap for each power of
//	   two.
//	c  The article finds the last item by low = mid. It goes on after the owner's
//	   compare-and-swap has failed, and it puts an empty range behind low. Here the
//	   owner tries again until it knows, and an empty range has length 0.
//	d  Here a range can be opened again, over something else. The tag counts on.
//
// Invariants. The indices that are left are [low .. high), and length is that of the
// steal range.
//
//	(1) Only the owner writes low. It only raises low, until it opens the range again.
//	    Each replacement of the word changes the tag. high never rises before then.
//	(2) high - low < 4*length. A new length is therefore never above the one before.
//	(3) An index that the owner takes without a compare-and-swap is below mid - length.
//	    A thief that has read an older low leaves the range [mid - length' .. mid), with
//	    length' <= length by (2). This range lies above the index.
//	(4) length is 0 exactly if every index is claimed: some goroutine has taken it, or
//	    the owner has reserved it, and its Take will have it. In each opening one claim
//	    makes length 0.
//
// Cost. Take is 1 store. When fewer than two lengths are left above the index, it is a
// compare-and-swap as well. By (2) at most log2(n)+2 of these succeed, and each that fails
// is a thief's success. Steal is 1 compare-and-swap, or none when it is Empty.

// WorkRange hands out the indices of a run to one owner and any number of thieves, each index
// exactly once. The zero value is an empty range; Open fills it. An index may stand for a
// chunk of items. For example, 2^32 items in chunks of 512 are 2^23 indices.
//
// One goroutine at a time is the owner. The owner alone calls Open and Take. Any goroutine
// may call Steal and Len. A WorkRange takes 408 bytes, never allocates, and must not be
// copied.
//
// The source is "Load-balancing partitioner with work stealing, part one". The file
// workrange.go says what differs.
type WorkRange struct {
	_      pad
	packed word // an indexRange, the steal range; thieves poll it, so it shares no cache line
	_      pad
	low    word // written by the owner at each Take
	over   word
	_      pad
}

// MaxWorkRange is the largest bound of a WorkRange: every index is below it.
const MaxWorkRange = 1<<24 - 1

// Part is the result of one claim: the indices [Low .. High) of a range.
type Part struct {
	Over      uint64 // the value that was given to Open
	Low, High uint32

	// Last says that after this claim no index is left to claim. In each opening
	// exactly one part is the last, whichever goroutine claims it. Other goroutines
	// may still be at work on their parts.
	Last bool
}

// Open offers the indices [low .. high) for claims. The caller chooses over, for example the
// number of the array to which the indices belong. Each Part carries it. If low = high, the
// range stays empty. Open panics if indices are left (Len is not 0), if low > high, and if
// high is above MaxWorkRange. Only the owner may call Open. It adds high-low to Pushes of c.
func (r *WorkRange) Open(over uint64, low, high uint32, c *Counters) {
	s := r.stealRange()
	if s.length() != 0 || low > high || high > MaxWorkRange {
		panic(fmt.Sprintf("stealq: open [%d .. %d) with %d indices left: want 0 left, and an ascending run below %d",
			low, high, r.Len(), MaxWorkRange+1))
	}
	r.low.Store(uint64(low)) // low and over before the word: a thief that sees the new word sees them
	r.over.Store(over)
	r.packed.Store(uint64(s.replacedBy(uint64(high), ownerRange(uint64(high-low)))))
	c.Stores += 3
	c.Pushes += uint64(high - low)
}

// Take claims the lowest index that is left. It returns false if no index is left. Only
// the owner may call Take. It counts a Pop or a PopEmpty in c.
func (r *WorkRange) Take(c *Counters) (Part, bool) {
	i := r.low.Load()
	if r.stealRange().high() <= i {
		c.PopEmpty++
		return Part{}, false
	}
	// The index is reserved before the steal range is read. A thief that reads the owner's
	// new word also reads the new low. A thief that has read the old word competes with an
	// owner that is near, and only one of their compare-and-swaps succeeds.
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

// Steal claims the steal range: a quarter to a half of the indices that are left, or the only
// index. It returns Took with a Part. It returns Empty if no index is left. It returns Lost if the
// owner or another thief was faster; then indices may be left. Any goroutine may call Steal, with
// its counters.
func (r *WorkRange) Steal(c *Counters) (Part, Outcome) {
	c.Steals++
	s := r.stealRange()
	if s.length() == 0 {
		_, o := c.empty()
		return Part{}, o
	}
	// Low is read after the word. In the other order low may be older than the owner's last
	// replacement. The thief would then leave a range that reaches down to indices that the
	// owner has taken.
	over, low := r.over.Load(), r.low.Load()
	mid := s.high() - s.length()
	left := mid - min(mid, low) // low may be above mid, when the owner has reserved the last index
	if !r.replace(s, mid, left, c) {
		_, o := c.lost()
		return Part{}, o
	}
	_, o := c.took(int(s.length()))
	return Part{Over: over, Low: uint32(mid), High: uint32(s.high()), Last: left == 0}, o
}

// Len is the number of indices left. It is approximate while other goroutines claim,
// but it is 0 only if no index is left to claim. Any goroutine may call Len.
func (r *WorkRange) Len() int {
	s := r.stealRange()
	if s.length() == 0 {
		return 0
	}
	return int(max(s.length(), s.high()-min(s.high(), r.low.Load())))
}

// Reset empties the range. No other goroutine may use the range meanwhile.
func (r *WorkRange) Reset() {
	r.low.Store(0)
	r.packed.Store(uint64(r.stealRange().replacedBy(0, 0)))
}

// taken returns the part that is index i alone, and counts it.
func (r *WorkRange) taken(i uint64, last bool, c *Counters) Part {
	c.Pops++
	return Part{Over: r.over.Load(), Low: uint32(i), High: uint32(i + 1), Last: last}
}

// replace makes the steal range end at high and fit what is left below high. It fails if
// the range is no longer s.
//
// Every replacement changes the tag. Without a tag the owner could replace a pair by an
// equal pair, and an old thief could succeed. The stale win, in the article's form, for 7
// indices, of which thieves may have [5 .. 7):
//
//  1. Thief A reads (5,7) and low = 0, and stops.
//  2. The owner takes 0, 1 and 2. For 1 and for 2 it replaces (5,7) by (5,7).
//  3. The compare-and-swap of A finds (5,7) and succeeds. A has 5 and 6. By its old low
//     it leaves (3,5).
//  4. The owner takes 3, which is the first index of (3,5), as the last index. 4 is lost.
func (r *WorkRange) replace(s indexRange, high, left uint64, c *Counters) bool {
	c.CAS++
	if !r.packed.CompareAndSwap(uint64(s), uint64(s.replacedBy(high, ownerRange(left)))) {
		c.CASFailed++
		return false
	}
	return true
}

func (r *WorkRange) stealRange() indexRange { return indexRange(r.packed.Load()) }

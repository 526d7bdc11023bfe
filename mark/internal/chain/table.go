package chain

import (
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Table is the shortcut table. An entry x -> y says that a path of references leads from x
// to y. Both are distinguished objects.
//
//	 63 ........ 32  31 ......... 0
//	┌──────────────┬───────────────┐    y = 0         under way: a cursor has left x
//	│      x       │       y       │    y = 2^32 - 1  ended: no more is known
//	└──────────────┴───────────────┘
//
// A word never changes its x. Its y changes from under way to an object, by the cursor that
// has claimed x, and from anything to ended, by the marker. Nothing is deleted during a
// mark. An entry is looked for in 8 words at most. If they are all taken, there is no room.
//
// Any worker may call claim and publish. Only the holder of the exclusive bit may call Pass.
// No goroutine may use the table during Fit.
type Table struct {
	words   []Word
	shift   uint32 // 64 minus the binary logarithm of len(words)
	mask    uint32 // the spacing minus 1
	started bool   // something may have been claimed since Fit
}

const (
	underWay = 0
	ended    = 1<<32 - 1
	probes   = 8
)

// Fit empties the table, and fits it to refs below n. If tight is true, even a few objects
// have distinguished ones among them.
//
// An entry of the last mark would be a lie about the heap of this one: it could mark garbage.
func (t *Table) Fit(n uint64, tight bool) { t.FitSpaced(n, spacingFor(n, tight)) }

// spacingFor returns the spacing of Fit, unless the table would be too large.
func spacingFor(n uint64, tight bool) uint64 {
	if tight {
		return min(policy.Spacing, powerOfTwo(n/8))
	}
	return policy.Spacing
}

// FitSpaced is Fit with that spacing, a power of two, or a larger one if the table would be too
// large.
func (t *Table) FitSpaced(n, spacing uint64) {
	words, spacing := size(n, spacing)
	switch {
	case words > uint64(cap(t.words)):
		t.words = make([]Word, words)
		clear(t.words) // writes to each page now
	case t.started:
		t.words = t.words[:cap(t.words)]
		clear(t.words)
	}
	t.words, t.started = t.words[:words], false
	t.shift, t.mask = uint32(64-bits.TrailingZeros64(words)), uint32(spacing-1)
}

// size returns how many words a table for refs below n has, and the spacing, which is least or
// more. In a heap, at most half of the words are used.
func size(n, least uint64) (words, spacing uint64) {
	words, spacing = min(max(powerOfTwo(2*n/least), policy.MinTableWords), policy.TableWords), least
	for spacing*words < n {
		spacing *= 2
	}
	return words, spacing
}

// powerOfTwo returns the largest power of two that is at most n, and 1 for 0.
func powerOfTwo(n uint64) uint64 { return uint64(1) << max(0, bits.Len64(n)-1) }

// Start says that something will be claimed. The caller holds the exclusive bit.
func (t *Table) Start() { t.started = true }

// Spacing returns how many objects there are for each distinguished one, on the average.
func (t *Table) Spacing() int { return int(t.mask) + 1 }

// Bytes returns the memory of the table in bytes.
func (t *Table) Bytes() int64 { return int64(cap(t.words)) * 8 }

// Distinguished reports whether x is distinguished. 0 never is: its word would look empty.
func (t *Table) Distinguished(x uint32) bool { return x*0x9E3779B1>>8&t.mask == 0 && x != 0 }

// claim makes x an entry that is under way. It returns false if x is an entry already, or if
// there is no room. Of several callers one gets true.
func (t *Table) claim(x uint32) (slot uint32, ok bool) {
	at, claimed, _ := t.enter(x, underWay)
	return uint32(at), claimed
}

// enter looks for the entry of x. If there is none, it makes one. found is false if there
// is no room.
func (t *Table) enter(x, y uint32) (at uint64, made, found bool) {
	at = uint64(x) * 0xD6E8FEB86659FD93 >> t.shift
	for range probes {
		word := t.words[at].Load()
		if word == 0 && t.words[at].CompareAndSwap(0, entry(x, y)) {
			return at, true, true
		}
		if word == 0 {
			word = t.words[at].Load() // another cursor was faster
		}
		if uint32(word>>32) == x {
			return at, false, true
		}
		at = (at + 1) & uint64(len(t.words)-1)
	}
	return 0, false, false
}

// publish turns the entry of x from under way into x -> y. Only the cursor that has claimed x
// may call it. It returns false if the marker has passed x meanwhile.
//
// A plain store would bring back an entry that the marker has ended:
//
//  1. A cursor has claimed x, and is on its way.
//  2. The marker comes to x. The entry is under way. The marker ends it.
//  3. The cursor stores x -> y. It does not notice that the marker is right behind it. It runs
//     ahead of the marker for ever, and finds nothing that the marker does not find.
func (t *Table) publish(slot, x, y uint32) bool {
	return t.words[slot].CompareAndSwap(entry(x, underWay), entry(x, y))
}

// Pass ends the entry of x, and returns what it led to, 0 if nothing. If x has no entry, Pass
// makes one that has ended. No cursor goes on from x: the marker is here already. The
// caller holds the exclusive bit, and has marked x.
//
// The entry is exchanged. A cursor that is under way from x thereby learns that the marker has
// caught up with it: see publish.
func (t *Table) Pass(x uint32) (y uint32) {
	at, made, found := t.enter(x, ended)
	if made || !found || uint32(t.words[at].Load()) == ended {
		return 0
	}
	if y = uint32(t.words[at].Swap(entry(x, ended))); y == ended {
		return 0
	}
	return y
}

func entry(x, y uint32) uint64 { return uint64(x)<<32 | uint64(y) }

package printed

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// This is stealq/rudolph.go, the balancing of pairs of Rudolph, Slivkin-Allalouf and
// Upfal. There is a switch for each form that the comments there say it must not have.
// The ring is made of cells too, so the explorer can stop between two items of a move.

// Departures from the right form. rudolphSwitches says what each one does.
const (
	RudolphPopReadsFirst Lines = 1 << iota
	RudolphPushSwapsFirst
	RudolphUnclaimedSteal
	RudolphGiftAtBottom
	RudolphGiftFillsAll
	RudolphGiftToClosed
	RudolphClaimWaits
	RudolphGiverFirst
)

var rudolphSwitches = []Switch{
	{RudolphPopReadsFirst, "RudolphPopReadsFirst", "", "Pop reads its item before its swap"},
	{RudolphPushSwapsFirst, "RudolphPushSwapsFirst", "", "Push swaps before it writes its item"},
	{RudolphUnclaimedSteal, "RudolphUnclaimedSteal", "", "a thief copies, then takes with one swap, without a claim"},
	{RudolphGiftAtBottom, "RudolphGiftAtBottom", "", "gifts go where the owner pushes"},
	{RudolphGiftFillsAll, "RudolphGiftFillsAll", "", "gifts may take the slot at bottom"},
	{RudolphGiftToClosed, "RudolphGiftToClosed", "", "gifts go to owners that have found nothing"},
	{RudolphClaimWaits, "RudolphClaimWaits", "", "a thread that holds a claim waits for the second claim"},
	{RudolphGiverFirst, "RudolphGiverFirst", "", "the giver's length is reduced before the receiver's is raised"},
}

// Rudolph returns the form with these lines wrong.
func Rudolph(wrong Lines) scene.Form {
	return form("rudolph", "boh", wrong, func(capacity, start uint64) *rudolph {
		d := &rudolph{lines: lines{wrong}, ring: cells(capacity)}
		d.state.Store(uint64(pairState(0).with(d.index(int(start)), 0)))
		return d
	})
}

// pairState is a deque's state: top<<10 | open | busy | length.
type pairState uint64

const (
	busy pairState = 1 << 8 // some thread moves items
	open pairState = 1 << 9 // the owner takes gifts
)

func (s pairState) length() int { return int(s & 0xff) }
func (s pairState) top() int    { return int(s >> 10) }

func (s pairState) with(top, length int) pairState {
	return s&(busy|open) | pairState(top)<<10 | pairState(length)
}

type rudolph struct {
	lines
	state cell
	ring  []cell
}

func (d *rudolph) Root() any           { return d }
func (d *rudolph) Len() int            { return d.load().length() }
func (d *rudolph) index(i int) int     { return i & (len(d.ring) - 1) }
func (d *rudolph) at(i int) *cell      { return &d.ring[d.index(i)] }
func (d *rudolph) load() pairState     { return pairState(d.state.Load()) }
func (d *rudolph) release(s pairState) { d.state.Store(uint64(s)) }

func (d *rudolph) swap(from, to pairState) bool {
	return d.state.CompareAndSwap(uint64(from), uint64(to))
}

// Show is the state in its parts.
func (d *rudolph) Show(name string, v uint64) string {
	if !strings.HasSuffix(name, "state") {
		return ""
	}
	s := pairState(v)
	return fmt.Sprintf("top %d length %d busy %v open %v", s.top(), s.length(), s&busy != 0, s&open != 0)
}

// atRest checks that the deque is not busy.
func (d *rudolph) atRest() error {
	if d.load()&busy != 0 {
		return errors.New("a claim was not released")
	}
	return nil
}

// InSight is a termination detector's look at lengths, where no goroutine pops: an
// item on its way must show somewhere, or the first length must have changed since.
func (d *rudolph) InSight(other scene.Deque) bool {
	before := d.load()
	return before.length()+other.(*rudolph).load().length() > 0 || d.load() != before
}

func (d *rudolph) wait() pairState {
	for {
		if s := d.load(); s&busy == 0 {
			return s
		}
		interleave.Gosched()
	}
}

func (d *rudolph) Push(item uint64) bool {
	for {
		s := d.wait()
		if s.length() == len(d.ring) {
			return false
		}
		slot := d.at(s.top() + s.length())
		if !d.has(RudolphPushSwapsFirst) {
			slot.Store(item)
		}
		if d.swap(s, s.with(s.top(), s.length()+1)|open) {
			if d.has(RudolphPushSwapsFirst) {
				slot.Store(item)
			}
			return true
		}
	}
}

func (d *rudolph) Pop() (item uint64, ok bool) {
	for {
		s := d.wait()
		n := s.length()
		if n > 0 && d.has(RudolphPopReadsFirst) {
			item = d.at(s.top() + n - 1).Load()
		}
		switch {
		case n > 0 && d.swap(s, s.with(s.top(), n-1)):
			if !d.has(RudolphPopReadsFirst) {
				item = d.at(s.top() + n - 1).Load()
			}
			return item, true
		case n == 0 && (s&open == 0 || d.swap(s, s&^open)):
			return 0, false
		}
	}
}

func (d *rudolph) claim() pairState {
	for {
		if s := d.wait(); d.swap(s, s|busy) {
			return s
		}
	}
}

func (d *rudolph) tryClaim() (pairState, bool) {
	s := d.load()
	return s, s&busy == 0 && d.swap(s, s|busy)
}

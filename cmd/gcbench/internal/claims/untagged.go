package claims

import "fmt"

// The page's work-stealing range step by step, so that all schedules of an owner
// that takes everything and of two thieves that try once can be visited. The
// steal range is a value that a compare-and-swap compares, with a tag or without.

const rangeThieves = 2

// pageRange is the steal range [mid .. high).
type pageRange struct {
	mid, high int8
	tag       uint8 // never changes in the untagged form
}

// pageState is everything, so that a state is visited once.
type pageState struct {
	low    int8
	shared pageRange
	owner  pageOwner
	thief  [rangeThieves]pageThief
	taken  uint16 // indices handed out
}

// pageOwner is TryTakeOne between two steps.
type pageOwner struct {
	at  int8 // 0: before a call; 1: low is reserved; 2: the range is read; 3: ended
	low int8
	old pageRange
}

// pageThief is TryStealRange between two steps.
type pageThief struct {
	at  int8 // 0: before the call; 1: the range is read; 2: low is read; 3: ended
	low int8
	old pageRange
}

// search visits every state that schedules lead to.
type search struct {
	tagged bool
	n      int8 // indices
	seen   map[pageState]bool
	twice  int // claims of an index handed out before
	lost   int // ends with an index that nobody has, and no thief would find
}

// untaggedLoses searches with and without the tag.
func untaggedLoses(tagged bool) Finding {
	with, without := search{tagged: tagged}, search{}
	states := 0
	for n := int8(1); n <= 8; n++ {
		for _, s := range []*search{&with, &without} {
			s.n, s.seen = n, map[pageState]bool{}
			s.visit(pageState{shared: s.replaced(pageRange{}, 0, n)})
			states += len(s.seen)
		}
	}
	return Finding{Holds: with.twice+with.lost == 0 && without.twice+without.lost > 0,
		Measured: fmt.Sprintf("%d states; with the tag %d claims of an index handed out before and %d losses, without it %d and %d",
			states, with.twice, with.lost, without.twice, without.lost)}
}

// replaced is CreateStealRange; old gives the tag.
func (s *search) replaced(old pageRange, low, high int8) pageRange {
	r := pageRange{low - 1, low - 1, old.tag}
	if low != high {
		r = pageRange{(low + 3*high) / 4, high, old.tag}
	}
	if s.tagged {
		r.tag++
	}
	return r
}

// visit goes on from a state with a step of each that has not ended. A claim is
// one step, and one of an index handed out before is not gone on from.
func (s *search) visit(p pageState) {
	if s.seen[p] {
		return
	}
	s.seen[p] = true
	ended := p.owner.at == 3
	if !ended {
		s.goOn(p, (*search).ownerStep, 0)
	}
	for i := range p.thief {
		if p.thief[i].at < 3 {
			s.goOn(p, (*search).thiefStep, i)
			ended = false
		}
	}
	if ended && p.taken != 1<<s.n-1 && p.low > p.shared.mid {
		s.lost++
	}
}

// goOn takes a step of one of them.
func (s *search) goOn(p pageState, step func(*search, *pageState, int) bool, who int) {
	if step(s, &p, who) {
		s.visit(p)
	} else {
		s.twice++
	}
}

// hand hands out [low .. high); false if one of them was before.
func (p *pageState) hand(low, high int8) bool {
	mask := uint16(1)<<high - uint16(1)<<low
	again := p.taken & mask
	p.taken |= mask
	return again == 0
}

// swap is a compare-and-swap of the steal range.
func (p *pageState) swap(old, next pageRange) bool {
	if p.shared != old {
		return false
	}
	p.shared = next
	return true
}

// ownerStep is one atomic step of TryTakeOne.
func (s *search) ownerStep(p *pageState, _ int) bool {
	o := &p.owner
	switch o.at {
	case 0:
		o.low = p.low
		p.low++
		o.at = 1
		return true
	case 1:
		o.old = p.shared
		o.at = 2
		return true
	}
	low, mid, high := o.low, o.old.mid, o.old.high
	near := low < mid && mid-low <= 2*(high-mid)
	if low > mid {
		o.at = 3
		return true
	}
	o.at = 0
	switch {
	case near:
		p.swap(o.old, s.replaced(o.old, low, high))
	case low == mid && !p.swap(o.old, s.replaced(o.old, low, low)):
		o.at = 3
		return true
	}
	o.old, o.low = pageRange{}, 0 // forgotten, so that equal states are equal
	return p.hand(low, low+1)
}

// thiefStep is one atomic step of TryStealRange.
func (s *search) thiefStep(p *pageState, i int) bool {
	t := &p.thief[i]
	switch t.at {
	case 0:
		t.old = p.shared
		t.at = 1
		return true
	case 1:
		t.low = p.low
		t.at = 2
		if t.low > t.old.mid {
			t.at = 3
		}
		return true
	}
	t.at = 3
	if !p.swap(t.old, s.replaced(t.old, t.low, t.old.mid)) {
		return true
	}
	return p.hand(t.old.mid, t.old.high)
}

package stealqtest

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// solo is a check with one goroutine: after each call it is known what a deque must
// hold, and what the next call must return.
type solo struct{ *trial }

// model is what a deque holds.
type model struct {
	items *[]uint64 // the oldest first; handles on one queue share it
	asked bool      // a thief has left a request (Kind.OnRequest)
	shown bool      // a request was answered, and the item is still there
}

// alone makes a check of one that has one goroutine.
func alone(test func(s *solo)) func(t *trial) {
	return func(t *trial) {
		t.player.trail = new(trail)
		test(&solo{t})
	}
}

// settled notes a push or a pop of the owner: it shows an item if one was asked for and
// there is one left, and the last item gone is gone for thieves too.
func (m *model) settled() {
	left := len(*m.items) > 0
	m.shown = left && (m.shown || m.asked)
	m.asked = m.asked && !left
}

func (s *solo) push(d *deque, item uint64) bool {
	c := call{what: pushing, on: d.number, item: item}
	s.player.trail.begin(c)
	c.ok = s.player.push(d, item)
	s.player.trail.end(c)
	m, capacity := d.model, d.Cap()
	switch n := len(*m.items); {
	case !c.ok && n < capacity:
		s.fail("Push refused item %d, though d%d holds %d items of %d", item, d.number, n, capacity)
	case c.ok && n == capacity:
		s.fail("Push accepted item %d, though d%d holds %d items and its capacity is %d", item, d.number, n, capacity)
	case c.ok:
		*m.items = append(*m.items, item)
		m.settled()
	}
	return c.ok
}

func (s *solo) pop(d *deque) (uint64, bool) {
	c := call{what: popping, on: d.number}
	s.player.trail.begin(c)
	c.item, c.ok = s.player.pop(d)
	s.player.trail.end(c)
	m := d.model
	at, n := s.popped(c, *m.items), len(*m.items)
	switch {
	case n == 0 && c.ok:
		s.fail("Pop of d%d returned item %d, though the deque must be empty", d.number, c.item)
	case n > 0 && !c.ok:
		s.fail("Pop of d%d found nothing: item %d is lost, and %d others", d.number, (*m.items)[n-1], n-1)
	case at < 0:
		s.fail("Pop of d%d returned item %d, want one of the queue's items %v", d.number, c.item, tail(*m.items))
	case c.ok && (*m.items)[at] != c.item:
		s.fail("Pop of d%d returned item %d, want %d, the newest of %v", d.number, c.item, (*m.items)[at], tail(*m.items))
	case c.ok:
		*m.items = slices.Delete(*m.items, at, at+1)
		m.settled()
	}
	return c.item, c.ok
}

// popped is where the item that a Pop must return lies: it is the newest. A shared queue
// has its own order.
func (s *solo) popped(c call, items []uint64) int {
	newest := max(0, len(items)-1)
	if !s.kind.Shared || !c.ok || len(items) == 0 || items[newest] == c.item {
		return newest
	}
	return slices.Index(items, c.item)
}

// tail shortens a list of items for a message.
func tail(items []uint64) string {
	if n := len(items); n > 8 {
		return fmt.Sprintf("%d items that end with %v", n, items[n-8:])
	}
	return fmt.Sprint(items)
}

func (s *solo) steal(thief, victim *deque, amount stealq.Amount) (int, stealq.Outcome) {
	c := call{what: stealing, on: thief.number, victim: victim.number, amount: amount}
	s.player.trail.begin(c)
	c.n, c.outcome = s.attempt(thief, victim, amount)
	s.player.trail.end(c)
	s.demand(thief, amount, c.n, c.outcome)
	from, to := victim.model, thief.model
	had, own := len(*from.items), len(*to.items)
	room := thief.Cap() - own
	least, most := s.bounds(amount, had, own, room)
	if s.kind.OnRequest && !from.shown {
		least = 0
	}
	if victim == thief {
		least, most = 0, 0
	}
	switch {
	case c.outcome == stealq.Lost:
		s.fail("Steal with %v was Lost, though nobody else used the deques", amount)
	case c.n < least || c.n > most:
		s.fail("Steal with %v moved %s", amount, s.wrongNumber(c, had, own, room, least, most))
	}
	*to.items = append(*to.items, (*from.items)[:c.n]...)
	*from.items = (*from.items)[c.n:]
	if c.n > 0 {
		from.shown = false
	} else if room > 0 && victim != thief {
		from.asked = true
	}
	return c.n, c.outcome
}

// wrongNumber says what is wrong with how many items a steal moved.
func (s *solo) wrongNumber(c call, had, own, room, least, most int) string {
	want := fmt.Sprintf("%d to %d", least, most)
	if least == most {
		want = fmt.Sprint(most)
	}
	if c.on == c.victim {
		return fmt.Sprintf("%d items from d%d to itself, want %s", c.n, c.on, want)
	}
	return fmt.Sprintf("%d of %d items, to a deque that holds %d and has room for %d: want %s", c.n, had, own, room, want)
}

// bounds is how many of had items a steal must and may move while no other goroutine is
// about, to a deque that has own items and some room.
func (s *solo) bounds(amount stealq.Amount, had, own, room int) (least, most int) {
	half := max(1, had/2) // the longest steal range
	switch {
	case had == 0 || room == 0 || s.kind.Shared:
		return 0, 0
	case amount == stealq.One:
		return 1, 1
	case amount == stealq.Half:
		return 1, min(half, room)
	case amount == stealq.All:
		return min(had, room), min(had, room)
	case own == 0:
		return 1, half
	case own > 2*half-2:
		return 0, 0
	}
	return 0, min(half-own/2, room)
}

func (s *solo) reset(ds ...*deque) {
	for _, d := range ds {
		s.player.trail.begin(call{what: resetting, on: d.number})
		s.player.reset(d)
		*d.model.items = nil
		d.model.asked, d.model.shown = false, false
	}
}

// fill pushes first, first+1, ... until d has n items more.
func (s *solo) fill(d *deque, first, n int) {
	for i := range n {
		s.push(d, uint64(first+i))
	}
}

// unload pops all that d holds, and tries once more.
func (s *solo) unload(d *deque) {
	for _, ok := s.pop(d); ok; _, ok = s.pop(d) {
	}
}

// rob steals. Where thieves get only what they asked for, and the request is all that a
// first attempt leaves, the owner answers it and the thief tries again.
func (s *solo) rob(thief, victim *deque, amount stealq.Amount) (int, stealq.Outcome) {
	n, o := s.steal(thief, victim, amount)
	if s.kind.OnRequest && o == stealq.Empty {
		if item, ok := s.pop(victim); ok {
			s.push(victim, item)
		}
		n, o = s.steal(thief, victim, amount)
	}
	return n, o
}

// counted holds deques at rest against the model, besides atRest.
func (s *solo) counted(ds ...*deque) {
	for _, d := range ds {
		want := len(*d.model.items)
		if got := s.held(d); got != want {
			s.fail("d%d holds %d items by its own count, want %d", d.number, got, want)
		}
		if got := s.length(d); got != want && !s.kind.OnRequest || got > want {
			s.fail("Len of d%d is %d, but it holds %d items", d.number, got, want)
		}
	}
	s.atRest(ds...)
}

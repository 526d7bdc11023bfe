package judge

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// This file has the steals of sequences.

// take is a steal of a thief that keeps the item.
func (s *sequence) take(d Inner) string {
	s.called("d.Steal()")
	item, outcome := d.Steal()
	s.returned("%d, %s", item, spelt(outcome))
	items := s.d.items
	switch {
	case len(items) == 0 && outcome != stealq.Empty:
		return fmt.Sprintf("Steal returned %d, %s, and the deque was empty: want Empty", item, spelt(outcome))
	case len(items) > 0 && (outcome != stealq.Took || item != items[0]):
		return fmt.Sprintf("Steal returned %d, %s: want the oldest item: %d, Took", item, spelt(outcome), items[0])
	case len(items) > 0:
		s.d.items = items[1:]
	}
	return ""
}

// move is a steal from d to the thief's deque.
func (s *sequence) move(d, thief Mover, wants func(victim Mover, has, room int) int) string {
	has, room := len(s.d.items), s.capacity-len(s.thief.items)
	want := min(wants(d, has, room), has)
	s.called("thief.Steal(d)")
	n, outcome := thief.Steal(d)
	if s.outcomes {
		s.returned("%d, %s", n, spelt(outcome))
	} else {
		s.returned("%d", n)
	}
	what := fmt.Sprintf("Steal from a deque with %s, by a thief with room for %d,", itemsOf(has), room)
	switch {
	case n != want:
		return fmt.Sprintf("%s moved %d, want %d", what, n, want)
	case (n > 0) != (outcome == stealq.Took) || outcome == stealq.Lost:
		return fmt.Sprintf("%s returned %d, %s, though there was one worker", what, n, spelt(outcome))
	}
	s.thief.items = append(s.thief.items, s.d.items[:n]...)
	s.d.items = s.d.items[n:]
	return ""
}

// itemsOf counts items: 1 item, 2 items.
func itemsOf(items int) string {
	if items == 1 {
		return "1 item"
	}
	return fmt.Sprintf("%d items", items)
}

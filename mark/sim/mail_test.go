package sim

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// trueMail checks what is on its way between owners: counts, the room in queues, and that
// nobody is idle with an open slot. Nothing is on its way while somebody holds the exclusive
// bit.
func trueMail(s *simulation) error {
	all, onWay := 0, 0
	for _, w := range s.workers {
		onWay += w.unsent() + w.unread
		for _, queue := range w.inbox {
			for _, refs := range queue {
				onWay += len(refs) - 1
			}
		}
		if n := w.unsent(); n > 0 && (w.idle() || w.alone) {
			return fmt.Errorf("worker %d has %d references in open slots; idle: %v, alone: %v", w.id, n, w.idle(), w.alone)
		}
		for _, slot := range w.out {
			if len(slot) >= policy.SlotRefs {
				return fmt.Errorf("worker %d has an open slot with %d references", w.id, len(slot))
			}
		}
		unread := 0
		for from, queue := range w.inbox {
			if unread += len(queue); len(queue) >= policy.QueueSlots || len(queue) > 0 && from == w.id {
				return fmt.Errorf("%d slots are on their way from worker %d to worker %d", len(queue), from, w.id)
			}
		}
		if unread > w.unread || unread < w.unread && w.spilt == nil {
			return fmt.Errorf("worker %d has %d slots in its inbox, and %d pieces are counted", w.id, unread, w.unread)
		}
		if w.unread > 0 && w.state == asleep {
			return fmt.Errorf("worker %d sleeps beside %d pieces", w.id, w.unread)
		}
		all += w.unread
	}
	if onWay != s.onWay {
		return fmt.Errorf("%d references are on their way, and %d are counted", onWay, s.onWay)
	}
	if all != s.unread || s.exclusive && all > 0 {
		return fmt.Errorf("%d pieces are counted, and there are %d; exclusive: %v", s.unread, all, s.exclusive)
	}
	return nil
}

// nextEvents checks when things happen next: in the clock what the workers say, not in
// the past, and soon for those that watch while there is something to take.
func nextEvents(s *simulation) error {
	longest := policy.BackoffFirst<<policy.BackoffDoublings + 2*s.lookCost() + s.costs.Yield
	for i, w := range s.workers {
		at := s.clock.At(i)
		switch {
		case s.ended:
		case at != w.at:
			return fmt.Errorf("worker %d has its event at %v, the clock at %v", i, w.at, at)
		case w.at < s.now:
			return fmt.Errorf("worker %d has its event at %v, and it is %v", i, w.at, s.now)
		case w.state == watching && s.offeredTo(w) && w.at > s.now+longest:
			return fmt.Errorf("worker %d watches until %v, and there is something to take at %v", i, w.at, s.now)
		}
	}
	return nil
}

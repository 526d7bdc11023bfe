package stealqtest

import (
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest/internal/small"
)

// deque is a deque under judgement.
type deque struct {
	stealq.Deque
	number int             // in what New returned
	want   stealq.Counters // what the owner's calls came to so far
	model  *model          // what it holds, in checks with one goroutine
}

// deques makes n deques and looks whether they are what New promises.
func (t *trial) deques(n, capacity int) []*deque {
	if t.player.trail != nil {
		t.player.trail.begin(call{what: making, n: n, capacity: capacity})
	}
	t.enter(making)
	made := t.kind.New(n, capacity)
	if len(made) != n {
		t.fail("New(%d, %d) returned %d deques", n, capacity, len(made))
	}
	if words, ok := made[0].(small.Speller); ok && t.player.trail != nil {
		t.player.trail.speak(words)
	}
	all := make([]*deque, n)
	for i, d := range made {
		t.isFit(d, n, capacity)
		for before := range i {
			if made[before] == d {
				t.fail("New(%d, %d) returned one deque as d%d and as d%d", n, capacity, before, i)
			}
		}
		all[i] = &deque{Deque: d, number: i, model: &model{items: new([]uint64)}}
		if t.kind.Shared {
			all[i].model.items = all[0].model.items
		}
	}
	t.atRest(all...)
	return all
}

// isFit looks at one of the deques of New(n, capacity).
func (t *trial) isFit(d stealq.Deque, n, capacity int) {
	if d == nil {
		t.fail("New(%d, %d) returned a nil deque", n, capacity)
	}
	if got := d.Cap(); got != capacity {
		t.fail("Cap of a deque of New(%d, %d) is %d", n, capacity, got)
	}
	if got := d.Len(); got != 0 {
		t.fail("Len of a deque of New(%d, %d) is %d", n, capacity, got)
	}
	if _, ok := d.(stealq.Handle); t.kind.Shared && !ok {
		t.fail("the Kind is Shared, but its deques are no stealq.Handle")
	}
	if _, ok := d.(stealq.Exposer); t.kind.OnRequest && !ok {
		t.fail("the Kind is OnRequest, but its deques are no stealq.Exposer")
	}
}

// raw returns the deques themselves.
func raw(ds []*deque) (all []stealq.Deque) {
	for _, d := range ds {
		all = append(all, d.Deque)
	}
	return all
}

package stealqtest

import (
	"runtime"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// The checks in which one owner is robbed by thieves.

func spsc(t *trial) {
	for _, capacity := range capacities {
		ds := t.deques(2, capacity)
		victim, items := ds[0], t.scale(10_000)
		var robbed, left atomic.Bool // all is pushed and gone; the thief has all
		wait := t.start(ds[1:], func(p *player, d *deque) {
			for next := uint64(0); next < uint64(items); {
				last := robbed.Load()
				got := p.take(d, victim, few(t.kind))
				for _, item := range got {
					if item != next {
						t.fail("the only thief got item %d, want %d: it gets all, in the order of their pushes", item, next)
					}
					next++
				}
				if len(got) == 0 && last {
					t.fail("item %d is lost: the owner's deque is empty, and the thief never got it", next)
				}
				if len(got) == 0 {
					runtime.Gosched()
				}
			}
			left.Store(true)
		})
		for i := 0; i < items; {
			if t.push(victim, uint64(i)) {
				i++
			} else {
				serve(t, victim)
			}
		}
		for t.held(victim) > 0 && !left.Load() {
			serve(t, victim)
		}
		robbed.Store(true)
		wait()
		t.atRest(ds...)
	}
}

func stampede(t *trial) {
	both := func(sum stealq.Counters) bool { return sum.Took > 0 && sum.Pops > sum.ItemsStolen }
	t.until(1, "a steal that took, and a pop of the owner,", both, func(int) []*deque {
		return stampedeRound(t, 1<<14)
	})
}

func stampedeRound(t *trial, capacity int) []*deque {
	ds := t.deques(4, capacity)
	victim, seen := ds[0], newTally(capacity)
	seen.fill(t.player, victim, 0)
	var done atomic.Bool
	wait := t.start(ds[1:], func(p *player, d *deque) {
		for last, i := -1, 0; !done.Load(); i++ {
			yieldAt(i)
			for _, item := range p.take(d, victim, few(t.kind)) {
				seen.take(p, d, item)
				if int(item) <= last {
					t.fail("a thief got item %d after item %d, which is newer", item, last)
				}
				last = int(item)
			}
		}
	})
	last := uint64(capacity)
	runtime.Gosched()
	t.empty(victim, func(item uint64) {
		seen.take(t.player, victim, item)
		if item >= last {
			t.fail("the owner popped item %d after item %d, which is older", item, last)
		}
		last = item
		yieldAt(int(item))
	})
	done.Store(true)
	wait()
	seen.allOnce(t)
	t.atRest(ds...)
	return ds
}

// noFalseEmpty: two items lie in a deque, the owner pushes another once there is room,
// and two thieves take one item each. Each finds one, though it may lose it a few times.
func noFalseEmpty(t *trial) {
	for range t.scale(5_000) {
		ds := t.deques(3, 2)
		t.push(ds[0], 0)
		t.push(ds[0], 1)
		wait := t.start(ds[1:], func(p *player, d *deque) {
			for o := stealq.Lost; o == stealq.Lost; {
				if _, o = p.steal(d, ds[0], few(t.kind)); o == stealq.Empty {
					t.fail("Steal is Empty, though its victim held an item all the while")
				}
			}
		})
		runtime.Gosched()
		t.push(ds[0], 2)
		wait()
		t.atRest(ds...)
	}
}

// noStarvation: with an owner that keeps pushing and popping, every thief gets
// something, and so does the owner. Where a request brings one item, a thief that has
// had one leaves: on one processor the same thief is first in line each time.
func noStarvation(t *trial) {
	ds := t.deques(4, 8)
	victim := ds[0]
	var hungry atomic.Int32
	hungry.Store(int32(len(ds) - 1))
	var done atomic.Bool
	wait := t.start(ds[1:], func(p *player, d *deque) {
		fed := false
		for !done.Load() && !(fed && t.kind.OnRequest) {
			p.steal(d, victim, most(t.kind))
			p.empty(d, func(uint64) {
				if !fed {
					fed = true
					hungry.Add(-1)
				}
			})
			runtime.Gosched()
		}
	})
	t.lasts("each thief gets an item, and the owner one")
	for i, popped := 0, false; hungry.Load() > 0 || !popped; i++ {
		t.push(victim, uint64(i))
		if i%3 == 0 {
			_, ok := t.pop(victim)
			popped = popped || ok
		}
	}
	done.Store(true)
	wait()
	t.atRest(ds...)
}

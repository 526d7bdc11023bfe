package stealqtest

import (
	"math/rand/v2"
	"runtime"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// The checks in which goroutines push, pop and steal at random.

// stress: an owner that pushes and pops at random, three thieves that take every
// amount. It goes on, one capacity after the other, until steals, empty victims and full
// deques have all happened, and some rounds more until a steal was lost, if the kind
// can lose. On a single processor a steal loses only if it is interrupted. The large
// capacity makes it likely where processors are busy, as its copies are long.
func stress(t *trial) {
	sizes := append([]int{4096}, capacities...)
	rounds := 0
	all := func(sum stealq.Counters) bool {
		met := sum.Lost > 0 || !t.kind.Loses || rounds >= 2*len(sizes)
		return met && sum.Took > 0 && sum.Empty > 0 && sum.Full > 0
	}
	t.until(len(sizes), "a steal that took, one that was Empty, and a refused Push", all, func(i int) []*deque {
		ds := t.deques(4, sizes[i%len(sizes)])
		rounds++
		stressRound(t, ds, max(t.scale(10_000), 4*ds[0].Cap()), t.random(uint64(i)))
		return ds
	})
}

func stressRound(t *trial, ds []*deque, items int, rng *rand.Rand) {
	victim, seen := ds[0], newTally(items)
	var done atomic.Bool
	wait := t.start(ds[1:], func(p *player, d *deque) {
		for i := 0; !done.Load(); i++ {
			p.steal(d, victim, t.kind.Amounts[i%len(t.kind.Amounts)])
			p.length(victim)
			if i%3 > 0 { // sometimes steal while it has items
				p.empty(d, func(item uint64) { seen.take(p, d, item) })
			}
			yieldAt(i)
		}
	})
	pushing := true // in runs, so that the deque fills and empties
	for next := 0; next < items; {
		if rng.IntN(2*victim.Cap()) == 0 {
			pushing = !pushing
			runtime.Gosched()
		}
		if pushing {
			if seen.pushes(t.player, victim, next) {
				next++
			} else {
				pushing = false
			}
		} else if item, ok := t.pop(victim); ok {
			seen.take(t.player, victim, item)
		} else {
			pushing = true
		}
	}
	done.Store(true)
	wait()
	t.gather(ds, seen)
}

// gather takes what is left in deques at rest, and demands that nothing is missing.
func (t *trial) gather(ds []*deque, seen *tally) {
	lawful := stealq.Check(raw(ds))
	for _, d := range ds {
		held, popped := t.held(d), 0
		t.empty(d, func(item uint64) {
			popped++
			seen.take(t.player, d, item)
		})
		if popped != held {
			t.fail("d%d held %d items by its own count, but Pop found %d", d.number, held, popped)
		}
	}
	seen.allOnce(t)
	if lawful != nil {
		t.fail("stealq.Check of all deques at rest: %v", lawful)
	}
	t.atRest(ds...)
}

// fromEachOther: every goroutine owns a deque, pushes, pops and steals from the others,
// full deques and empty ones among them.
func fromEachOther(t *trial) {
	least := 1
	if t.kind.Shared {
		least = 2 // the handles on a queue have no other stress, because there are no thieves
	}
	for _, capacity := range capacities {
		stole := func(sum stealq.Counters) bool { return (sum.Took > 0 || t.kind.Shared) && sum.Full > 0 }
		t.until(least, "a steal that took, and a refused Push,", stole, func(i int) []*deque {
			ds := t.deques(4, capacity)
			ringRound(t, ds, t.scale(10_000), uint64(i))
			return ds
		})
	}
}

func ringRound(t *trial, ds []*deque, each int, round uint64) {
	seen := newTally(each * len(ds))
	t.start(ds, func(p *player, d *deque) {
		rng := t.random(round<<8 | uint64(d.number))
		pop := func() {
			if item, ok := p.pop(d); ok {
				seen.take(p, d, item)
			}
		}
		for next, step := 0, 0; next < each; step++ {
			yieldAt(step)
			switch r := rng.IntN(8); {
			case r < 4:
				if seen.pushes(p, d, d.number*each+next) {
					next++
				} else {
					pop()
				}
			case r < 6:
				pop()
			default:
				p.steal(d, ds[rng.IntN(len(ds))], t.kind.Amounts[rng.IntN(len(t.kind.Amounts))])
			}
		}
	})()
	t.gather(ds, seen)
}

package stealqtest

import (
	"math/rand/v2"
	"slices"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// procession: the owner and three thieves go through many families of four deques, in the
// same order. They therefore meet in each of them, and each finds what the caches have
// forgotten since the last pass: a call waits for memory between its loads and its
// stores, and the others go by meanwhile. In a single family that stays in the caches,
// the same number of steals hardly ever meets. It finds a Steal without a
// compare-and-swap within some milliseconds, if there are two processors or more than one
// thread of the system.
func procession(t *trial, rounds int) (sum stealq.Counters) {
	families := make([][]*deque, 512)
	for i := range families {
		families[i] = t.deques(4, 4)
	}
	rng := t.random(0)
	for range rounds {
		processionRound(t, families, rng)
	}
	for _, ds := range families {
		t.atRest(ds...)
		c := total(ds)
		sum.Add(&c)
	}
	return sum
}

func processionRound(t *trial, families [][]*deque, rng *rand.Rand) {
	capacity := families[0][0].Cap()
	seen := newTally(capacity * len(families))
	for i, ds := range families {
		seen.fill(t.player, ds[0], i*capacity)
	}
	order := rng.Perm(len(families))
	t.start(families[0], func(p *player, first *deque) {
		for range capacity {
			for _, i := range order {
				victim, d := families[i][0], families[i][first.number]
				if d != victim {
					p.steal(d, victim, few(t.kind))
				}
				if item, ok := p.pop(d); ok {
					seen.take(p, d, item)
				}
			}
		}
	})()
	for _, ds := range families {
		for _, d := range ds {
			t.empty(d, func(item uint64) { seen.take(t.player, d, item) })
		}
	}
	seen.allOnce(t)
}

// Meet is the part of Conformance that finds a race the soonest. On many deques of kind an owner
// and thieves meet, for some tens of milliseconds. Their calls follow from seed; how they meet is
// new each time. Meet returns the sum of the deques' counters, and nil if they keep the contract.
func Meet(kind *stealq.Kind, seed uint64) (counted stealq.Counters, f *Fault) {
	if err := kind.Validate(); err != nil {
		return counted, &Fault{Part: "the Kind", Says: err.Error()}
	}
	j := newJudge(kind)
	j.seed = seed
	c := battery[slices.IndexFunc(battery, func(c check) bool { return c.name == "procession" })]
	var sum stealq.Counters
	c.test = func(t *trial) { sum = procession(t, t.scale(100)) }
	if f = j.judge(c); f != nil {
		return counted, f // sum may still be written
	}
	return sum, nil
}

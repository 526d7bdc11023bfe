package policy

import "github.com/seed-3ccf4018/halfmark/mark/tune"

// loadFactor is the constant of tune.StealFactor.
const loadFactor = 2

// Balances decides whether a worker that has work tries to steal after this batch,
// once (Hendler and Shavit, PODC 2002, figure 2).
func (t *Thief) Balances(alone bool, private int) bool {
	return t.choice.Steal != tune.StealOnEmpty && !alone && len(t.deques) > 1 && t.shouldBalance(private)
}

// shouldBalance decides by the load whether a worker tries to steal.
func (t *Thief) shouldBalance(private int) bool {
	load := t.Load(private)
	if t.choice.Steal == tune.StealProbabilistic {
		return load <= 1 || t.random.Next()>>32%uint64(load) == 0
	}
	return load != t.loadThen && (load >= loadFactor*t.loadThen || loadFactor*load <= t.loadThen)
}

// Load is how much a worker with that many private refs holds, in items of a deque.
func (t *Thief) Load(private int) int { return t.deques[t.id].Len() + private/t.choice.Grain }

package policy

// Steal says when a worker tries to take work from another one. A worker with
// nothing left steals under each policy.
type Steal uint8

const (
	OnEmpty       Steal = iota // only with nothing left
	Probabilistic              // also with a probability inverse to the load
	Factor                     // also when the load has changed by loadFactor
)

// loadFactor is the constant of Factor.
const loadFactor = 2

// Balances decides whether a worker that has work tries to steal, once, after
// this batch (Hendler and Shavit, PODC 2002, figure 2).
func (t *Thief) Balances(alone bool, private int) bool {
	return t.choice.Steal != OnEmpty && !alone && len(t.deques) > 1 && t.shouldBalance(private)
}

// shouldBalance decides by the load whether a worker tries to steal.
func (t *Thief) shouldBalance(private int) bool {
	load := t.Load(private)
	if t.choice.Steal == Probabilistic {
		return load <= 1 || t.random.Next()>>32%uint64(load) == 0
	}
	return load != t.loadThen && (load >= loadFactor*t.loadThen || loadFactor*load <= t.loadThen)
}

// Load is what a worker with that many private refs holds, in items of a deque.
func (t *Thief) Load(private int) int { return t.deques[t.id].Len() + private/t.choice.Grain }

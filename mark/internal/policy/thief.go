package policy

import (
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Choice is what can be chosen about stealing. All workers have the same.
type Choice struct {
	Steal  tune.StealPolicy
	Victim tune.VictimPolicy
	Amount stealq.Amount
	Grain  int // refs in an item of a deque
	Seed   uint64
}

// Thief is a worker as its policies see it. It has what they need to know of the
// worker, and what they remember. Each worker has one, and only this worker's
// goroutine calls its methods.
type Thief struct {
	choice Choice
	id     int
	all    []stealq.Deque // of all workers, by worker number
	deques []stealq.Deque // of those that take part

	random   Random
	last     int // which worker the last theft robbed; the worker itself means none
	turn     int // where tune.VictimRoundRobin or VictimNeighbour stands
	loadThen int // the load after the last attempt; tune.StealFactor compares with it
}

// NewThief returns the thief of worker id. deques has one deque for each worker.
func NewThief(choice Choice, id int, deques []stealq.Deque) Thief {
	return Thief{choice: choice, id: id, all: deques, deques: deques, random: randomOf(choice.Seed, id), last: id}
}

// Begin prepares for a new mark: it forgets the load. Workers 0 to team-1 take part.
func (t *Thief) Begin(team int) {
	t.loadThen = 0
	t.deques = t.all[:team]
	if t.last >= team {
		t.last = t.id
	}
	if team > 1 {
		t.turn %= team
	}
}

// Rob tries once to steal from victim.
func (t *Thief) Rob(victim int) (n int, outcome stealq.Outcome) {
	return t.deques[t.id].Steal(t.deques[victim], t.choice.Amount)
}

// Even tries once to even out the deques of this worker and of victim. Items move in
// either direction if the deque is a stealq.Balancer and the amount is Balance. A
// negative n means that -n items went to victim. Otherwise this worker steals.
func (t *Thief) Even(victim int) (n int, outcome stealq.Outcome) {
	pair, ok := t.deques[t.id].(stealq.Balancer)
	if !ok || t.choice.Amount != stealq.Balance {
		return t.Rob(victim)
	}
	return pair.Balance(t.deques[victim])
}

// Remember notes what the policies will need to know of an attempt on victim. private
// is how many private refs the worker holds.
func (t *Thief) Remember(victim, n int, outcome stealq.Outcome, private int) {
	switch {
	case n > 0:
		t.last = victim
	case outcome == stealq.Empty:
		t.last = t.id // no victim
	}
	if t.choice.Steal == tune.StealFactor {
		t.loadThen = t.Load(private)
	}
}

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

package policy

import "github.com/seed-3ccf4018/halfmark/stealq"

// Choice is what can be chosen about stealing, for all workers.
type Choice struct {
	Steal  Steal
	Victim Victim
	Amount stealq.Amount
	Grain  int // refs in an item of a deque
	Seed   uint64
}

// Thief is a worker as its policies see it: what they need to know of the worker, and
// what they remember. Each worker has one.
type Thief struct {
	choice Choice
	id     int
	deques []stealq.Deque // of all workers, by id

	random   Random
	last     int // whom the last theft robbed; the worker itself if nobody
	turn     int // where RoundRobin and Neighbour are
	loadThen int // the load after the last attempt, for Factor
}

// NewThief returns worker id's thief. There is one deque for each worker.
func NewThief(choice Choice, id int, deques []stealq.Deque) Thief {
	return Thief{choice: choice, id: id, deques: deques, random: randomOf(choice.Seed, id), last: id}
}

// Begin forgets the load, for a new mark.
func (t *Thief) Begin() { t.loadThen = 0 }

// Rob tries once to steal from victim.
func (t *Thief) Rob(victim int) (n int, outcome stealq.Outcome) {
	return t.deques[t.id].Steal(t.deques[victim], t.choice.Amount)
}

// Even tries once to even out the deques of this worker and of victim. Items move in
// either direction if the queue can do so and the amount is Balance. Otherwise this
// worker steals. A negative n means that -n items went to victim.
func (t *Thief) Even(victim int) (n int, outcome stealq.Outcome) {
	pair, ok := t.deques[t.id].(stealq.Balancer)
	if !ok || t.choice.Amount != stealq.Balance {
		return t.Rob(victim)
	}
	return pair.Balance(t.deques[victim])
}

// Remember notes an attempt on victim, as far as the policies will ask for it. private
// is how many private refs the worker holds.
func (t *Thief) Remember(victim, n int, outcome stealq.Outcome, private int) {
	switch {
	case n > 0:
		t.last = victim
	case outcome == stealq.Empty:
		t.last = t.id // nobody
	}
	if t.choice.Steal == Factor {
		t.loadThen = t.Load(private)
	}
}

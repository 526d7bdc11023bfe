package policy

import "github.com/seed-3ccf4018/halfmark/mark/tune"

// Victim chooses another worker. There must be one.
func (t *Thief) Victim() int {
	switch t.choice.Victim {
	case tune.VictimLast:
		return t.lastOrAnother()
	case tune.VictimRoundRobin:
		return t.inTurn()
	case tune.VictimNeighbour:
		return t.nearest()
	}
	return t.anyOther()
}

// anyOther chooses one of the other workers. All are equally likely.
func (t *Thief) anyOther() int {
	v := int(t.random.Next() >> 33 % uint64(t.others()))
	if v >= t.id {
		v++
	}
	return v
}

// lastOrAnother compares two workers, and chooses the one whose deque holds more. One
// is the worker from which the last theft succeeded. The other is random. If no theft
// has succeeded, both are random.
func (t *Thief) lastOrAnother() int {
	last, another := t.last, t.anyOther()
	if last == t.id {
		last = t.anyOther()
	}
	if t.deques[last].Len() >= t.deques[another].Len() {
		return last
	}
	return another
}

// inTurn chooses each other worker in turn, and begins after this one. The next
// search goes on where the last one stopped.
func (t *Thief) inTurn() int {
	t.turn = t.turn%t.others() + 1
	return (t.id + t.turn) % len(t.deques)
}

// nearest chooses the workers at the offsets +1, -1, +2, -2 and so on around the ring
// of workers.
func (t *Thief) nearest() int {
	t.turn = t.turn%t.others() + 1
	offset := (t.turn + 1) / 2
	if t.turn%2 == 0 {
		offset = len(t.deques) - offset
	}
	return (t.id + offset) % len(t.deques)
}

// Partner chooses a worker for a thief that has work itself. With tune.VictimNeighbour it is one
// of the two nearest workers.
func (t *Thief) Partner() int {
	if t.choice.Victim == tune.VictimNeighbour {
		t.turn %= 2
	}
	return t.Victim()
}

// Search begins a search by a worker that has nothing left. With tune.VictimNeighbour the search
// begins with the nearest worker.
func (t *Thief) Search() {
	if t.choice.Victim == tune.VictimNeighbour {
		t.turn = 0
	}
}

// Attempts is how many victims must be seen empty before a search is given up: twice
// as many as there are other workers. An attempt that has lost a race does not count.
func (t *Thief) Attempts() int { return 2 * t.others() }

// others is the number of other workers.
func (t *Thief) others() int { return len(t.deques) - 1 }

// Random is a generator of pseudorandom numbers: splitmix64, from Steele, Lea and
// Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA 2014). The same
// seed gives the same numbers. Its state is one word, and one addition changes it.
type Random uint64

// randomOf is the generator of worker id. The factor is odd, so no two workers begin
// with the same state.
func randomOf(seed uint64, id int) Random { return Random(seed ^ uint64(id)*0xd1342543de82ef95) }

// Next returns the next number. Only one goroutine at a time may call it.
func (r *Random) Next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

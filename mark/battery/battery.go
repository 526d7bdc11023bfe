// Package battery lists combinations of everything that can be chosen about a
// mark: queue, amount, when to steal, victim, idle policy, room, number of
// workers and shape of the heap. It is for testing the marker, and programs
// that build on it.
//
// The full product is tens of thousands of marks. All pairs of values fit in
// little more than a hundred, and a defect that needs two choices to show itself
// needs no more.
package battery

import (
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Case is one way to mark one shape of heap. The options are valid.
type Case struct {
	Shape   string
	Options mark.Options
}

// Space is what to combine: Shapes, Queues and Workers by the caller's choice,
// the rest completely. Every list needs at least one entry, and every queue a
// name that stealq knows.
type Space struct {
	Shapes  []string
	Queues  []string
	Workers []int
}

// room is how much fits where. Small rooms force the rare paths: full deques,
// wrap-around, both tiers of overflow.
type room struct{ grain, deque, overflow int }

var (
	rooms   = []room{{1, stealq.MinCapacity, mark.NoPool}, {4, stealq.MinCapacity, 1}, {1, 64, 64}}
	steals  = []mark.Steal{mark.StealOnEmpty, mark.StealProbabilistic, mark.StealFactor}
	victims = []mark.Victim{mark.VictimRandom, mark.VictimLast, mark.VictimRoundRobin, mark.VictimNeighbour}
	idles   = []mark.Idle{mark.IdlePark, mark.IdleSpin, mark.IdleYield, mark.IdleBackoff}
	amounts = stealq.Amounts()
)

// Pairs returns cases in which every two values of different choices occur
// together at least once, those pairs excepted that mean nothing. The same space
// gives the same cases.
func (s Space) Pairs() []Case { return s.cases(coverPairs(s.sizes(), s.compatible)) }

// Full returns every combination that means something.
func (s Space) Full() []Case { return s.cases(product(s.sizes(), s.compatible)) }

// The factors, in the order of sizes.
const (
	byShape = iota
	byQueue
	byAmount
	bySteal
	byVictim
	byIdle
	byRoom
	byWorkers
)

func (s Space) sizes() []int {
	return []int{len(s.Shapes), len(s.Queues), len(amounts), len(steals), len(victims), len(idles), len(rooms), len(s.Workers)}
}

// compatible reports whether two values mean something together. All pairs that
// do not have the queue in them: with another queue either value is fine.
func (s Space) compatible(f, v, g, w int) bool {
	if f != byQueue {
		return true
	}
	kind, _ := stealq.KindByName(s.Queues[v])
	o := mark.Options{Queue: kind.Name}
	switch g {
	case byAmount:
		// Valid options may name Balance for a queue without it, as a default.
		return kind.Offers(amounts[w])
	case bySteal:
		o.Steal = steals[w]
	case byVictim:
		o.Victim = victims[w]
	}
	return o.Validate() == nil
}

func (s Space) cases(rows [][]int) []Case {
	cases := make([]Case, len(rows))
	for i, row := range rows {
		room := rooms[row[byRoom]]
		cases[i] = Case{s.Shapes[row[byShape]], mark.Options{
			Workers: s.Workers[row[byWorkers]], Queue: s.Queues[row[byQueue]],
			Grain: room.grain, Deque: room.deque, Overflow: room.overflow,
			Steal: steals[row[bySteal]], Amount: amounts[row[byAmount]],
			Victim: victims[row[byVictim]], Idle: idles[row[byIdle]],
			Seed: uint64(i),
		}}
	}
	return cases
}

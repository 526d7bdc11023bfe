// Package pairs lists combinations of everything that can be chosen about a
// mark: deque, amount, when to steal, victim, idle policy, room, number of
// workers and shape of the heap. It is for testing the marker, and programs
// that build on it.
//
// The full product is tens of thousands of marks. All pairs of values fit in
// little more than a hundred, and a defect that needs two choices to show itself
// needs no more.
package pairs

import (
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Case is one way to mark one shape of heap. The options are valid.
type Case struct {
	Shape   string
	Options mark.Options
}

// Space is what to combine: Shapes, Deques and Workers by the caller's choice,
// the rest completely. Every list needs at least one entry.
type Space struct {
	Shapes  []string
	Deques  []*stealq.Kind
	Workers []int
}

// room is how much fits where. Small rooms force the rare paths: full deques,
// wrap-around, both tiers of overflow.
type room struct{ grain, capacity, overflow int }

var (
	rooms   = []room{{1, stealq.MinCapacity, mark.NoPool}, {4, stealq.MinCapacity, 1}, {1, 64, 64}}
	steals  = []mark.StealPolicy{mark.StealOnEmpty, mark.StealProbabilistic, mark.StealFactor}
	victims = []mark.VictimPolicy{mark.VictimRandom, mark.VictimLast, mark.VictimRoundRobin, mark.VictimNeighbour}
	idles   = []mark.IdlePolicy{mark.IdlePark, mark.IdleSpin, mark.IdleYield, mark.IdleBackoff}
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
	byDeque
	byAmount
	bySteal
	byVictim
	byIdle
	byRoom
	byWorkers
)

func (s Space) sizes() []int {
	return []int{len(s.Shapes), len(s.Deques), len(amounts), len(steals), len(victims), len(idles), len(rooms), len(s.Workers)}
}

// compatible reports whether two values mean something together. All pairs that
// do not have the deque in them: with another deque either value is fine.
func (s Space) compatible(f, v, g, w int) bool {
	if f != byDeque {
		return true
	}
	kind := s.Deques[v]
	o := mark.Options{Deque: kind}
	switch g {
	case byAmount:
		// Valid options may name Balance for a deque without it, as a default.
		return kind.Offers(amounts[w])
	case bySteal:
		o.Tuning.Steal = steals[w]
	case byVictim:
		o.Tuning.Victim = victims[w]
	}
	return o.Validate() == nil
}

func (s Space) cases(rows [][]int) []Case {
	cases := make([]Case, len(rows))
	for i, row := range rows {
		room := rooms[row[byRoom]]
		cases[i] = Case{s.Shapes[row[byShape]], mark.Options{
			Workers:        s.Workers[row[byWorkers]],
			Deque:          s.Deques[row[byDeque]],
			Grain:          room.grain,
			Capacity:       room.capacity,
			OverflowBlocks: room.overflow,
			Tuning:         mark.Tuning{Steal: steals[row[bySteal]], Amount: amounts[row[byAmount]], Victim: victims[row[byVictim]], Idle: idles[row[byIdle]], Seed: uint64(i)},
		}}
	}
	return cases
}

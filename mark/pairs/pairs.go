// Package pairs lists combinations of all that can be chosen about a mark, for tests of the marker and of
// programs that build on it. It combines shapes of heaps, deques, amounts, policies, owners of mark bits,
// sizes, and numbers of workers.
//
// Fill in a [Space], and call [Space.Pairs]:
//
//	space := pairs.Space{Shapes: shape.Names(), Deques: stealq.Kinds(), Workers: []int{1, 4}}
//	for _, c := range space.Pairs() {
//		r, err := mark.Heap(ctx, heaps[c.Shape], c.Options)
//		// compare r with what is reachable
//	}
//
// Many defects need only two choices to show themselves. Pairs returns little more than a hundred cases that
// contain every pair of choices. [Space.Full] returns all combinations, tens of thousands.
package pairs

import (
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Case is one way to mark a heap of one shape. The options are valid.
type Case struct {
	Shape   string
	Options mark.Options
}

// Space says what to combine. Each list needs at least one entry. All other choices are always combined
// completely. Any goroutine may call its methods.
type Space struct {
	Shapes  []string // any names: they come back in Case.Shape
	Deques  []*stealq.Kind
	Workers []int // numbers of workers, 1 to mark.MaxWorkers
}

// room is how much fits where. Small rooms force the rare paths: full deques, indices
// that wrap around, both tiers of overflow.
type room struct{ grain, capacity, overflow int }

var (
	rooms   = []room{{1, stealq.MinCapacity, tune.NoPool}, {4, stealq.MinCapacity, 1}, {1, 64, 64}}
	steals  = tune.StealPolicies()
	victims = tune.VictimPolicies()
	idles   = tune.IdlePolicies()
	amounts = stealq.Amounts()

	markings = tune.Markings()
)

// Pairs returns cases in which every two values of different choices meet at least once, except pairs that
// mean nothing. The same space gives the same cases.
func (s Space) Pairs() []Case { return s.cases(coverPairs(s.sizes(), s.compatible)) }

// Full returns every combination that means something. The same space gives the same cases.
func (s Space) Full() []Case { return s.cases(product(s.sizes(), s.compatible)) }

// The factors, in the order of sizes.
const (
	byShape = iota
	byDeque
	byAmount
	bySteal
	byVictim
	byIdle
	byMarking
	byRoom
	byWorkers
)

// sizes is how many values each factor has.
func (s Space) sizes() []int {
	return []int{len(s.Shapes), len(s.Deques), len(amounts), len(steals), len(victims), len(idles), len(markings), len(rooms), len(s.Workers)}
}

// compatible reports whether two values mean something together. Owners of mark bits mean
// nothing with grain 1. Any other two values do mean something if neither of them is a
// deque: there is some deque with which both are fine.
func (s Space) compatible(f, v, g, w int) bool {
	if f == byMarking && g == byRoom {
		return mark.Options{Grain: rooms[w].grain, Tuning: tune.Tuning{Marking: markings[v]}}.Validate() == nil
	}
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

// cases makes a case of each row of values.
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
			Tuning:         tune.Tuning{Steal: steals[row[bySteal]], Amount: amounts[row[byAmount]], Victim: victims[row[byVictim]], Idle: idles[row[byIdle]], Marking: markings[row[byMarking]], Seed: uint64(i)},
		}}
	}
	return cases
}

package sim

import (
	"fmt"
	"strings"
)

// The application's changes of the loads between balancings. The theorems hold for
// every application, so these patterns are chosen to be hard. In all but Walk some
// process gains u in every step, as fast as a process may.

// LoadPattern selects the processes that generate and consume items in a step. No pattern
// changes a load by more than u (BalanceOptions.U) in one step.
type LoadPattern uint8

const (
	// Steady: in each step process 0 generates u items. Besides, u times in each step another
	// process, chosen at random, consumes one item if it has any. The average stays about
	// the same as long as the others have items.
	Steady LoadPattern = iota

	// Source: in each step process 0 generates u items. No process consumes.
	Source

	// Spots: in each step one process in 16 generates u items. After every 64 steps it is
	// the turn of other processes to generate. Each of the 15 in 16 that do not generate
	// consumes u items with probability 1/15.
	Spots

	// Walk: each process generates or consumes u items, with equal probability.
	Walk

	// Drain: in each step process 0 generates u items, and all others consume u. The
	// average therefore falls by nearly u a step as long as they have items. Let d be
	// the distance of process 0 above the average A. Then d grows by 2u a step and
	// falls by mu d/(2A). For u = mu = 1, a start at A0 gives process 0 4 sqrt(A0/A) -
	// 3 times the average. This is no constant for every A0.
	Drain

	numPatterns
)

const (
	spotEvery = 16 // in Spots, one process in so many generates
	spotSteps = 64 // after so many steps other processes generate
)

var patternNames = [numPatterns]string{"steady", "source", "spots", "walk", "drain"}

// LoadPatterns returns every pattern, in the order of their values.
func LoadPatterns() []LoadPattern { return []LoadPattern{Steady, Source, Spots, Walk, Drain} }

// ParseLoadPattern returns the pattern whose String is name. The error lists them.
func ParseLoadPattern(name string) (LoadPattern, error) {
	for _, p := range LoadPatterns() {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("sim: no load pattern %q: the patterns are %s", name, strings.Join(patternNames[:], ", "))
}

// String returns "steady", "source", "spots", "walk" or "drain".
func (p LoadPattern) String() string {
	if p < numPatterns {
		return patternNames[p]
	}
	return fmt.Sprintf("LoadPattern(%d)", uint8(p))
}

// apply generates and consumes the items of step t.
func (s *system) apply(t int) {
	switch s.Pattern {
	case Steady:
		s.generate(0)
		for range s.U {
			s.consume(s.other(0), 1)
		}
	case Source:
		s.generate(0)
	case Spots:
		s.spots(t)
	case Walk:
		for p := range s.load {
			s.walk(p)
		}
	case Drain:
		s.generate(0)
		for p := 1; p < s.Processes; p++ {
			s.consume(p, s.U)
		}
	}
}

func (s *system) spots(t int) {
	first := t / spotSteps % spotEvery
	for p := range s.load {
		if p%spotEvery == first {
			s.generate(p)
		} else if s.below(spotEvery-1) == 0 {
			s.consume(p, s.U)
		}
	}
}

func (s *system) walk(p int) {
	if s.random.Uint64()&1 == 0 {
		s.generate(p)
	} else {
		s.consume(p, s.U)
	}
}

func (s *system) generate(p int) {
	s.load[p] += s.U
	s.items += s.U
	s.generated += s.U
}

// consume takes up to n items from p.
func (s *system) consume(p, n int) {
	n = min(n, s.load[p])
	s.load[p] -= n
	s.items -= n
	s.consumed += n
}

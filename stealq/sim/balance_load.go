package sim

import "fmt"

// What the application does to the loads between balancings. The theorems hold
// for every application, so these are chosen to be hard: in all but Walk some
// process gains u in every step, as fast as one may.

// LoadPattern says which processes generate and consume items in a step. None
// changes a load by more than u.
type LoadPattern uint8

const (
	// Steady has process 0 generate u items in each step, and u times a process
	// chosen at random among the others consume one, if it has any. The average
	// stays about what it was for as long as the others have items.
	Steady LoadPattern = iota

	// Source has process 0 generate u items in each step; nobody consumes.
	Source

	// Spots has one process in 16 generate u items in each step, others for
	// every 64 steps, and 15 in 16 consume u items one time in 15.
	Spots

	// Walk has each process generate or consume u items with equal
	// probability.
	Walk

	// Drain has process 0 generate u items in each step, and all others consume
	// u, so the average falls by nearly u a step as long as they have items. With
	// d the distance of process 0 above the average A, d grows by 2u a step and
	// falls by mu d/(2A). For u = mu = 1 a start at A0 gives process 0
	// 4 sqrt(A0/A) - 3 times the average: no constant for every A0.
	Drain

	numPatterns
)

const (
	spotEvery = 16 // processes for each that generates, in Spots
	spotSteps = 64 // steps after which others do
)

var patternNames = [numPatterns]string{"steady", "source", "spots", "walk", "drain"}

// LoadPatterns returns every pattern, in the order of their values.
func LoadPatterns() []LoadPattern { return []LoadPattern{Steady, Source, Spots, Walk, Drain} }

// LoadPatternByName finds a pattern by its String.
func LoadPatternByName(name string) (LoadPattern, bool) {
	for _, p := range LoadPatterns() {
		if p.String() == name {
			return p, true
		}
	}
	return 0, false
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

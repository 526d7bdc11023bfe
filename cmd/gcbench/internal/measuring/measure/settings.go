package measure

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/pairs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Speculation is what gcbench marks with unless another is asked for: idle workers speculate,
// too. A program that uses the library may need their processors, so there they do not.
const Speculation = tune.SpeculationAuto

// Setting is one way to mark a heap with one kind of deque, by several numbers of workers
// or with several policies.
type Setting struct {
	Name    string
	Options []mark.Options // at least Deque, Workers and Tuning.Seed are set
	// Harvests says that what the setting is about has not run unless marks of a long list
	// harvest.
	Harvests bool
}

// LongList is how many live objects a list has at least, if marks of it with forced speculation
// harvest. With 750 each of 60 marks did, on 20 heaps. With 375 six did not.
const LongList = 1000

// settings are how the default works, and how the paths run that large deques and
// pools hide.
var settings = []struct {
	name    string
	options mark.Options
}{
	{"default", mark.Options{Grain: tune.DefaultGrain, Capacity: tune.DefaultCapacity, OverflowBlocks: tune.DefaultOverflowBlocks}},
	{"all through the deque", mark.Options{Grain: 1, Capacity: tune.DefaultCapacity, OverflowBlocks: tune.DefaultOverflowBlocks}},
	{"deque of 2, no pool", mark.Options{Grain: 1, Capacity: 2, OverflowBlocks: tune.NoPool}},
	{"blocks of 4, pool of 1", mark.Options{Grain: 4, Capacity: 2, OverflowBlocks: 1}},
	{"owners, deque of 8", mark.Options{Grain: 8, Capacity: 8, OverflowBlocks: 1, Tuning: tune.Tuning{Marking: tune.MarkingOwner}}},
	{"forced speculation", mark.Options{Grain: 8, Capacity: 8, OverflowBlocks: 1, Tuning: tune.Tuning{Speculation: tune.SpeculationForce}}},
	{"no pool, spinning", mark.Options{Grain: 8, Capacity: 8, OverflowBlocks: tune.NoPool, Tuning: tune.Tuning{Idle: tune.IdleSpin}}},
}

// Settings returns those that force rare paths, after the default.
func Settings(deque *stealq.Kind, workers []int, seed uint64) []Setting {
	all := make([]Setting, len(settings))
	for i, s := range settings {
		all[i].Name, all[i].Harvests = s.name, s.options.Tuning.Speculation == tune.SpeculationForce
		for _, n := range workers {
			o := s.options
			o.Deque, o.Workers, o.Tuning.Seed = deque, n, seed
			all[i].Options = append(all[i].Options, o)
		}
	}
	return all
}

// Policies are marks with combined policies, spread over heaps and deques.
type Policies struct {
	name  string
	cases []pairs.Case
}

// NewPolicies combines all pairs of policies, or all of them if full is set.
func NewPolicies(heaps []string, deques []*stealq.Kind, workers []int, full bool) *Policies {
	space := pairs.Space{Shapes: heaps, Deques: deques, Workers: workers}
	if several := slices.DeleteFunc(slices.Clone(workers), func(n int) bool { return n == 1 }); len(several) > 0 {
		space.Workers = several // one worker does not steal
	}
	if full {
		return &Policies{"policies, all combinations", space.Full()}
	}
	return &Policies{"policies, all pairs", space.Pairs()}
}

// Of returns those that are about one heap and deque, with that seed for victim choices.
func (p *Policies) Of(heap string, deque *stealq.Kind, seed uint64) Setting {
	s := Setting{Name: p.name}
	for _, c := range p.cases {
		if c.Shape == heap && c.Options.Deque == deque {
			c.Options.Tuning.Seed = seed
			s.Options = append(s.Options, c.Options)
		}
	}
	return s
}

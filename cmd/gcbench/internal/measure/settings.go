package measure

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/battery"
)

// Setting is one way to mark a heap with one queue, by several numbers of workers
// or with several policies.
type Setting struct {
	Name    string
	Options []mark.Options // at least Queue, Workers and Seed are set
}

// settings are how the default works, and how the paths run that large deques and
// pools hide.
var settings = []struct {
	name    string
	options mark.Options
}{
	{"default", mark.Options{Grain: mark.DefaultGrain, Deque: mark.DefaultDeque, Overflow: mark.DefaultOverflow}},
	{"every object through the deque", mark.Options{Grain: 1, Deque: mark.DefaultDeque, Overflow: mark.DefaultOverflow}},
	{"deque of 2, no pool", mark.Options{Grain: 1, Deque: 2, Overflow: mark.NoPool}},
	{"blocks of 4, deque of 2, pool of 1", mark.Options{Grain: 4, Deque: 2, Overflow: 1}},
	{"deque of 8, no pool, spinning", mark.Options{Grain: 8, Deque: 8, Overflow: mark.NoPool, Idle: mark.IdleSpin}},
}

// Settings returns those that force rare paths, after the default.
func Settings(queue string, workers []int, seed uint64) []Setting {
	all := make([]Setting, len(settings))
	for i, s := range settings {
		all[i].Name = s.name
		for _, n := range workers {
			o := s.options
			o.Queue, o.Workers, o.Seed = queue, n, seed
			all[i].Options = append(all[i].Options, o)
		}
	}
	return all
}

// Policies are marks with combined policies, spread over heaps and queues.
type Policies struct {
	name  string
	cases []battery.Case
}

// NewPolicies combines all pairs of policies, or all of them if full is set.
func NewPolicies(heaps, queues []string, workers []int, full bool) *Policies {
	space := battery.Space{Shapes: heaps, Queues: queues, Workers: workers}
	if several := slices.DeleteFunc(slices.Clone(workers), func(n int) bool { return n == 1 }); len(several) > 0 {
		space.Workers = several // one worker steals from nobody
	}
	if full {
		return &Policies{"policies, all combinations", space.Full()}
	}
	return &Policies{"policies, all pairs", space.Pairs()}
}

// Of returns those that are about one heap and queue.
func (p *Policies) Of(heap, queue string) Setting {
	s := Setting{Name: p.name}
	for _, c := range p.cases {
		if c.Shape == heap && c.Options.Queue == queue {
			s.Options = append(s.Options, c.Options)
		}
	}
	return s
}

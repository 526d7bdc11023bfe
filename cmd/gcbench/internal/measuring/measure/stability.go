package measure

import (
	"github.com/aclements/go-moremath/stats"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// over are the things that heaps may differ by alone.
var over = []struct {
	name  string
	blind func(f *schema.Facts) // takes the difference out of the facts
}{
	{"seed", func(f *schema.Facts) { f.Seed = 0 }},
	{"layout", func(f *schema.Facts) { f.Layout = "" }},
}

// StabilityOf groups results whose heaps differ in the seed alone, or in the layout alone.
func StabilityOf(results []schema.Result) (all []schema.Stability) {
	for _, o := range over {
		type group struct {
			facts schema.Facts
			how   schema.How
		}
		var order []group
		members := map[group][]*schema.Result{}
		for i := range results {
			g := group{results[i].Facts, results[i].How()}
			o.blind(&g.facts)
			g.facts.Live, g.facts.Edges, g.facts.Roots, g.facts.ArenaBytes = 0, 0, 0, 0 // another seed makes other ones
			if members[g] == nil {
				order = append(order, g)
			}
			members[g] = append(members[g], &results[i])
		}
		for _, g := range order {
			if len(members[g]) > 1 {
				all = append(all, stabilityOf(o.name, members[g]))
			}
		}
	}
	return all
}

func stabilityOf(name string, same []*schema.Result) schema.Stability {
	r := same[0]
	s := schema.Stability{Over: name, Shape: r.Shape, Heap: r.Heap, Layout: r.Layout, Seed: &r.Seed, Objects: r.Objects, Workers: r.Workers, Choices: r.Choices, Preset: r.Preset}
	if name == "seed" {
		s.Seed = nil
	} else {
		s.Layout = ""
	}
	for _, one := range same {
		s.Medians = append(s.Medians, one.MedianNS)
	}
	s.CV = schema.SixDigits(stats.StdDev(s.Medians) / stats.Mean(s.Medians))
	return s
}

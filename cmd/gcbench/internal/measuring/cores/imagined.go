package cores

import (
	"cmp"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// Imagined is the measured machine as marks in virtual time need it, but for what a core takes for a mark. All processors
// are cores there: that two of them may share one costs nothing.
func Imagined(m *schema.Machine) *machines.Machine {
	n := len(m.Processors)
	of := &machines.Machine{
		Name: "here", Cores: n, Group: sharing(m, func(p schema.Processor) int { return p.Cache }), Socket: sharing(m, func(p schema.Processor) int { return p.Socket }),
		Private: 1 << 20, Overlap: overlap(m),
	}
	of.Socket = max(of.Socket, of.Group)
	for _, c := range m.Caches {
		each := int64(c.Bytes) / int64(max(1, c.Shared))
		if c.Level == 2 {
			of.Private = each
		}
		of.Last = max(of.Last, int64(c.Bytes))
	}
	of.Last = max(of.Last, of.Private)
	of.Near = between(m, schema.PlaceCache)
	of.Far = cmp.Or(between(m, schema.PlaceSocket), of.Near)
	of.Near = cmp.Or(of.Near, of.Far)
	of.Across = cmp.Or(between(m, schema.PlaceFar), of.Far)
	for _, l := range m.Loads {
		if int64(l.Bytes) > 2*of.Private && of.HitLast == 0 {
			of.HitLast = machines.Of(l.Dependent)
		}
		of.Memory = machines.Of(l.Dependent)
		if of.Bandwidth = 0; l.Together > 1.2*l.Independent {
			of.Bandwidth = machines.Of(l.Together / float64(n))
		}
	}
	return of
}

// sharing is how many processors share what of says, with the first one.
func sharing(m *schema.Machine, of func(schema.Processor) int) (n int) {
	for _, p := range m.Processors {
		if of(p) == of(m.Processors[0]) {
			n++
		}
	}
	return max(1, n)
}

// between is how long a line takes between processors that share no more than a place, 0 if none are so.
func between(m *schema.Machine, place string) machines.Fixed {
	var ns []float64
	for _, t := range m.Transfers {
		if t.Place == place {
			ns = append(ns, t.NS)
		}
	}
	if ns == nil {
		return 0
	}
	return machines.Of(median(ns))
}

// overlap is how many lines come from another cache in the time of one: as many as a chase of them takes longer than loads that
// do not depend on one another.
func overlap(m *schema.Machine) machines.Fixed {
	by := map[string][]float64{}
	for _, s := range m.Streams {
		if !s.InOrder && s.Lines >= 64 {
			by[s.Access] = append(by[s.Access], s.NS)
		}
	}
	chase, read := by[schema.AccessChase], by[schema.AccessRead]
	if chase == nil || read == nil {
		return machines.Of(10)
	}
	return max(machines.Of(1), machines.Of(median(chase)/median(read)))
}

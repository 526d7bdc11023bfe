package cores

import (
	"cmp"
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// Imagined is the measured machine as marks in virtual time need it, but for what a core takes for a mark. All processors
// are cores there: that two of them may share one costs nothing.
func Imagined(m *schema.Machine) *machines.Machine {
	n := len(m.Processors)
	of := &machines.Machine{
		Name: "here", Cores: n, Group: sharing(m, func(p schema.Processor) int { return p.Cache }), Socket: sharing(m, func(p schema.Processor) int { return p.Socket }),
		Overlap: overlap(m),
	}
	of.Socket = max(of.Socket, of.Group)
	of.Near = between(m, schema.PlaceCache)
	of.Far = cmp.Or(between(m, schema.PlaceSocket), of.Near)
	of.Near = cmp.Or(of.Near, of.Far)
	of.Across = cmp.Or(between(m, schema.PlaceFar), of.Far)
	caches(of, m)
	for _, l := range m.Loads {
		if int64(l.Bytes) > 2*of.Private && of.HitLast == 0 {
			of.HitLast = machines.Of(l.Dependent)
		}
		of.Memory = machines.Of(l.Dependent)
		if of.Bandwidth = 0; l.Together > 1.2*l.Independent {
			of.Bandwidth = machines.Of(l.Together / float64(n))
		}
	}
	if n > 0 && m.Processors[0].Cache < 0 && of.Near > of.Memory/2 {
		of.Group = 1 // the system does not say who shares a cache, and lines go a long way
	}
	return of
}

// caches are as large as the system says. If it does not, they are as large as the largest buffers whose loads are fast: those of a last-level cache take
// at most 0.4 of the time of memory, and those of the cache before it 0.6 of the time of half the last-level cache.
func caches(of *machines.Machine, m *schema.Machine) {
	for _, c := range m.Caches {
		if c.Level == 2 {
			of.Private = int64(c.Bytes) / int64(max(1, c.Shared))
		}
		of.Last = max(of.Last, int64(c.Bytes))
	}
	if of.Last == 0 {
		of.Last = within(m.Loads, math.MaxInt64, 0.4)
	}
	if of.Private == 0 {
		of.Private = within(m.Loads, of.Last/2, 0.6)
	}
	of.Private = cmp.Or(of.Private, 1<<20)
	of.Last = max(of.Last, of.Private)
}

// within is the largest buffer of which a load takes at most a part of what it takes of the largest one of at most so many bytes.
func within(all []schema.Loads, bytes int64, part float64) (found int64) {
	var most float64
	for _, l := range all {
		if int64(l.Bytes) <= bytes {
			most = l.Dependent
		}
	}
	for _, l := range all {
		if l.Dependent <= most*part {
			found = int64(l.Bytes)
		}
	}
	return found
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

// between is how long a line takes between processors that share no more than a place, 0 if none are so: when it is read. Two threads
// that change a line in turns also wait until they may write, so such a time counts only if there is no other.
func between(m *schema.Machine, place string) machines.Fixed {
	var ns, turns []float64
	for _, s := range m.Streams {
		if s.Place == place && scattered(&s) && s.Access == schema.AccessChase {
			ns = append(ns, s.NS)
		}
	}
	for _, t := range m.Transfers {
		if t.Place == place {
			turns = append(turns, t.NS)
		}
	}
	if ns == nil {
		ns = turns
	}
	if ns == nil {
		return 0
	}
	return machines.Of(median(ns))
}

// scattered reports whether no core sees the lines of a stream coming, and they are many.
func scattered(s *schema.Stream) bool { return !s.InOrder && s.Lines >= 64 }

// overlap is how many lines come from another cache in the time of one: as many as a chase of them takes longer than loads that
// do not depend on one another.
func overlap(m *schema.Machine) machines.Fixed {
	by := map[string][]float64{}
	for _, s := range m.Streams {
		if scattered(&s) {
			by[s.Access] = append(by[s.Access], s.NS)
		}
	}
	chase, read := by[schema.AccessChase], by[schema.AccessRead]
	if chase == nil || read == nil {
		return machines.Of(10)
	}
	return max(machines.Of(1), machines.Of(median(chase)/median(read)))
}

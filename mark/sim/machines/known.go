package machines

import "slices"

// known are machines of which others have published how long a line takes from core to core: medians of
// https://github.com/nviennot/core-to-core-latency (2022), where two threads take turns by compare-and-swap. The sizes of caches are
// those that the makers state. Last-level caches, memory, bandwidth and locked instructions are assumed, in the range that is usual for
// such machines, and not measured. The rest is in likeHere. These machines differ in caches and
// distances.
var known = []*Machine{
	likeHere(Machine{
		Name: "icelake", Source: "Xeon Platinum 8375C, two sockets of 32 cores",
		Cores: 64, Group: 32, Socket: 32, Private: 1280 << 10, Last: 54 << 20,
		Near: Of(51), Far: Of(51), Across: Of(108), HitLast: Of(22), Memory: Of(90),
		Bandwidth: Of(0.45), Locked: Of(6),
	}),
	likeHere(Machine{
		Name: "milan", Source: "EPYC 7R13, two sockets of 48 cores, groups of 8",
		Cores: 96, Group: 8, Socket: 48, Private: 512 << 10, Last: 32 << 20,
		Near: Of(23), Far: Of(107), Across: Of(197), HitLast: Of(14), Memory: Of(100),
		Bandwidth: Of(0.45), Locked: Of(3.8),
	}),
	likeHere(Machine{
		Name: "graviton3", Source: "64 cores of a Neoverse V1 on one mesh",
		Cores: 64, Group: 64, Socket: 64, Private: 1 << 20, Last: 32 << 20,
		Near: Of(46), Far: Of(46), Across: Of(46), HitLast: Of(30), Memory: Of(118),
		Bandwidth: Of(0.3), Locked: Of(4),
	}),
	likeHere(Machine{
		Name: "emerald", Source: "a virtual machine of 16 cores of an Emerald Rapids (docs/results/scaling.md)",
		Cores: 16, Group: 16, Socket: 16, Private: 2 << 20, Last: 300 << 20,
		Near: Of(80), Far: Of(80), Across: Of(80), HitLast: Of(30), Memory: Of(120),
		Bandwidth: Of(0.4), Locked: Of(6),
	}),
}

// likeHere returns a machine with what a core of the Milan takes, and for how many lines it waits, as docs/algorithms/scaling.md has it.
func likeHere(m Machine) *Machine {
	m.Overlap, m.Prefetches = Of(12), Of(16)
	m.Object, m.Ref, m.Test, m.Look, m.Split, m.Call = Of(3.8), Of(0.1), Of(1.4), Of(1.3), Of(0.3), Of(15)
	return &m
}

// Names returns the names of the machines that [Named] knows, in a new slice.
func Names() (names []string) {
	for _, m := range known {
		names = append(names, m.Name)
	}
	return names
}

// Named returns a copy of the machine of this name, or false if there is none.
func Named(name string) (*Machine, bool) {
	i := slices.IndexFunc(known, func(m *Machine) bool { return m.Name == name })
	if i < 0 {
		return nil, false
	}
	m := *known[i]
	return &m, true
}

package machines

import "slices"

// known are machines of which others have published how long a line takes from core to core. The latencies between cores
// are medians of https://github.com/nviennot/core-to-core-latency (2022): two threads take turns by compare-and-swap. Caches
// are those that the makers state. The costs of a core are those that were measured on emerald and milan here.
var known = []*Machine{
	{
		Name: "icelake", Source: "Xeon Platinum 8375C, two sockets of 32 cores",
		Cores: 64, Group: 32, Socket: 32, Private: 1280 << 10, Last: 54 << 20,
		Near: NS(51), Far: NS(51), Across: NS(108), HitLast: NS(22), Memory: NS(90),
		Overlap: 10, Prefetches: 20, Bandwidth: NS(0.45),
		Object: NS(3), Ref: NS(0.8), Test: NS(0.8), Shared: NS(0.5), Locked: NS(6), Split: NS(0.3),
	},
	{
		Name: "milan", Source: "EPYC 7R13, two sockets of 48 cores, groups of 8",
		Cores: 96, Group: 8, Socket: 48, Private: 512 << 10, Last: 32 << 20,
		Near: NS(23), Far: NS(107), Across: NS(197), HitLast: NS(14), Memory: NS(100),
		Overlap: 10, Prefetches: 20, Bandwidth: NS(0.45),
		Object: NS(3), Ref: NS(0.8), Test: NS(0.8), Shared: NS(0.5), Locked: NS(3), Split: NS(0.5),
	},
	{
		Name: "graviton3", Source: "64 cores of a Neoverse V1 on one mesh",
		Cores: 64, Group: 64, Socket: 64, Private: 1 << 20, Last: 32 << 20,
		Near: NS(46), Far: NS(46), Across: NS(46), HitLast: NS(30), Memory: NS(118),
		Overlap: 12, Prefetches: 24, Bandwidth: NS(0.3),
		Object: NS(4), Ref: NS(1), Test: NS(1), Shared: NS(0.5), Locked: NS(3), Split: NS(0.8),
	},
	{
		Name: "emerald", Source: "a virtual machine of 16 cores of an Emerald Rapids (docs/results/scaling.md)",
		Cores: 16, Group: 16, Socket: 16, Private: 2 << 20, Last: 300 << 20,
		Near: NS(80), Far: NS(80), Across: NS(80), HitLast: NS(30), Memory: NS(120),
		Overlap: 12, Prefetches: 32, Bandwidth: NS(0.4),
		Object: NS(3), Ref: NS(0.8), Test: NS(0.8), Shared: NS(0.5), Locked: NS(6), Split: NS(0.3),
	},
}

// Names are the names of the machines that Named knows.
func Names() (names []string) {
	for _, m := range known {
		names = append(names, m.Name)
	}
	return names
}

// Named returns the machine of that name.
func Named(name string) (*Machine, bool) {
	i := slices.IndexFunc(known, func(m *Machine) bool { return m.Name == name })
	if i < 0 {
		return nil, false
	}
	m := *known[i]
	return &m, true
}

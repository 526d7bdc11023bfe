package machines

import "slices"

// known are machines of which others have published how long a line takes from core to core. The latencies between cores
// are medians of https://github.com/nviennot/core-to-core-latency (2022): two threads take turns by compare-and-swap. Caches
// are those that the makers state. What a core takes, and for how many lines it waits, is that of the Milan in docs/algorithms/scaling.md, but
// for locked instructions. So these machines differ in their caches and distances.
var known = []*Machine{
	{
		Name: "icelake", Source: "Xeon Platinum 8375C, two sockets of 32 cores",
		Cores: 64, Group: 32, Socket: 32, Private: 1280 << 10, Last: 54 << 20,
		Near: Of(51), Far: Of(51), Across: Of(108), HitLast: Of(22), Memory: Of(90),
		Overlap: Of(12), Prefetches: Of(16), Bandwidth: Of(0.45),
		Object: Of(3.8), Ref: Of(0.1), Test: Of(1.4), Look: Of(1.3), Locked: Of(6), Split: Of(0.3), Call: Of(15),
	},
	{
		Name: "milan", Source: "EPYC 7R13, two sockets of 48 cores, groups of 8",
		Cores: 96, Group: 8, Socket: 48, Private: 512 << 10, Last: 32 << 20,
		Near: Of(23), Far: Of(107), Across: Of(197), HitLast: Of(14), Memory: Of(100),
		Overlap: Of(12), Prefetches: Of(16), Bandwidth: Of(0.45),
		Object: Of(3.8), Ref: Of(0.1), Test: Of(1.4), Look: Of(1.3), Locked: Of(3.8), Split: Of(0.3), Call: Of(15),
	},
	{
		Name: "graviton3", Source: "64 cores of a Neoverse V1 on one mesh",
		Cores: 64, Group: 64, Socket: 64, Private: 1 << 20, Last: 32 << 20,
		Near: Of(46), Far: Of(46), Across: Of(46), HitLast: Of(30), Memory: Of(118),
		Overlap: Of(12), Prefetches: Of(16), Bandwidth: Of(0.3),
		Object: Of(3.8), Ref: Of(0.1), Test: Of(1.4), Look: Of(1.3), Locked: Of(4), Split: Of(0.3), Call: Of(15),
	},
	{
		Name: "emerald", Source: "a virtual machine of 16 cores of an Emerald Rapids (docs/results/scaling.md)",
		Cores: 16, Group: 16, Socket: 16, Private: 2 << 20, Last: 300 << 20,
		Near: Of(80), Far: Of(80), Across: Of(80), HitLast: Of(30), Memory: Of(120),
		Overlap: Of(12), Prefetches: Of(16), Bandwidth: Of(0.4),
		Object: Of(3.8), Ref: Of(0.1), Test: Of(1.4), Look: Of(1.3), Locked: Of(6), Split: Of(0.3), Call: Of(15),
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

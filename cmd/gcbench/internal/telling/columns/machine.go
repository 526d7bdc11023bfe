package columns

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// Machine is a machine with caches, a figure a line.
func Machine(m *machines.Machine) []Block {
	var b blocks
	b.print("%s: %d cores, last-level caches for %d, sockets for %d\n", m.Name, m.Cores, m.Group, m.Socket)
	b.print("caches of %d KiB for each core, and %d MiB for the last level\n\n", m.Private>>10, m.Last>>20)
	type figure struct {
		name  string
		value machines.Fixed
	}
	return append(b, Table([]Of[figure]{
		Left("a line, in ns", 32, func(f figure) string { return f.name }),
		Right("", 8, func(f figure) string { return fmt.Sprintf("%.1f", f.value.Float()) }),
	}, []figure{
		{"from a core beside it", m.Near}, {"from the same socket", m.Far}, {"from another socket", m.Across},
		{"from the last-level cache", m.HitLast}, {"from memory", m.Memory}, {"if all cores want memory", m.Bandwidth},
	}), Table([]Of[figure]{
		Left("lines at once", 32, func(f figure) string { return f.name }),
		Right("", 8, func(f figure) string { return fmt.Sprintf("%.1f", f.value.Float()) }),
	}, []figure{{"from other caches", m.Overlap}, {"of the heap", m.Prefetches}}), Table([]Of[figure]{
		Left("a core, in ns", 32, func(f figure) string { return f.name }),
		Right("", 8, func(f figure) string { return fmt.Sprintf("%.1f", f.value.Float()) }),
	}, []figure{
		{"an object", m.Object}, {"a reference", m.Ref}, {"a test of a bit by its owner", m.Test}, {"a test of a shared bit", m.Look},
		{"a locked instruction", m.Locked}, {"a reference divided by owner", m.Split}, {"a pass over a batch", m.Call},
	}))
}

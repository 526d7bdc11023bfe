// Package machines says what it costs that processors share memory. A machine has caches of some size, times
// in which a cache line goes from core to core, and a number of lines for which a core waits at once.
//
// Call [Named], and give the machine to package sim:
//
//	m, ok := machines.Named("milan") // or another of machines.Names()
//	curve, err := sim.Sweep(ctx, h, sim.Config{Machine: m}, []int{1, 8, 96})
//
// To describe your own machine, fill in a [Machine]. Package calibrate measures the figures of one core.
package machines

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
)

// LineBytes is the size of a cache line in bytes.
const LineBytes = 64

// MaxCores is the largest number of cores of a machine.
const MaxCores = 128

// Machine is a machine with a worker on each core. The cores of a group have numbers that follow one another,
// and so have the groups of a socket. The fields whose JSON name ends in _ns are times in nanoseconds.
type Machine struct {
	Name   string `json:"name"`
	Source string `json:"source"` // where the figures are from
	// Cores is the number of cores. Group is how many of them share a last-level cache, and Socket how many
	// sit on one socket.
	Cores  int `json:"cores"`
	Group  int `json:"group"`
	Socket int `json:"socket"`
	// Private is the size of the largest cache of one core, in bytes. Last is that of the last-level cache of
	// a group.
	Private int64 `json:"private_bytes"`
	Last    int64 `json:"last_bytes"`
	// Near, Far and Across are how long a line takes from the cache of another core: one of the same group,
	// of the same socket, and of another socket.
	Near   Fixed `json:"near_ns"`
	Far    Fixed `json:"far_ns"`
	Across Fixed `json:"across_ns"`
	// HitLast and Memory are how long a line takes from the last-level cache and from memory.
	HitLast Fixed `json:"hit_last_ns"`
	Memory  Fixed `json:"memory_ns"`
	// Overlap is for how many lines a core waits at once, if no address depends on another one. Prefetches is
	// for how many lines of the heap it waits at once when it asks for them long before.
	Overlap    Fixed `json:"overlap"`
	Prefetches Fixed `json:"prefetches"`
	// Bandwidth is how long the memory of a socket is busy with one line.
	Bandwidth Fixed `json:"bandwidth_ns"`
	// Object is for reading an object that has arrived, and Ref for each of its references. Test is for
	// testing and setting a mark bit as the only writer of its word. Look is for testing a bit that all
	// workers share. Locked is for the locked instruction that sets such a bit, in addition. Split is for
	// dividing a reference between two halves of the owners. Call is for each pass over a batch that a lone
	// worker does not make: for dividing it, for the part of each owner, or for shared bits.
	Object Fixed `json:"object_ns"`
	Ref    Fixed `json:"ref_ns"`
	Test   Fixed `json:"test_ns"`
	Look   Fixed `json:"look_ns"`
	Locked Fixed `json:"locked_ns"`
	Split  Fixed `json:"split_ns"`
	Call   Fixed `json:"call_ns"`
}

// CheapLocks reports whether locked instructions are cheap: at most 4.5 ns.
func (m *Machine) CheapLocks() bool {
	return m.Locked <= Of(4.5) // between those of an AMD Milan and those of an Intel Ice Lake
}

// Fixed is a number in thousandths, so that sums are the same on every machine. A time in nanoseconds
// has picoseconds. In JSON it is a number with decimals.
type Fixed int64

// Of returns x as a Fixed, rounded to a thousandth.
func Of(x float64) Fixed { return Fixed(math.Round(x * 1000)) }

// Float returns the number as a float64.
func (t Fixed) Float() float64 { return float64(t) / 1000 }

// Round returns the time in whole nanoseconds, at least one.
func (t Fixed) Round() time.Duration { return time.Duration(max(1, (t+500)/1000)) }

// MarshalJSON returns the number with decimals.
func (t Fixed) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, t.Float(), 'f', -1, 64), nil
}

// UnmarshalJSON reads a number from 0 to 1,000,000. Anything else is an error.
func (t *Fixed) UnmarshalJSON(data []byte) error {
	x, err := strconv.ParseFloat(string(data), 64)
	if err != nil || !(x >= 0 && x <= 1e6) {
		return fmt.Errorf("a machine has no %s: it must be a number from 0 to 1000000", data)
	}
	*t = Of(x)
	return nil
}

// Validate returns an error that names the first figure that is invalid, and says what would be right.
func (m *Machine) Validate() error {
	wrong := func(key string, got any, right string) error {
		return fmt.Errorf("machine %q: %s cannot be %v: it must be %s", m.Name, key, got, right)
	}
	switch {
	case m.Cores < 1 || m.Cores > MaxCores:
		return wrong("cores", m.Cores, fmt.Sprintf("1 to %d", MaxCores))
	case m.Group < 1 || m.Group > m.Cores:
		return wrong("group", m.Group, "1 to cores")
	case m.Socket < m.Group || m.Socket > m.Cores || m.Socket%m.Group != 0:
		return wrong("socket", m.Socket, "a multiple of group, and at most cores")
	case m.Private < LineBytes || m.Private > 1<<32:
		return wrong("private_bytes", m.Private, "64 to 4 GiB")
	case m.Last < m.Private || m.Last > 1<<32:
		return wrong("last_bytes", m.Last, "private_bytes to 4 GiB")
	case m.Overlap < 1000:
		return wrong("overlap", m.Overlap.Float(), "at least 1")
	case m.Prefetches < 1000:
		return wrong("prefetches", m.Prefetches.Float(), "at least 1")
	case m.Object < 1:
		return wrong("object_ns", m.Object.Float(), "above 0")
	}
	return nil
}

// Priced returns the names of the costs that a machine decides, as costs.Costs.Fields has them, in a new
// slice.
func Priced() []string { return []string{"object", "ref", "miss", "claim", "forward", "slot"} }

// Costs returns base with the costs that m decides: see [Priced].
func (m *Machine) Costs(base costs.Costs) costs.Costs {
	base.Object, base.Ref, base.Miss = m.Object.Round(), (m.Ref + m.Test).Round(), m.Memory.Round()
	base.Claim, base.Forward = 0, 0 // the caches say what a bit costs, whoever sets it
	base.Slot = 20                  // two locked stores to lines at hand
	return base
}

// Least returns costs that no mark goes below on m, because every object is in a cache. All other costs are
// those of base.
func (m *Machine) Least(base costs.Costs) costs.Costs {
	base.Object, base.Ref, base.Miss = max(1, time.Duration(m.Object/1000)), time.Duration((m.Ref+min(m.Test, m.Look))/1000), 0
	return base
}

// Distance is how far away a cache line is that a core wants.
type Distance uint8

const (
	Here    Distance = iota // in a cache of the core itself
	InLast                  // in the last-level cache of its group, and in no other core's cache
	Near                    // in the cache of another core of its group
	Far                     // in a cache of another group of its socket
	Across                  // in a cache of another socket
	Outside                 // in memory
	// Distances is the number of distances.
	Distances
)

var distanceNames = [Distances]string{"here", "last-level cache", "near", "far", "across", "memory"}

// String returns the name of the distance.
func (d Distance) String() string { return distanceNames[d] }

// Between returns how far core a is from the cache of core b.
func (m *Machine) Between(a, b int) Distance {
	switch {
	case a == b:
		return Here
	case a/m.Group == b/m.Group:
		return Near
	case a/m.Socket == b/m.Socket:
		return Far
	}
	return Across
}

// Takes returns how long a line takes over this distance.
func (m *Machine) Takes(d Distance) Fixed {
	return [Distances]Fixed{0, m.HitLast, m.Near, m.Far, m.Across, m.Memory}[d]
}

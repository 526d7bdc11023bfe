// Package machines says what it costs that processors share memory: how long a cache line takes from one core to another,
// how large caches are, how much a core waits for at once. Package sim marks in virtual time on such machines.
package machines

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
)

// LineBytes is the size of a cache line.
const LineBytes = 64

// MaxCores is the largest number of cores of a machine.
const MaxCores = 128

// Machine is a machine with a worker on each core. Cores are numbered so that those of a group come one after the other,
// and so do the groups of a socket.
type Machine struct {
	Name   string `json:"name"`
	Source string `json:"source"` // of the figures
	// Cores is how many there are. Group is how many share a last-level cache, Socket how many sit on a socket.
	Cores  int `json:"cores"`
	Group  int `json:"group"`
	Socket int `json:"socket"`
	// Private is the largest cache of one core, and Last the last-level cache of a group, in bytes.
	Private int64 `json:"private_bytes"`
	Last    int64 `json:"last_bytes"`
	// Near, Far and Across are how long a line takes from the cache of another core: of the group, of the socket, of
	// another socket.
	Near   Time `json:"near_ns"`
	Far    Time `json:"far_ns"`
	Across Time `json:"across_ns"`
	// HitLast and Memory are how long a line takes from the last-level cache and from memory.
	HitLast Time `json:"hit_last_ns"`
	Memory  Time `json:"memory_ns"`
	// Overlap is for how many lines a core waits at once, if no address depends on another one, and Prefetches the same
	// for lines that it asks for ahead of time.
	Overlap    int64 `json:"overlap"`
	Prefetches int64 `json:"prefetches"`
	// Bandwidth is how long the memory of a socket is busy with a line.
	Bandwidth Time `json:"bandwidth_ns"`
	// Object and Ref are for reading an object that has arrived, and each of its references. Test is for a test of a mark
	// bit by the only writer of its word, a store included. Shared is for what a test costs more if all workers share the
	// bits, and Locked for the locked instruction that sets one. Split is for dividing a reference between two halves of the owners.
	Object Time `json:"object_ns"`
	Ref    Time `json:"ref_ns"`
	Test   Time `json:"test_ns"`
	Shared Time `json:"shared_ns"`
	Locked Time `json:"locked_ns"`
	Split  Time `json:"split_ns"`
}

// Time is a time in picoseconds, so that sums do not depend on their order. In JSON it is in nanoseconds.
type Time int64

// NS is a time in nanoseconds.
func NS(ns float64) Time { return Time(math.Round(ns * 1000)) }

// Nanoseconds is the time in nanoseconds.
func (t Time) Nanoseconds() float64 { return float64(t) / 1000 }

// Round is the time, to the nanosecond, and at least one.
func (t Time) Round() time.Duration { return time.Duration(max(1, (t+500)/1000)) }

// MarshalJSON writes nanoseconds.
func (t Time) MarshalJSON() ([]byte, error) { return json.Marshal(t.Nanoseconds()) }

// UnmarshalJSON reads nanoseconds.
func (t *Time) UnmarshalJSON(data []byte) error {
	var ns float64
	if err := json.Unmarshal(data, &ns); err != nil {
		return err
	}
	if !(ns >= 0 && ns <= 1e6) { // also if it is no number
		return fmt.Errorf("%v is no time of a cache line in nanoseconds: it must be 0 to 1000000", ns)
	}
	*t = NS(ns)
	return nil
}

// Validate says what is wrong with a machine, and what would be right.
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
	case m.Overlap < 1 || m.Overlap > 1000:
		return wrong("overlap", m.Overlap, "1 to 1000")
	case m.Prefetches < 1 || m.Prefetches > 1000:
		return wrong("prefetches", m.Prefetches, "1 to 1000")
	case m.Object < 1:
		return wrong("object_ns", m.Object.Nanoseconds(), "above 0")
	}
	return nil
}

// Costs are costs in which memory is that of the machine. What no machine says is as in base.
func (m *Machine) Costs(base costs.Costs) costs.Costs {
	base.Object, base.Ref, base.Miss = m.Object.Round(), (m.Ref + m.Test).Round(), m.Memory.Round()
	base.Claim, base.Forward = 0, 0 // the caches say what a bit costs, whoever sets it
	base.Slot = 20                  // two locked stores to lines at hand
	return base
}

// Distance is how far a line is that a worker wants.
type Distance uint8

const (
	Here    Distance = iota // in a cache of the worker's core
	InLast                  // in the last-level cache of its group, and in no other core's cache
	Near                    // in the cache of another core of the group
	Far                     // of another group
	Across                  // of another socket
	Outside                 // in memory
	Distances
)

var distanceNames = [Distances]string{"here", "last-level cache", "near", "far", "across", "memory"}

func (d Distance) String() string { return distanceNames[d] }

// Between is how far one core's cache is from another core.
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

// Takes is how long a line takes from there.
func (m *Machine) Takes(d Distance) Time {
	return [Distances]Time{0, m.HitLast, m.Near, m.Far, m.Across, m.Memory}[d]
}

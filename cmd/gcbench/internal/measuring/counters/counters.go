// Package counters reads the processor's counters of this process: cache misses, misses of
// the translation buffer, instructions and cycles, all of them in user space.
//
// The counts are those of all threads of the process: the workers, and also whatever Go's
// runtime does on a thread meanwhile. Workers are goroutines, which move from thread to
// thread, so a count cannot be told apart by worker. Go's collector rests while marks are
// timed. The kernel's work is not counted: page faults, switches of threads.
//
// There is no event for locked instructions that all processors have, so there is none
// here.
package counters

// Event is something that is counted.
type Event int

// The events, in the order of Values.
const (
	CacheMisses  Event = iota // of the last level, as the kernel's generic event has it
	TLBMisses                 // loads that the data TLB had no translation for
	Instructions              // retired
	Cycles                    // of the core; they are slower where the clock is
	numEvents
)

// Values has a number for each Event. Those of events that are not counted are 0.
type Values [numEvents]uint64

// Add adds after minus before to v.
func (v *Values) Add(before, after Values) {
	for i := range v {
		v[i] += after[i] - min(before[i], after[i]) // a scaled count may fall a little
	}
}

// Source counts events. It belongs to one goroutine.
type Source interface {
	// Read returns what has been counted so far, by all threads.
	Read() (Values, error)
	// Close ends the count.
	Close()
}

package machine

import "time"

// Disturbance is how often the threads of this process gave a processor up, and what the host
// took from the machine. Each is nil where the system does not tell.
type Disturbance struct {
	Voluntary   *uint64        // switches: a thread waited, for another one or for a lock
	Involuntary *uint64        // switches: the kernel gave the processor to another thread
	Stolen      *time.Duration // of all processors together, in hundredths of a second
}

// Disturbed returns the counts so far: of this process, and of the machine since it started.
func Disturbed() (d Disturbance) {
	if voluntary, involuntary, known := switches(); known {
		d.Voluntary, d.Involuntary = &voluntary, &involuntary
	}
	if stat, known := parseProcStat(textOf("/proc/stat")); known {
		d.Stolen = &stat.steal
	}
	return d
}

// Since is what has come since an earlier time.
func (d Disturbance) Since(before Disturbance) Disturbance {
	return Disturbance{less(d.Voluntary, before.Voluntary), less(d.Involuntary, before.Involuntary), less(d.Stolen, before.Stolen)}
}

// less is a minus b, 0 where a counter ran backwards, and nil where one is not known.
func less[T uint64 | time.Duration](a, b *T) *T {
	if a == nil || b == nil {
		return nil
	}
	d := max(*a, *b) - *b
	return &d
}

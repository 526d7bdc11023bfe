package measure

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
)

// reading is what the clocks and counters of this process say at one moment.
type reading struct {
	counted counters.Values
	cpu     time.Duration
	known   bool // the system tells the time of the processors
}

// cpuTime reads how long the process's threads have run.
func (r *reading) cpuTime() { r.cpu, r.known = machine.CPUTime() }

// counters reads source, if there is one.
func (r *reading) counters(source counters.Source) (err error) {
	if source != nil {
		r.counted, err = source.Read()
	}
	return err
}

// count adds a mark that stood between two readings.
func (r *run) count(before, after reading) {
	r.cpu.add(before, after)
	if r.plan.Counters != nil {
		r.series.Counted.Add(before.counted, after.counted)
		r.series.CountedMarks++
	}
}

// cpuSum adds up the processor time of marks.
type cpuSum struct {
	total   time.Duration
	marks   int
	unknown bool // of one mark at least
}

func (c *cpuSum) add(before, after reading) {
	c.total += max(after.cpu-before.cpu, 0)
	c.marks++
	c.unknown = c.unknown || !before.known || !after.known
}

// mean is the time of one mark in nanoseconds, 0 if it is not known.
func (c *cpuSum) mean() float64 {
	if c.unknown || c.marks == 0 {
		return 0
	}
	return float64(c.total) / float64(c.marks)
}

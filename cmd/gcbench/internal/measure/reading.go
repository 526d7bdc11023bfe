package measure

import (
	"sync"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
)

// cpuEvery is how many marks of a sample go by from one that the processor time is read
// around to the next. A reading takes up to a microsecond, and leaves the caches and
// predictors of the processor a little worse: a mark of 1.3 microseconds right after it
// took 0.5 % longer.
const cpuEvery = 8

// reading is what the clocks and counters of this process say at one moment.
type reading struct {
	counted counters.Values
	cpu     time.Duration
	known   bool // the system tells the time of the processors
}

// cpuTime reads how long the process's threads have run, if it is wanted.
func (r *reading) cpuTime(wanted bool) {
	if wanted {
		r.cpu, r.known = machine.CPUTime()
	}
}

// counters reads source, if there is one.
func (r *reading) counters(source counters.Source) (err error) {
	if source != nil {
		r.counted, err = source.Read()
	}
	return err
}

// count adds a mark that stood between two readings.
func (r *run) count(before, after reading) {
	if r.readCPU {
		r.cpu.add(before, after)
	}
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

// mean is the time of one mark in nanoseconds, without that of a reading. It is 0 if it is
// not known.
func (c *cpuSum) mean(reading float64) float64 {
	if c.unknown || c.marks == 0 {
		return 0
	}
	return max(float64(c.total)/float64(c.marks)-reading, 0)
}

// readingCost is the processor time of one reading in nanoseconds. A mark between two
// readings takes part of each.
var readingCost = sync.OnceValue(func() float64 {
	const readings = 500
	start, _ := machine.CPUTime()
	end := start
	for range readings {
		end, _ = machine.CPUTime()
	}
	return float64(end-start) / readings
})

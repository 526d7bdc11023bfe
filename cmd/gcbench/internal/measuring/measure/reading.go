package measure

import (
	"context"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
)

// reading is what the clocks and counters of this process say at one moment.
type reading struct {
	counted counters.Values
	cpu     time.Duration
	known   bool // the system tells the time of the processors
	paging  paging
}

// paging is what a mark of a mapped heap had to wait for, or the sum over several marks.
type paging struct {
	faults, bytes, marks uint64
	unknown              bool
}

// paged reads what the process has waited for so far, if the heap is mapped.
func (r *reading) paged(mapped bool) {
	if mapped {
		faults, bytes, known := machine.Paging()
		r.paging = paging{faults: faults, bytes: bytes, unknown: !known}
	}
}

// add adds a mark that stood between two readings.
func (p *paging) add(before, after reading) {
	p.faults += after.paging.faults - before.paging.faults
	p.bytes += after.paging.bytes - before.paging.bytes
	p.unknown = p.unknown || before.paging.unknown || after.paging.unknown
	p.marks++
}

// means returns the faults and the bytes of a mark, nil if they are not known.
func (p *paging) means() (faults, bytes *float64) {
	if p.unknown || p.marks == 0 {
		return nil, nil
	}
	f, b := float64(p.faults)/float64(p.marks), float64(p.bytes)/float64(p.marks)
	return &f, &b
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

// cpuOfShortMarks marks as often as a sample does, between two readings of the processor
// time. A reading takes about a microsecond and disturbs the caches: around a mark of one
// microsecond it would be most of what it reads, and would make the mark itself longer.
// These marks are not part of the sample, and are not compared with the oracle.
func (r *run) cpuOfShortMarks(ctx context.Context) error {
	var before, after reading
	before.cpuTime()
	for range r.series.MarksPerSample {
		if _, err := r.marked(ctx); err != nil {
			return err
		}
	}
	after.cpuTime()
	r.cpu.add(before, after, r.series.MarksPerSample)
	return nil
}

// cpuSum adds up the processor time of marks.
type cpuSum struct {
	total   time.Duration
	marks   int
	unknown bool // of one mark at least
}

// add adds marks that stood between two readings.
func (c *cpuSum) add(before, after reading, marks int) {
	c.total += max(after.cpu-before.cpu, 0)
	c.marks += marks
	c.unknown = c.unknown || !before.known || !after.known
}

// mean is the time of one mark in nanoseconds, 0 if it is not known.
func (c *cpuSum) mean() float64 {
	if c.unknown || c.marks == 0 {
		return 0
	}
	return float64(c.total) / float64(c.marks)
}

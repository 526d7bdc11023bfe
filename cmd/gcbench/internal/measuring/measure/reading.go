package measure

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// reading is what the clocks and counters of this process say at one moment.
type reading struct {
	counted counters.Values
	cpu     figure // nanoseconds of processors
	faults  figure // page faults that have waited for the disk
	bytes   figure // that were read from the disk
}

// figure is a number that grows, if the system tells it.
type figure struct {
	n     uint64
	known bool
}

// paged reads what the process has waited for so far, if the heap is mapped.
func (r *reading) paged(mapped bool) {
	if mapped {
		faults, bytes, known := machine.Paging()
		r.faults, r.bytes = figure{faults, known}, figure{bytes, known}
	}
}

// cpuTime reads how long the process's threads have run.
func (r *reading) cpuTime() {
	ran, known := machine.CPUTime()
	r.cpu = figure{uint64(ran), known}
}

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
	r.cpu.add(before.cpu, after.cpu, r.series.MarksPerSample)
	return nil
}

// sum adds up by how much a figure grows during marks.
type sum struct {
	total   uint64
	marks   int
	unknown bool // of one mark at least
}

// add adds marks that stood between two readings.
func (s *sum) add(before, after figure, marks int) {
	s.total += max(after.n, before.n) - before.n
	s.marks += marks
	s.unknown = s.unknown || !before.known || !after.known
}

// mean is that of one mark, nil if it is not known.
func (s *sum) mean() *float64 {
	if s.unknown || s.marks == 0 {
		return nil
	}
	return schema.Known(float64(s.total) / float64(s.marks))
}

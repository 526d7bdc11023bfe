// Package measure takes samples of mark times. It verifies each mark, and it takes the
// samples of several settings in turns. It keeps Go's own collector out of the samples.
package measure

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/counters"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

const (
	// MinSample is how long the marks of a sample take together at least, unless a plan
	// says more: a heap too small to time is marked many times per sample.
	MinSample = time.Millisecond
	// MaxMarks bounds the marks of a sample.
	MaxMarks = 10_000
	// warmMarks and WarmTime say when a marker is warm: its pages are mapped,
	// its workers have run and the processor has left its idle clock.
	warmMarks = 2
)

// WarmTime is how long a marker marks at least before its first sample. A test that looks at no
// times has a shorter one.
var WarmTime = 20 * time.Millisecond

// CollectGarbage collects garbage in front of measurements, and makes room for the next heap. A test that
// looks at no times has it do nothing.
var CollectGarbage = runtime.GC

// Plan says what to measure: one heap under several options, which take turns
// so that whatever drifts on the machine hits all of them alike.
type Plan struct {
	Heap    *heap.Heap
	Oracle  *heap.Reached // what every mark is compared with; nil: nothing is
	Options []mark.Options
	Samples int // of each options
	// MinSample, if not 0, takes the place of the constant. A disturbance as short as a
	// sample hits one of them; a longer one hits several.
	MinSample time.Duration
	// Floor asks for the floor under the marks, in the same rounds.
	Floor bool
	// Reference, if not nil, does its work in each round, with as many workers as the marks.
	Reference *Reference
	// Counters, if not nil, are read before and after each mark of a sample.
	Counters counters.Source
	// Progress, if not nil, is called between samples, never during one.
	Progress func(done, total int)
}

// Series is what was measured under one options.
type Series struct {
	Options mark.Options
	// SamplesNS are the mark times in nanoseconds, in the order in which they
	// were taken. Each is the mean of MarksPerSample marks.
	SamplesNS      []float64
	MarksPerSample int
	// FloorNS are the floors under the marks with this number of workers, one
	// from each round; nil if the plan does not ask for them.
	FloorNS []float64
	// ReferenceNS are the times of the reference with this number of workers, one from each round
	// and in the order of SamplesNS; nil if the plan has none. Beside is the same for all series.
	ReferenceNS []float64
	Beside      Beside
	// Counted is what Plan.Counters counted during all marks of all samples, and
	// CountedMarks is how many these were.
	Counted      counters.Values
	CountedMarks int
	// CPUNS is how many nanoseconds the threads of this process ran for a mark, all of
	// them together: the mean over all marks of the samples. If a sample has several
	// marks, each sample is followed by as many that nothing is read between, and CPUNS
	// is their mean. MarkHeap's work before its clock starts and after it stops is
	// counted, too. Nil if the system does not tell.
	CPUNS *float64
	// MajorFaults and ReadBytes are, of a mapped heap, how many page faults of a mark have waited for
	// the disk, and how many bytes were read from the disk for it: the means over all marks of the
	// samples. Nil if the heap is not mapped, or if the system does not tell.
	MajorFaults, ReadBytes *float64
	Summary                Summary
	// Stats are those of one mark: the last one of the sample whose time is
	// nearest to the median. Sums over several marks would not be one mark's
	// times, and means would hide the imbalance.
	Stats  stats.Mark
	Digest uint64 // of the set marked
}

// MarkError says that a mark did not find what the oracle found, did not come to its end, or lost objects on the
// way. The latter two the marker has noticed itself.
type MarkError struct {
	Options mark.Options
	Err     error
	kind    string // begins the error
}

func (e *MarkError) Error() string { return fmt.Sprintf("%s%s: %v", e.kind, name(e.Options), e.Err) }

func (e *MarkError) Unwrap() error { return e.Err }

// name tells markers apart in an error.
func name(o mark.Options) string {
	o = o.WithDefaults()
	workers := "workers"
	if o.Workers == 1 {
		workers = "worker"
	}
	return fmt.Sprintf("%s, %d %s, grain %d", o.Deque.Name, o.Workers, workers, o.Grain)
}

// Run carries out the plan. A failed verification and a mark
// that fails are a *MarkError; a cancelled context ends it with the context's error. All of Plan.Options must
// be valid. Call it from one goroutine at a time: it changes how often the
// process's garbage is collected while it runs.
func Run(ctx context.Context, p Plan) ([]Series, error) {
	runs := make([]*run, 0, len(p.Options))
	defer func() {
		for _, r := range runs {
			r.marker.Close()
		}
	}()
	for _, o := range p.Options {
		r, err := newRun(&p, o)
		if err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	defer quietGC()()
	floors, err := newFloors(ctx, &p)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		if err := r.warmUp(ctx); err != nil {
			return nil, err
		}
	}
	references := newReferences(&p)
	before := machine.Disturbed()
	if err := takeTurns(ctx, &p, runs, floors, &references); err != nil {
		return nil, err
	}
	beside := Beside{MissNS: references.miss(), Disturbed: machine.Disturbed().Since(before)}
	all := make([]Series, len(runs))
	for i, r := range runs {
		if all[i], err = r.finish(ctx); err != nil {
			return nil, err
		}
		all[i].FloorNS = floors.of(all[i].Options.Workers)
		all[i].ReferenceNS, all[i].Beside = references.of(crewOf(all[i].Options.WithDefaults().Workers)), beside
	}
	return all, nil
}

// quietGC collects garbage now and not again until the function that it
// returns is called.
func quietGC() (restore func()) {
	CollectGarbage()
	percent := debug.SetGCPercent(-1)
	return func() { debug.SetGCPercent(percent) }
}

// run is one options in the making.
type run struct {
	plan   *Plan
	marker *mark.Marker
	series Series
	stats  []stats.Mark // of each sample's last mark
	timed  bool         // the mark is one of a sample
	cpu    sum
	faults sum
	bytes  sum
}

func newRun(p *Plan, o mark.Options) (*run, error) {
	m, err := mark.New(o)
	return &run{plan: p, marker: m, series: Series{Options: o}}, err
}

// mark marks once and verifies the outcome. The result is valid until the next
// mark.
func (r *run) mark(ctx context.Context) (*mark.HeapResult, error) {
	res, err := r.counted(ctx)
	if err != nil {
		return nil, err
	}
	if err := r.verify(res); err != nil {
		return nil, &MarkError{r.series.Options, err, "verification failed: "}
	}
	return res, nil
}

// counted marks once. A timed mark stands between two readings.
func (r *run) counted(ctx context.Context) (*mark.HeapResult, error) {
	if !r.timed {
		return r.marked(ctx)
	}
	var before, after reading
	if err := before.counters(r.plan.Counters); err != nil {
		return nil, err
	}
	mapped := r.plan.Heap.Mapped()
	before.paged(mapped)
	alone := r.series.MarksPerSample == 1
	if alone {
		before.cpuTime() // next to the mark, because the counters' readings take time, too
	}
	res, err := r.marked(ctx)
	if err != nil {
		return nil, err
	}
	if alone {
		after.cpuTime()
		r.cpu.add(before.cpu, after.cpu, 1)
	}
	if after.paged(mapped); mapped {
		r.faults.add(before.faults, after.faults, 1)
		r.bytes.add(before.bytes, after.bytes, 1)
	}
	if err := after.counters(r.plan.Counters); err != nil {
		return nil, err
	}
	if r.plan.Counters != nil {
		r.series.Counted.Add(before.counted, after.counted)
		r.series.CountedMarks++
	}
	return res, nil
}

// marked marks once. The marker's own clock runs within this call.
func (r *run) marked(ctx context.Context) (*mark.HeapResult, error) {
	res, err := r.marker.MarkHeap(ctx, r.plan.Heap)
	if err != nil && ctx.Err() == nil {
		err = &MarkError{r.series.Options, err, ""}
	}
	return res, err
}

// verify compares a mark with the oracle.
func (r *run) verify(res *mark.HeapResult) error {
	want := r.plan.Oracle
	if want == nil {
		return nil
	}
	if err := res.Marks.Compare(want); err != nil {
		return err
	}
	if res.Stats.Marked != want.Count {
		return fmt.Errorf("%d objects were counted as marked, %d are", res.Stats.Marked, want.Count)
	}
	return nil
}

// warmUp marks until the marker is warm and decides how many marks make a
// sample.
func (r *run) warmUp(ctx context.Context) error {
	start := time.Now()
	fastest := time.Duration(math.MaxInt64)
	for i := 0; i < warmMarks || time.Since(start) < WarmTime; i++ {
		res, err := r.mark(ctx)
		if err != nil {
			return err
		}
		fastest = min(fastest, res.Stats.Duration)
	}
	r.series.MarksPerSample = marksPerSample(cmp.Or(r.plan.MinSample, MinSample), fastest)
	return nil
}

// marksPerSample is how many marks of that time a sample takes that takes at least so
// long.
func marksPerSample(sample, mark time.Duration) int {
	return int(min(sample/max(mark, 1)+1, MaxMarks))
}

// sample takes one sample.
func (r *run) sample(ctx context.Context) error {
	sum := time.Duration(0)
	r.timed = true
	defer func() { r.timed = false }()
	for i := range r.series.MarksPerSample {
		res, err := r.mark(ctx)
		if err != nil {
			return err
		}
		sum += res.Stats.Duration
		if i == r.series.MarksPerSample-1 {
			s := res.Stats
			s.Workers = slices.Clone(s.Workers) // the marker reuses them
			r.stats = append(r.stats, s)
		}
	}
	ns := float64(max(sum, 1)) / float64(r.series.MarksPerSample)
	r.series.SamplesNS = append(r.series.SamplesNS, math.Round(ns*1000)/1000)
	if r.series.MarksPerSample == 1 {
		return nil
	}
	return r.cpuOfShortMarks(ctx)
}

// finish summarizes the samples and takes the digest.
func (r *run) finish(ctx context.Context) (Series, error) {
	s := &r.series
	s.Summary = Summarize(s.SamplesNS)
	s.CPUNS, s.MajorFaults, s.ReadBytes = r.cpu.mean(), r.faults.mean(), r.bytes.mean()
	nearest := 0
	for i, ns := range s.SamplesNS {
		if math.Abs(ns-s.Summary.Median) < math.Abs(s.SamplesNS[nearest]-s.Summary.Median) {
			nearest = i
		}
	}
	s.Stats = r.stats[nearest]
	res, err := r.mark(ctx)
	if err != nil {
		return Series{}, err
	}
	s.Digest, err = heap.Digest(r.plan.Heap, res.Marks)
	return *s, err
}

package schema

import (
	"errors"
	"fmt"
	"io"
)

// ReadRun reads a report of gcbench run. name is the file's, for errors. A report of a version that knew no invocations
// has one. Figures that follow from the invocations are as the version that wrote them computed them: package measure
// settles it.
func ReadRun(r io.Reader, name string) (*Run, error) {
	return checked(r, name, "run", &Run{}, RunSchema)
}

// complete checks what was read.
func (r *Run) complete() error {
	for i := range r.Results {
		if err := r.Results[i].complete(); err != nil {
			return fmt.Errorf("%s: %w", r.nameOf(i), err)
		}
	}
	for i := range r.Heaps {
		if err := r.Heaps[i].Check(); err != nil {
			return fmt.Errorf("heap %d (%s): %w", i+1, r.Heaps[i].Name(), err)
		}
	}
	return nil
}

func (r *Run) nameOf(i int) string {
	one, workers := &r.Results[i], "workers"
	if one.Workers == 1 {
		workers = "worker"
	}
	return fmt.Sprintf("result %d (%s, %d %s)", i+1, one.Name(), max(one.Workers, 0), workers)
}

// Doubled names the results of the same heap and settings as an earlier one.
func (r *Run) Doubled() (all []string) {
	type key struct {
		facts Facts
		how   How
	}
	seen := map[key]int{}
	for i := range r.Results {
		k := key{r.Results[i].Facts, r.Results[i].How()}
		if first := seen[k]; first > 0 {
			all = append(all, fmt.Sprintf("%s is of the same heap and settings as result %d", r.nameOf(i), first))
		} else {
			seen[k] = i + 1
		}
	}
	return all
}

// The samples that can be true, in nanoseconds: 11 days at most. Figures that follow from such
// samples are finite.
const (
	leastSample = 0.001
	mostSample  = 1e15
)

// complete checks a result that was read.
func (r *Result) complete() error {
	if r.Workers < 1 {
		return fmt.Errorf("workers is %d: it must be 1 or more", r.Workers)
	}
	if r.Invocations == nil && len(r.SamplesNS) > 0 {
		r.Invocations = []Invocation{{SamplesNS: r.SamplesNS}}
	}
	if len(r.Invocations) == 0 {
		return errors.New("it has no samples_ns")
	}
	figures := []known{{"limit_ns", r.FloorNS}, {"limit_min_ns", r.FloorMinNS}, {"over_limit", r.OverFloor}, {"cpu_ns", r.CPUNS}, {"major_faults", r.MajorFaults}, {"read_bytes", r.ReadBytes}}
	for i, v := range r.Invocations {
		if len(v.SamplesNS) == 0 {
			return fmt.Errorf("invocation %d has no samples_ns", i+1)
		}
		if err := checkTimes("samples_ns", v.SamplesNS); err != nil {
			return fmt.Errorf("invocation %d: %w", i+1, err)
		}
		if err := v.Reference.check(len(v.SamplesNS)); err != nil {
			return fmt.Errorf("invocation %d: reference: %w", i+1, err)
		}
		figures = append(figures, known{fmt.Sprintf("invocation %d: cpu_ns", i+1), v.CPUNS}, known{fmt.Sprintf("invocation %d: probe_ns", i+1), v.ProbeNS})
	}
	for _, f := range figures {
		if f.value != nil && *f.value < 0 {
			return fmt.Errorf("%s is %v: it must not be negative", f.field, *f.value)
		}
	}
	return nil
}

// checkTimes complains about times that cannot be true.
func checkTimes(field string, all []float64) error {
	for k, ns := range all {
		if !(ns >= leastSample && ns <= mostSample) {
			return fmt.Errorf("sample %d of %s is %v ns: it must be from %v to %v", k+1, field, ns, leastSample, mostSample)
		}
	}
	return nil
}

// check checks a reference that was read beside so many samples, unless there is none.
func (r *Reference) check(samples int) error {
	switch {
	case r == nil:
		return nil
	case r.Version < 1:
		return fmt.Errorf("version is %d: it must be 1 or more", r.Version)
	case len(r.NS) < samples:
		return fmt.Errorf("ns has %d times, and there are %d samples: each has one", len(r.NS), samples)
	}
	return checkTimes("ns", r.NS)
}

// known is a figure that a report may have.
type known struct {
	field string
	value *float64
}

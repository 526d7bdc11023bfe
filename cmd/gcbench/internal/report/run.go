// Package report turns measurements into tables, into JSON and CSV, and into the Go
// benchmark format.
package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
)

// RunSchema names the format of Run. Fields are added to it, never renamed.
const RunSchema = "gcbench/1"

// Run is what gcbench run reports.
type Run struct {
	Schema   string      `json:"schema"`
	Env      machine.Env `json:"env"`
	Partial  bool        `json:"partial"`  // it was interrupted: invocations or whole heaps are missing
	Ended    string      `json:"ended"`    // why there are no more invocations: complete, precise or time
	Warnings []string    `json:"warnings"` // what made the measurement worse
	Results  []Result    `json:"results"`
	// Stability has what results say together that differ by seed or layout alone.
	Stability []Stability `json:"stability"`
}

var digits = regexp.MustCompile(`[0-9.]+`)

// Warn enters warnings, unless there is one that differs in its figures alone: several
// processes say the same.
func (r *Run) Warn(warnings ...string) {
	without := func(w string) string { return digits.ReplaceAllString(w, "") }
	for _, w := range warnings {
		if !slices.ContainsFunc(r.Warnings, func(v string) bool { return without(v) == without(w) }) {
			r.Warnings = append(r.Warnings, w)
		}
	}
}

// ReadRun reads a report of gcbench run, whichever version wrote it. name is the file's, for
// errors. A report of a version that knew no invocations has one.
func ReadRun(r io.Reader, name string) (*Run, error) {
	var run Run
	d := json.NewDecoder(r)
	if err := d.Decode(&run); err != nil {
		return nil, unreadable(name, d.InputOffset(), err)
	}
	if run.Schema != RunSchema {
		return nil, fmt.Errorf("%s: its schema is %q: what can be read is %q, which gcbench run --json writes", name, run.Schema, RunSchema)
	}
	for i := range run.Results {
		if err := run.Results[i].complete(); err != nil {
			return nil, fmt.Errorf("%s: result %d (%s, %s): %w", name, i+1, run.Results[i].Name(), Plural(uint64(run.Results[i].Workers), "worker"), err)
		}
	}
	return &run, nil
}

func unreadable(name string, offset int64, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF) && offset == 0:
		return fmt.Errorf("%s: it is empty: give a report that gcbench run --json wrote", name)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s: it is cut: the report does not end", name)
	case errors.As(err, &syntax):
		return fmt.Errorf("%s: offset %d: %w: give a report that gcbench run --json wrote", name, syntax.Offset, err)
	case errors.As(err, &kind):
		return fmt.Errorf("%s: offset %d: field %s cannot be a %s: give a report that gcbench run --json wrote", name, kind.Offset, kind.Field, kind.Value)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// complete checks a result that was read, and computes what its version did not write.
func (r *Result) complete() error {
	if r.Invocations == nil && len(r.SamplesNS) > 0 {
		r.Invocations = []Invocation{{SamplesNS: r.SamplesNS}}
	}
	if len(r.Invocations) == 0 {
		return errors.New("it has no samples_ns")
	}
	for _, v := range r.Invocations {
		if len(v.SamplesNS) == 0 {
			return errors.New("an invocation has no samples_ns")
		}
		for _, ns := range v.SamplesNS {
			if !(ns > 0) || math.IsInf(ns, 0) {
				return fmt.Errorf("a sample is %v ns: it must be more than 0", ns)
			}
		}
	}
	r.settle()
	return nil
}

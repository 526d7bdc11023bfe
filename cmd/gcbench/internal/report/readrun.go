package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
)

// ReadRun reads a report of gcbench run, whichever version wrote it. name is the file's, for
// errors. A report of a version that knew no invocations has one.
func ReadRun(r io.Reader, name string) (*Run, error) {
	var run Run
	counted := &counter{Reader: r}
	d := json.NewDecoder(counted)
	if err := d.Decode(&run); err != nil {
		return nil, unreadable(name, counted.read, err)
	}
	if run.Schema != RunSchema {
		return nil, fmt.Errorf("%s: its schema is %q: what can be read is %q, which gcbench run --json writes", name, run.Schema, RunSchema)
	}
	end := d.InputOffset()
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: offset %d: something follows the report: a file holds one report, and no more than one report can be read", name, end)
	}
	if err := run.complete(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &run, nil
}

// counter counts what is read.
type counter struct {
	io.Reader
	read int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read += int64(n)
	return n, err
}

const giveReport = "give a report that gcbench run --json wrote"

// embedded is a part of a field's path that is in Go alone, where a report has all in one
// object.
var embedded = regexp.MustCompile(`\b[A-Z]\w*\.`)

// unreadable says why a file of that length, or of which so much was read, is no report.
func unreadable(name string, read int64, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF): // nothing but blanks
		return fmt.Errorf("%s: it is empty: %s", name, giveReport)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s: it is cut: it ends at offset %d, and the report does not: %s", name, read, giveReport)
	case errors.As(err, &syntax):
		return fmt.Errorf("%s: offset %d: %w: %s", name, syntax.Offset, err, giveReport)
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("%s: offset %d: it is %s, and must be an object: %s", name, kind.Offset, jsonKind(kind.Value), giveReport)
	case errors.As(err, &kind):
		return fmt.Errorf("%s: offset %d: field %s is %s, and must be %s: %s", name, kind.Offset, embedded.ReplaceAllString(kind.Field, ""), jsonKind(kind.Value), goKind(kind), giveReport)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// jsonKind is what a file has, in plain words. Package json writes "number 1e99" for a number
// that does not fit.
func jsonKind(value string) string {
	switch kind, figure, _ := strings.Cut(value, " "); {
	case figure != "":
		return "the number " + figure
	case kind == "array":
		return "a list"
	case kind == "object":
		return "an object"
	case kind == "bool":
		return "true or false"
	default:
		return "a " + kind
	}
}

// goKind is what a field must be.
func goKind(e *json.UnmarshalTypeError) string {
	switch kind := e.Type.Kind().String(); kind {
	case "struct", "map":
		return "an object"
	case "slice", "array":
		return "a list"
	case "string":
		return "a string"
	case "bool":
		return "true or false"
	case "float64":
		return "a number"
	default:
		if strings.HasPrefix(kind, "uint") {
			return "a whole number that is not negative"
		}
		return "a whole number"
	}
}

// complete checks results that were read, and computes what their version did not write.
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
	one := &r.Results[i]
	return fmt.Sprintf("result %d (%s, %s)", i+1, one.Name(), Plural(uint64(max(one.Workers, 0)), "worker"))
}

// Doubled names the results of the same heap and settings as an earlier one.
func (r *Run) Doubled() (all []string) {
	type key struct {
		facts Facts
		how   how
	}
	seen := map[key]int{}
	for i := range r.Results {
		k := key{r.Results[i].Facts, r.Results[i].how()}
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

// complete checks a result that was read, and computes what its version did not write.
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
	figures := []known{{"limit_ns", r.FloorNS}, {"limit_min_ns", r.FloorMinNS}, {"over_limit", r.OverFloor}, {"cpu_ns", r.CPUNS}}
	for i, v := range r.Invocations {
		if len(v.SamplesNS) == 0 {
			return fmt.Errorf("invocation %d has no samples_ns", i+1)
		}
		for k, ns := range v.SamplesNS {
			if !(ns >= leastSample && ns <= mostSample) {
				return fmt.Errorf("invocation %d: sample %d of samples_ns is %v ns: it must be from %v to %v", i+1, k+1, ns, leastSample, mostSample)
			}
		}
		figures = append(figures, known{fmt.Sprintf("invocation %d: cpu_ns", i+1), v.CPUNS}, known{fmt.Sprintf("invocation %d: probe_ns", i+1), v.ProbeNS})
	}
	for _, f := range figures {
		if f.value != nil && (!(*f.value >= 0) || math.IsInf(*f.value, 0)) {
			return fmt.Errorf("%s is %v: it must not be negative", f.field, *f.value)
		}
	}
	r.settle()
	return nil
}

// known is a figure that a report may have.
type known struct {
	field string
	value *float64
}

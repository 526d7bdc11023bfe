package explain

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
)

// Schema names the format of Report. Fields are added to it, never renamed.
const Schema = "gcbench-explain/1"

// Report is what gcbench explain reports.
type Report struct {
	Schema string       `json:"schema"`
	Env    machine.Env  `json:"env"`
	Heaps  []*Explained `json:"heaps"`
}

// Explained is a heap and what the rules say of it, the most important first.
type Explained struct {
	Facts    *Facts            `json:"facts"`
	Findings []*report.Finding `json:"findings"`
}

// What explains a time or a speedup, in the order of importance, and what keeps a reader
// from a wrong explanation. Each rule returns nil if it does not apply.
var (
	causes  = []func(*Facts) *report.Finding{mapped, list, speculated, narrow, small, crowded, pended, spilt, forwarding, hoarding, cache, order, references}
	remarks = []func(*Facts) *report.Finding{garbage, hugeObject, popularObject}
)

// maxFindings is how many sentences a reader gets at most.
const maxFindings = 4

// Explain applies the rules. There is at least one finding.
func Explain(f *Facts) *Explained {
	e := &Explained{Facts: f, Findings: []*report.Finding{}}
	apply := func(rules ...func(*Facts) *report.Finding) (applied int) {
		for _, rule := range rules {
			if found := rule(f); found != nil {
				e.Findings = append(e.Findings, found)
				applied++
			}
		}
		return applied
	}
	apply(busy)
	if apply(causes...) == 0 {
		apply(nothing)
	}
	apply(remarks...)
	e.Findings = e.Findings[:min(len(e.Findings), maxFindings)]
	return e
}

// Print writes the facts and the sentences for a person, under the heap's name.
func (e *Explained) Print(w io.Writer, name string) error {
	f := e.Facts
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s live", name, report.Plural(f.Objects, "object"), report.Count(f.Live))
	if s := f.Structure; s != nil && f.Live > 0 {
		fmt.Fprintf(&b, ", %.1f references each, %s of %s on average", float64(s.Edges)/float64(f.Live),
			report.Plural(uint64(s.Levels), "level"), objects(s.Width))
	}
	head := report.Wrapped(b.String(), "", "  ")
	times := report.Wrapped(e.times(), "", "  ")
	b.Reset()
	b.WriteString(head + times)
	if plan := f.plan(); plan != "" {
		b.WriteString(report.Wrapped("plan: "+plan, "", "  "))
	}
	for _, found := range e.Findings {
		b.WriteString(report.Wrapped(found.Sentence, "- ", "  "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// plan says how several workers mark this heap, or one if no others were measured.
func (f *Facts) plan() string {
	switch {
	case f.Many != nil && f.Many.Plan != "":
		return f.Many.Plan
	case f.One != nil && f.One.Plan != "":
		return f.One.Plan
	}
	return ""
}

// objects is how many objects a level has.
func objects(width float64) string {
	if width < 100 {
		return fmt.Sprintf("%.1f objects", width)
	}
	return report.Plural(uint64(width+0.5), "object")
}

// times says how long marks took.
func (e *Explained) times() string {
	f := e.Facts
	var parts []string
	if f.One != nil {
		parts = append(parts, "1 worker "+report.Duration(f.One.MedianNS))
	}
	if f.Many != nil {
		parts = append(parts, fmt.Sprintf("%d workers %s", f.Many.Workers, report.Duration(f.Many.MedianNS)))
		if speedup := f.speedup(); speedup > 0 {
			parts = append(parts, "speedup "+report.Significant(speedup))
		}
	}
	if f.Bound != nil && f.Bound.Ceiling > 0 {
		parts = append(parts, "ceiling "+report.Significant(f.Bound.Ceiling))
	}
	return strings.Join(parts, ", ")
}

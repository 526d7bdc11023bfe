package explain

import "github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"

// Schema names the format of Report. Fields are added to it, never renamed.
const Schema = "gcbench-explain/1"

// Report is what gcbench explain reports.
type Report struct {
	Schema string       `json:"schema"`
	Env    schema.Env   `json:"env"`
	Heaps  []*Explained `json:"heaps"`
}

// Explained is a heap and what the rules say of it, the most important first.
type Explained struct {
	Facts    *Facts            `json:"facts"`
	Findings []*schema.Finding `json:"findings"`
}

// The rules that explain a time or a speedup, in the order of importance, and those that
// keep a reader from a wrong explanation. Each rule returns nil if it does not apply.
var (
	causes  = []func(*Facts) *schema.Finding{mapped, list, speculated, narrow, small, crowded, pended, spilt, thinMail, forwarding, hoarding, cache, order, references}
	remarks = []func(*Facts) *schema.Finding{garbage, hugeObject, popularObject}
)

// maxFindings is how many sentences a reader gets at most.
const maxFindings = 4

// Explain applies the rules. There is at least one finding.
func Explain(f *Facts) *Explained {
	e := &Explained{Facts: f, Findings: []*schema.Finding{}}
	apply := func(rules ...func(*Facts) *schema.Finding) (applied int) {
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

// Plan says how several workers mark this heap, or one if no others were measured.
func (f *Facts) Plan() string {
	for _, m := range []*Mark{f.Many, f.One} {
		if m != nil && m.Plan != "" {
			return m.Plan
		}
	}
	return ""
}

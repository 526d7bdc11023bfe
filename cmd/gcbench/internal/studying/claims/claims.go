// Package claims has the form of claims that papers make: a claim is a row with a measurement, a bound and a verdict. It
// says how rows are reported. Package papers has the claims themselves.
package claims

import (
	"fmt"
	"math/rand/v2"
)

// Paper is one source and its claims.
type Paper struct {
	Title    string
	Citation string // authors, venue
	Claims   []Claim
}

// Claim is one row.
type Claim struct {
	Text    string // the claim as it must be read
	Section string // of the paper
	Bound   string // what the verdict compares with
	Timed   bool   // compares times, so there is no verdict
	Measure func(Effort) Finding
}

// Finding is what a measurement found.
type Finding struct {
	Measured string
	Play     string // the command that plays the schedule in Measured; "" if there is none
	Holds    bool   // ignored if the claim is timed
	Err      error  // what kept it from being measured
}

// Found is a finding that is said as fmt.Sprintf says it.
func Found(holds bool, format string, args ...any) Finding {
	return Finding{Measured: fmt.Sprintf(format, args...), Holds: holds}
}

// Effort says how much to measure.
type Effort struct {
	Quick bool // a sample of sizes that takes seconds
	Seed  uint64
}

// Times is how often to repeat something.
func (e Effort) Times(quick, full int) int {
	if e.Quick {
		return quick
	}
	return full
}

// Rand is the generator of one measurement.
func (e Effort) Rand(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(e.Seed, stream)) }

// Schema names the format of Report.
const Schema = "gcbench-claims/1"

// Report is what gcbench claims reports.
type Report struct {
	Schema string   `json:"schema"`
	Claims []Result `json:"claims"`
}

// Result is a row as it is reported.
type Result struct {
	Claim    string `json:"claim"`
	Source   string `json:"source"`
	Measured string `json:"measured"`
	Play     string `json:"play,omitempty"` // the command that plays the measured schedule
	Bound    string `json:"bound"`
	Holds    *bool  `json:"holds"` // null: no verdict
}

// Source is where a claim of the paper stands.
func (p *Paper) Source(c *Claim) string { return p.Citation + ", " + c.Section }

// Check measures one claim of the paper.
func (p *Paper) Check(c *Claim, e Effort) (Result, error) {
	found := c.Measure(e)
	if found.Err != nil {
		return Result{}, fmt.Errorf("%s: %w", p.Title, found.Err)
	}
	r := Result{Claim: c.Text, Source: p.Source(c), Measured: found.Measured, Play: found.Play, Bound: c.Bound}
	if !c.Timed {
		r.Holds = &found.Holds
	}
	return r, nil
}

// The verdicts.
const (
	Holds     = "holds"
	Fails     = "does not hold"
	NoVerdict = "no verdict"
)

// Verdict is one of the three.
func (r *Result) Verdict() string {
	switch {
	case r.Holds == nil:
		return NoVerdict
	case *r.Holds:
		return Holds
	}
	return Fails
}

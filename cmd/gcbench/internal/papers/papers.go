// Package papers holds the claims of the papers behind Halfmark. Each claim is a row,
// with the code below it that measures whether the claim holds here. Each paper has a
// file, or a few files that begin with its name.
//
// A row that compares times has no verdict, because times belong to the machine. Every
// other row is a count, and the count is the same each time for the same seed. If a
// claim is false as its paper words it, the row has the claim as it must be read, and
// says why.
package papers

import (
	"fmt"
	"math/rand/v2"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
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

// Effort says how much to measure.
type Effort struct {
	Quick bool // a sample of sizes that takes seconds
	Seed  uint64
}

// times is how often to repeat something.
func (e Effort) times(quick, full int) int {
	if e.Quick {
		return quick
	}
	return full
}

// rand is the generator of one measurement.
func (e Effort) rand(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(e.Seed, stream)) }

// Papers returns all claims about what Halfmark ships. Tests hand broken deques and models to the functions below.
func Papers() []Paper {
	return []Paper{
		stealHalf(stealq.StealHalf, sim.Balance),
		asPrinted(printed.StealHalf(0)),
		rudolph(stealq.Rudolph, stealq.StealHalf),
		lowCost(sim.Dag, stealq.Split),
		tighter(sim.Makespan),
		partitioner(func() workRange { return new(stealq.WorkRange) }, true),
		course(stealq.Kinds(), sim.Dag),
		marker(stealq.Kinds()),
	}
}

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

// must returns what a simulation found. All options but the seed are constants in this package, so an error is a
// mistake in it.
func must[R any](r R, err error) R {
	if err != nil {
		panic(err)
	}
	return r
}

// finding formats a finding.
func finding(holds bool, format string, args ...any) Finding {
	return Finding{Measured: fmt.Sprintf(format, args...), Holds: holds}
}

// played is the finding with the command that plays the failure in it, if that is not nil.
func (f Finding) played(failure *interleave.Failure) Finding {
	if failure != nil {
		f.Play = interleave.Play(failure.Link, failure.Schedule)
	}
	return f
}

package cli

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/compare"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// effortFlags say how much is measured.
type effortFlags struct {
	Invocations int           `type:"number" group:"measure" placeholder:"N" help:"Processes in which each heap is measured: ${range_invocations} (default ${usually})."`
	Reps        int           `type:"number" group:"measure" placeholder:"N" default:"8" help:"Samples that a process takes of each combination, in interleaved rounds: ${range_reps} (default 8)."`
	Until       percent       `type:"percent" group:"measure" placeholder:"P%" help:"Go on until the half of each interval is at most that part of its median, or the time of --for is over."`
	For         time.Duration `type:"period" group:"measure" placeholder:"TIME" help:"Go on for that long: 30s, 5m, 1h30m (with --until at most, default ${for} then)."`
	Patience    time.Duration `type:"period" group:"measure" placeholder:"TIME" default:"10m" help:"How long a process may give no sign of life (default 10m)."`
}

const (
	// untilFor is how long --until goes on where --for is not given.
	untilFor = time.Minute
	// budget is for everything that a run without flags measures: it shall take less than
	// a minute.
	budget = 50 * time.Second
)

// usualInvocations are those of a run that does not say how many: the fewest that a
// comparison accepts. A test has fewer.
var usualInvocations = estimate.MinInvocations

// fewestInvocations are those of a run whose processes take long. Two have no useful
// interval.
const fewestInvocations = 3

// effort translates the flags. saved says whether results are kept.
func (f *effortFlags) effort(saved bool) invoke.Effort {
	e := invoke.Effort{Fixed: f.Invocations, Until: float64(f.Until), For: f.For, Budget: budget, Least: min(fewestInvocations, usualInvocations), Most: usualInvocations}
	if e.Until > 0 && e.For == 0 {
		e.For = untilFor
	}
	if saved || e.Until > 0 {
		e.Least = usualInvocations
	}
	return e
}

// warnOfUntil says that the time was not enough.
func (f *effortFlags) warnOfUntil(s *session.Session, took time.Duration) {
	if f.Until > 0 {
		s.Warn("--until %v is not reached after %v: --for allows more time", f.Until, took)
	}
}

// reached is a line below the table, "" if --until is not given.
func (f *effortFlags) reached(ended string) string {
	if f.Until == 0 || ended != invoke.Precise.String() {
		return ""
	}
	return fmt.Sprintf("--until %v is reached by every row\n", f.Until)
}

// check complains about flags that contradict one another.
func (f *effortFlags) check() error {
	if f.Invocations != 0 && (f.Until != 0 || f.For != 0) {
		return session.BadUsage("--invocations says how many processes there are, --until and --for let that depend on what is measured: give one or the other")
	}
	return nil
}

// args are the flags for one process.
func (f *effortFlags) args() []string { return []string{"--reps", strconv.Itoa(f.Reps)} }

// halfWidth is the least precise of some results.
func halfWidth(results []schema.Result) float64 {
	widest := 0.0
	for i := range results {
		widest = math.Max(widest, results[i].PlusMinus())
	}
	return widest
}

// ratioWidth is the least precise ratio of some results to others.
func ratioWidth(a, b []schema.Result) float64 {
	widest := 0.0
	for _, p := range compare.Match(a, b).Pairs {
		widest = math.Max(widest, compare.HalfWidth(p))
	}
	return widest
}

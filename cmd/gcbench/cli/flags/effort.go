package flags

import (
	"fmt"
	"strconv"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// Effort say how much is measured.
type Effort struct {
	Invocations int           `type:"number" group:"measure" placeholder:"N" help:"Processes in which each heap is measured: ${range_invocations} (default ${usually})."`
	Reps        int           `type:"number" group:"measure" placeholder:"N" default:"8" help:"Samples that a process takes of each combination, in interleaved rounds: ${range_reps} (default 8)."`
	Until       spell.Percent `type:"percent" group:"measure" placeholder:"P%" help:"Go on until half of each interval is at most this part of its median, or until the time of --for is over."`
	For         time.Duration `type:"period" group:"measure" placeholder:"TIME" help:"Go on for this long: 30s, 5m, 1h30m. With --until it is the most (default ${for})."`
	Patience    time.Duration `type:"period" group:"measure" placeholder:"TIME" default:"10m" help:"How long a process may give no sign of life (default 10m)."`

	// Budget, if not 0, has as many processes as fit into it, in place of what is usual. None begins when it is over, but
	// for the first of each heap.
	Budget time.Duration `kong:"-"`
}

const (
	// untilFor is how long --until goes on where --for is not given.
	untilFor = time.Minute
	// budget is for everything that a run without flags measures: it shall take less than
	// a minute.
	budget = 50 * time.Second
)

// UsualInvocations are those of a run that does not say how many: the fewest that a
// comparison accepts. A test has fewer.
var UsualInvocations = estimate.MinInvocations

// fewestInvocations are those of a run whose processes take long. Two have no useful
// interval.
const fewestInvocations = 3

// MostInvocations are those of a run with a budget. Further ones hardly make an interval smaller.
const MostInvocations = 2 * estimate.MinInvocations

// Wanted translates the flags. saved says whether results are kept.
func (f *Effort) Wanted(saved bool) invoke.Effort {
	e := invoke.Effort{Fixed: f.Invocations, Until: float64(f.Until), For: f.For, Budget: budget, Least: min(fewestInvocations, UsualInvocations), Most: UsualInvocations}
	if e.Until > 0 && e.For == 0 {
		e.For = untilFor
	}
	if saved || e.Until > 0 {
		e.Least = UsualInvocations
	}
	if f.Budget > 0 {
		e.Budget, e.Strict, e.Least, e.Most = f.Budget, true, 1, MostInvocations
	}
	return e
}

// WarnOfUntil says that the time was not enough.
func (f *Effort) WarnOfUntil(s *session.Session, took time.Duration) {
	if f.Until > 0 {
		s.Warn("--until %v is not reached after %v: --for allows more time", f.Until, took)
	}
}

// Reached is a line below the table, "" if --until is not given.
func (f *Effort) Reached(ended string) string {
	if f.Until == 0 || ended != invoke.Precise.String() {
		return ""
	}
	return fmt.Sprintf("--until %v is reached by every row\n", f.Until)
}

// Check complains about flags that contradict one another.
func (f *Effort) Check() error {
	if f.Invocations != 0 && (f.Until != 0 || f.For != 0) {
		return session.BadUsage("--invocations sets the number of processes, and --until and --for let it depend on the samples: give one or the other")
	}
	return nil
}

// Args are the flags for one process.
func (f *Effort) Args() []string { return []string{"--reps", strconv.Itoa(f.Reps)} }

// ComparedInvocations are the most of each side where the command line does not say how many:
// as many of them as fit into ComparedBudget.
const (
	ComparedInvocations = 10 * estimate.MinInvocations
	ComparedBudget      = 2 * time.Minute
)

package timing

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// unstable is the coefficient of variation from which a result is worth a warning.
const unstable = 0.10

// JudgesNoise is false in tests: how busy their machine is, is nothing that they can know.
var JudgesNoise = true

// warnOfNoise enters what made the measurement worse, and says it. A process that measures
// for another one leaves that to it.
func (c *Run) warnOfNoise(s *session.Session, r *schema.Run, noise *machine.Noise, setups []flags.Setup) {
	if invoke.Here() {
		return
	}
	if JudgesNoise {
		r.Warn(noise.Warnings(mostWorkers(setups))...)
		r.Warn(varying(r.Results)...)
	}
	for _, w := range r.Warnings {
		s.Warn("%s", w)
	}
}

func mostWorkers(setups []flags.Setup) int {
	most := 1
	for _, s := range setups {
		most = max(most, s.Options.Workers)
	}
	return most
}

// varying is a warning of results that vary much, if there are any.
func varying(results []schema.Result) []string {
	count, worst := 0, 0.0
	var who *schema.Result
	for i := range results {
		r := &results[i]
		cv := max(r.CV, r.Between())
		if cv > unstable {
			count++
		}
		if cv > worst {
			worst, who = cv, r
		}
	}
	if count == 0 {
		return nil
	}
	verb := "vary"
	if count == 1 {
		verb = "varies"
	}
	return []string{fmt.Sprintf("%d of %s %s by more than %s (cv), most of all %s with %s: %s", count, numeral.Plural(uint64(len(results)), "row"), verb,
		numeral.Percent(unstable), who.Name(), numeral.Plural(uint64(who.Workers), "worker"), numeral.Percent(worst))}
}

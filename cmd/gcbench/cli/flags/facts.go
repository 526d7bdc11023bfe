// Package flags has the flags that several subcommands share. A subcommand embeds the structs, whose
// methods turn what was given into heaps, ways to mark, limits of files and numbers of processes.
package flags

import (
	"fmt"
	"maps"
	"runtime"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/platform"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Facts are what help texts and defaults mention, by name.
func Facts() map[string]string {
	v := map[string]string{
		"labs":             strings.Join(spell.LabNames(), ", "),
		"platforms":        strings.Join(platform.Names(), ", "),
		"procs":            fmt.Sprint(runtime.GOMAXPROCS(0)),
		"speculators":      fmt.Sprint(sim.DefaultSpeculators),
		"machines":         strings.Join(machines.Names(), ", "),
		"maxprocs":         fmt.Sprint(mark.MaxWorkers),
		"peers":            strings.Join(spell.PeerNames(), ", "),
		"grain":            fmt.Sprint(tune.DefaultGrain),
		"capacity":         fmt.Sprint(tune.DefaultCapacity),
		"overflow":         fmt.Sprint(tune.DefaultOverflowBlocks),
		"millions":         spell.Millions,
		"files":            "a snapshot (.heap), a heap dump (Go, Java, V8, Ruby, MMTk) or a graph (.el, .csv, .tsv, .sg, .mtx), compressed (.zst, .gz) or not, or git:FOLDER; - is standard input",
		"ranges":           "1-4 is 1,2,3,4 and 1-8*2 is 1,2,4,8",
		"sizes":            spell.Sizes,
		"runs_usually":     fmt.Sprintf("%d; %d at least where %[1]d take longer than a minute and nothing is saved", estimate.MinInvocations, fewestInvocations),
		"compares_usually": fmt.Sprintf("as many as fit into %.0f minutes, %d to %d", ComparedBudget.Minutes(), estimate.MinInvocations, ComparedInvocations),
		"for":              fmt.Sprintf("%.0fm", untilFor.Minutes()),
		"speculation":      measure.Speculation.String(),
		"owners":           fmt.Sprint(tune.DefaultOwners),
		"same":             spell.Percent(estimate.DefaultMargin).String(),
	}
	for _, flag := range []string{"layout", "format", "weak", "separator", "profile", "partition", "arrangement", "barrier", "scan", "new"} {
		v[flag+"s"] = strings.Join(spell.Choices(flag), ", ")
	}
	for _, s := range setting.All {
		if s.Values != nil {
			v[s.Name+"s"] = strings.Join(s.Values(), ", ")
		}
	}
	maps.Copy(v, limitVars())
	for flag, d := range spell.Domains {
		v["range_"+flag] = d.String()
	}
	return v
}

// limitVars are the defaults that the help texts mention.
func limitVars() map[string]string {
	return map[string]string{"default_bytes": fmt.Sprintf("%dGiB", uint64(source.DefaultBytes)>>30)}
}

package timing

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// severalProcesses reports whether heaps are measured in processes other than this one. A
// profile is of this process, and standard input can be read once.
func (c *Run) severalProcesses() bool {
	usual := flags.UsualInvocations > 1 && c.Profile == "" && !slices.ContainsFunc(c.Heap, source.IsStdin)
	return !invoke.Here() && c.Invocations != 1 && (usual || c.Invocations > 1 || c.Until > 0 || c.For > 0 || c.Budget > 0)
}

// checkProcesses complains about what several processes cannot do.
func (c *Run) checkProcesses() error {
	if err := c.Check(); err != nil || !c.severalProcesses() {
		return err
	}
	switch {
	case c.Profile != "":
		return session.BadUsage("--profile is for one process: leave --invocations, --until and --for out")
	case slices.ContainsFunc(c.Heap, source.IsStdin):
		return session.BadUsage("--heap: standard input can be read by one process: give a file, or leave --invocations, --until and --for out")
	}
	return nil
}

// ArgsFor are the flags of a process that measures a heap with all setups.
func (c *Run) ArgsFor(from flags.Source) []string {
	args := append(slices.Clone(from.Args), c.Marks.Args()...)
	args = append(args, c.Effort.Args()...)
	for _, on := range []struct {
		given bool
		flag  string
	}{{c.Floor, "--floor"}, {c.Counters, "--counters"}, {c.NoVerify, "--no-verify"}} {
		if on.given {
			args = append(args, on.flag)
		}
	}
	return append(args, "--json", "-")
}

// inProcesses measures each heap in several processes, in rounds, and prints all rows at
// the end. The results that there are when it is interrupted are in r, too.
func (c *Run) inProcesses(s *session.Session, r *schema.Run, table rows, sources []flags.Source, _ []flags.Setup) error {
	measured := make([]invoked, len(sources))
	rounds := invoke.Rounds{
		Effort: c.Wanted(c.JSON != "" || c.CSV != "" || c.Bench != ""), Units: len(sources),
		HalfWidth: func(unit int) float64 { return halfWidth(measured[unit].results) },
		Measure: func(unit, round int, done, share float64) error {
			from := sources[unit]
			title := fmt.Sprintf("process %d, %s", round+1, from.Title(flags.At(unit, len(sources))))
			return measured[unit].add(s, c.command(from, "", title), title, done, share)
		},
	}
	ending, err := rounds.Run()
	for i := range measured {
		r.Results = append(r.Results, measured[i].results...)
		r.Warn(measured[i].warnings...)
	}
	s.Progress.Clear()
	if err := table.Results(r.Results); err != nil {
		return err
	}
	r.Ended = ending.String()
	if err == nil && ending == invoke.TimeOver {
		c.WarnOfUntil(s, rounds.Effort.For)
	}
	return err
}

// command is a process that measures the heap, of another build if program is not "".
func (c *Run) command(from flags.Source, program, title string) *invoke.Command {
	return &invoke.Command{Name: title, Program: program, Args: c.ArgsFor(from), Patience: c.Patience, Reference: c.JSON != ""}
}

// invoked is what several processes have measured of one heap.
type invoked struct {
	processes [][]schema.Result
	results   []schema.Result // the processes', merged
	env       *schema.Env     // of the processes; nil before the first
	warnings  []string
}

// add has one more process measure. done and share are parts of all the work.
func (m *invoked) add(s *session.Session, command *invoke.Command, title string, done, share float64) error {
	s.Progress.ShowPart(done, "%s", title)
	out, err := command.Run(s, func(part float64, text string) {
		step := text[strings.LastIndex(text, ": ")+1:] // behind the name of the heap
		s.Progress.ShowPart(done+part*share, "%s:%s", title, step)
	})
	if err != nil {
		return err
	}
	run, err := measure.ReadRun(bytes.NewReader(out.Report), fmt.Sprintf("%s: the report of process %d", command.Name, out.PID))
	if err != nil {
		return err
	}
	if len(run.Results) == 0 {
		return fmt.Errorf("%s: process %d reported no results", command.Name, out.PID)
	}
	if m.env == nil {
		m.env = &run.Env
	}
	if before, now := m.env.Source(), run.Env.Source(); before != now {
		return fmt.Errorf("%s: process %d is of build %s, and those before are of %s: the program was replaced meanwhile", command.Name, out.PID, now, before)
	}
	m.warnings = append(m.warnings, out.Warnings...)
	m.processes = append(m.processes, run.Results)
	m.results, err = measure.Merge(m.processes)
	return err
}

// halfWidth is the least precise of some results.
func halfWidth(results []schema.Result) float64 {
	widest := 0.0
	for i := range results {
		widest = math.Max(widest, results[i].PlusMinus())
	}
	return widest
}

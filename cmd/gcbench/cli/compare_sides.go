package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/source"
)

// comparisonOnly are the flags of compare that run has not, or not for a side.
var comparisonOnly = []string{"a", "b", "binary-a", "binary-b", "same", "fail-above", "json", "markdown"}

// side is one of the two that take turns.
type side struct {
	name    string // A or B
	program string // "" is this one
	run     runCmd // what is measured
	workers int    // the most of a mark
	sources []heapSource
	heaps   []invoked // by source
}

// readSide parses the flags of a side, beside those that both have, as those of run.
func readSide(name, program string, common []string, text string) (*side, error) {
	own, err := words(text)
	if err != nil {
		return nil, session.BadUsage("--%s: %w", strings.ToLower(name), err)
	}
	for _, word := range own {
		if flag, _, _ := strings.Cut(word, "="); strings.HasPrefix(flag, "--") && slices.ContainsFunc(common, func(w string) bool { return w == flag || strings.HasPrefix(w, flag+"=") }) {
			return nil, session.BadUsage("%s is in --%s and outside of it: give it to both sides, or to each", flag, strings.ToLower(name))
		}
	}
	args := slices.Concat([]string{"run"}, common, own)
	var line commandLine
	parsed, err := newParserOf(&line, io.Discard, io.Discard).Parse(args)
	if err != nil {
		return nil, session.BadUsage("--%s: %w", strings.ToLower(name), inOurWords(err, parsed, args))
	}
	s := &side{name: name, program: program, run: line.Run}
	sources, setups, err := s.run.prepare()
	if err != nil {
		return nil, err
	}
	s.sources, s.workers = sources, mostWorkers(setups)
	s.heaps = make([]invoked, len(s.sources))
	return s, nil
}

// title is how tables name the side.
func (s *side) title(flags string) string {
	parts := slices.DeleteFunc([]string{s.program, flags}, func(p string) bool { return p == "" })
	if len(parts) == 0 {
		return "gcbench run"
	}
	return strings.Join(parts, " ")
}

// measured is all that the side has measured.
func (s *side) measured() *report.Run {
	r := &report.Run{Schema: report.RunSchema}
	for i := range s.heaps {
		r.Results = append(r.Results, s.heaps[i].results...)
		if s.heaps[i].env != nil {
			r.Env = s.heaps[i].env.Env
		}
		r.Warn(s.heaps[i].warnings...)
	}
	return r
}

// interleaved has fresh processes of both sides take turns.
func (c *compareCmd) interleaved(s *session.Session, r *report.Comparison) error {
	for _, program := range []string{c.BinaryA, c.BinaryB} {
		if program == "" {
			continue
		}
		if err := source.Exists(program); err != nil {
			return fmt.Errorf("--binary-a, --binary-b: %w", err)
		}
	}
	common := withoutFlags(s.Args[1:], comparisonOnly)
	a, err := readSide("A", c.BinaryA, common, c.A)
	if err != nil {
		return err
	}
	b, err := readSide("B", c.BinaryB, common, c.B)
	if err != nil {
		return err
	}
	if len(a.sources) != len(b.sources) {
		return session.BadUsage("A has %s and B has %s: their processes take turns heap by heap, so give both as many",
			report.Plural(uint64(len(a.sources)), "heap"), report.Plural(uint64(len(b.sources)), "heap"))
	}
	if err := a.run.check(); err != nil {
		return err
	}
	r.A.Name, r.B.Name, r.Interleaved = a.title(c.A), b.title(c.B), true
	noise := machine.Watch()
	err = c.takeTurns(s, a, b)
	ra, rb := a.measured(), b.measured()
	r.A.Env, r.B.Env = ra.Env, rb.Env
	if err != nil && (s.Err() == nil || len(rb.Results) == 0 || len(ra.Results) == 0) {
		return err
	}
	r.Partial = err != nil
	if judgesNoise {
		r.Warnings = append(r.Warnings, noise.Warnings(max(a.workers, b.workers))...)
	}
	if compared := c.compare(r, ra, rb); compared != nil {
		r.Partial = false
		return compared
	}
	return err
}

// comparedInvocations are the most of each side where the command line does not say how many:
// as many of them as fit into comparedBudget.
const (
	comparedInvocations = 4 * estimate.MinInvocations
	comparedBudget      = 2 * time.Minute
)

// takeTurns measures both sides of one heap after the other, in rounds: A B, then B A.
func (c *compareCmd) takeTurns(s *session.Session, a, b *side) error {
	e := a.run.effort(true)
	e.Most, e.Budget = comparedInvocations, comparedBudget
	rounds := invoke.Rounds{
		Effort: e, Units: len(a.sources),
		HalfWidth: func(unit int) float64 { return ratioWidth(a.heaps[unit].results, b.heaps[unit].results) },
		Measure: func(_ context.Context, unit, round int, done, share float64) error {
			order := []*side{a, b}
			if round%2 == 1 {
				slices.Reverse(order)
			}
			for i, x := range order {
				title := fmt.Sprintf("process %d, %s of %s", round+1, x.name, x.sources[unit].title(portion{unit, len(x.sources)}))
				if err := x.heaps[unit].add(s, x.run.command(x.sources[unit], x.program, title), title, done+float64(i)*share/2, share/2); err != nil {
					return err
				}
			}
			return nil
		},
	}
	ending, err := rounds.Run(s)
	if err == nil && ending == invoke.TimeOver {
		a.run.warnOfUntil(s, e.For)
	}
	return err
}

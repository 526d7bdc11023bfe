package timing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/compare"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/invoke"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// comparisonOnly are the flags of compare that are not for a side.
var comparisonOnly = []string{"a", "b", "binary-a", "binary-b", "same", "fail-above", "fail-unsure", "json", "markdown", "invocations", "reps", "until", "for", "patience"}

// sideLine is what a side's flags may say: what is marked, and how. How much is measured
// is the same for both sides.
type sideLine struct {
	flags.Heaps `embed:"" set:"unnamed="`
	flags.Marks
	NoVerify  bool
	TrustFile bool
}

// AfterApply refuses a second value for a flag.
func (*sideLine) AfterApply(ctx *kong.Context) error { return spell.GivenOnce(ctx) }

// side is one of the two that take turns.
type side struct {
	name    string // A or B
	program string // "" is this one
	before  bool   // the program has the flags of before
	run     Run    // what is measured
	workers int    // the most of a mark
	leftOut string // what means nothing and is not measured, for a warning
	sources []flags.Source
	heaps   []invoked // by source
}

// readSide parses the flags of a side, beside those that both have.
func (c *Compare) readSide(ctx context.Context, name, program string, common []string, text string) (*side, error) {
	flag := "--" + strings.ToLower(name)
	own, err := spell.Words(text)
	if err != nil {
		return nil, session.BadUsage("%s: %w", flag, err)
	}
	for _, word := range own {
		given, _, _ := strings.Cut(word, "=")
		switch {
		case !strings.HasPrefix(given, "--"):
		case slices.Contains(comparisonOnly, given[2:]):
			return nil, session.BadUsage("%s: %s is for both sides: give it outside of %s", flag, given, flag)
		case slices.ContainsFunc(common, func(w string) bool { return w == given || strings.HasPrefix(w, given+"=") }):
			return nil, session.BadUsage("%s is in %s and outside of it: give it to both sides, or to each", given, flag)
		}
	}
	var line sideLine
	if _, err := spell.New(&line, flags.Facts(), io.Discard, io.Discard, kong.NoDefaultHelp()).Parse(slices.Concat(common, own)); err != nil {
		if problem := (*kong.ParseError)(nil); errors.As(err, &problem) && spell.NowNamed(err, problem.Context) != "" {
			return nil, session.BadUsage("%s: %s", flag, spell.NowNamed(err, problem.Context))
		}
		return nil, session.BadUsage("%s: %w: it takes flags of gcbench run that say what is marked, and how", flag, err)
	}
	if slices.ContainsFunc(line.Heap, source.IsStdin) {
		return nil, session.BadUsage("--heap: standard input can be read by one process, and a comparison has several: give a file")
	}
	renames := program != "" && (line.Deque != nil || line.Capacity != nil)
	s := &side{name: name, program: program, before: renames && !spell.KnowsCapacity(ctx, program), run: Run{
		Heaps: line.Heaps, Marks: line.Marks, Effort: c.Effort, NoVerify: line.NoVerify, TrustFile: line.TrustFile,
	}}
	sources, setups, err := s.run.Prepare(ctx)
	if err != nil {
		return nil, err
	}
	s.sources, s.workers, s.leftOut = sources, mostWorkers(setups), s.run.LeftOut
	s.heaps = make([]invoked, len(s.sources))
	return s, nil
}

// titleOf is how tables name a side.
func titleOf(program, flags string) string {
	if program == "" {
		program = "this build"
	}
	return strings.TrimSpace(program + " " + flags)
}

// programAt returns the path of a build of gcbench. A name without a folder is a file in
// this one: a shell's path could lead to another.
func programAt(flag, path string) (string, error) {
	if path == "" {
		return "", nil
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", session.BadUsage("%s: %w: give the path of a build of gcbench", flag, err)
	case !info.Mode().IsRegular() || runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return "", session.BadUsage("%s: %s is not a program: give the path of a build of gcbench", flag, path)
	}
	return filepath.Abs(path)
}

// warnOfEffort says what is known before the work begins.
func (c *Compare) warnOfEffort(s *session.Session, a, b *side) {
	for _, x := range []*side{a, b} {
		if x.leftOut != "" {
			s.Warn("%s: %s", x.name, x.leftOut)
		}
	}
	if c.Invocations != 0 && c.Invocations < estimate.MinInvocations {
		s.Warn("--invocations %d: fewer than %d processes a side give no verdict", c.Invocations, estimate.MinInvocations)
	}
	if c.Reps < measure.MinSamples {
		s.Warn("--reps %d: fewer than %d samples a process give no verdict", c.Reps, measure.MinSamples)
	}
}

// measured is all that the side has measured.
func (s *side) measured() *schema.Run {
	r := &schema.Run{Schema: schema.RunSchema}
	for i := range s.heaps {
		r.Results = append(r.Results, s.heaps[i].results...)
		if s.heaps[i].env != nil {
			r.Env = *s.heaps[i].env
		}
		r.Warn(s.heaps[i].warnings...)
	}
	return r
}

// interleaved has fresh processes of both sides take turns.
func (c *Compare) interleaved(s *session.Session, r *schema.Comparison) error {
	programs := []string{c.BinaryA, c.BinaryB}
	for i, flag := range []string{"--binary-a", "--binary-b"} {
		var err error
		if programs[i], err = programAt(flag, programs[i]); err != nil {
			return err
		}
	}
	common := spell.Without(s.Args[1:], comparisonOnly)
	a, err := c.readSide(s, "A", programs[0], common, c.A)
	if err != nil {
		return err
	}
	b, err := c.readSide(s, "B", programs[1], common, c.B)
	if err != nil {
		return err
	}
	c.warnOfEffort(s, a, b)
	if len(a.sources) != len(b.sources) {
		return session.BadUsage("A has %s and B has %s: their processes take turns heap by heap, so give both the same number",
			numeral.Plural(uint64(len(a.sources)), "heap"), numeral.Plural(uint64(len(b.sources)), "heap"))
	}
	if err := a.run.Check(); err != nil {
		return err
	}
	r.A.Name, r.B.Name, r.Interleaved = titleOf(c.BinaryA, c.A), titleOf(c.BinaryB, c.B), true
	noise := machine.Watch()
	err = c.takeTurns(s, a, b)
	ra, rb := a.measured(), b.measured()
	r.A.Env, r.B.Env = ra.Env, rb.Env
	if err != nil && (s.Err() == nil || len(rb.Results) == 0 || len(ra.Results) == 0) {
		return err
	}
	r.Partial = err != nil
	if JudgesNoise {
		r.Warnings = append(r.Warnings, noise.Warnings(max(a.workers, b.workers))...)
	}
	if compared := compare.Runs(r, ra, rb); compared != nil {
		r.Partial = false
		return compared
	}
	return err
}

// takeTurns measures both sides of one heap after the other, in rounds: A B, then B A.
func (c *Compare) takeTurns(s *session.Session, a, b *side) error {
	e := a.run.Wanted(true)
	e.Most, e.Budget = flags.ComparedInvocations, flags.ComparedBudget
	rounds := invoke.Rounds{
		Effort: e, Units: len(a.sources),
		HalfWidth: func(unit int) float64 { return ratioWidth(a.heaps[unit].results, b.heaps[unit].results) },
		Measure: func(unit, round int, done, share float64) error {
			order := []*side{a, b}
			if round%2 == 1 {
				slices.Reverse(order)
			}
			for i, x := range order {
				title := fmt.Sprintf("process %d, %s of %s", round+1, x.name, x.sources[unit].Title(flags.At(unit, len(x.sources))))
				command := x.run.command(x.sources[unit], x.program, title)
				if x.before {
					command.Args = spell.AsBefore(command.Args)
				}
				if err := x.heaps[unit].add(s, command, title, done+float64(i)*share/2, share/2); err != nil {
					return err
				}
			}
			return nil
		},
	}
	ending, err := rounds.Run()
	if err == nil && ending == invoke.TimeOver {
		a.run.WarnOfUntil(s, e.For)
	}
	return err
}

// ratioWidth is the least precise ratio of some results to others.
func ratioWidth(a, b []schema.Result) float64 {
	widest := 0.0
	for _, p := range compare.Match(a, b).Pairs {
		widest = math.Max(widest, compare.HalfWidth(p))
	}
	return widest
}

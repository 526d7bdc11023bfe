package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
)

const verifyObjects = 100_000

type verifyCmd struct {
	File        string   `arg:"" optional:"" type:"input" help:"The heap to mark: ${files}."`
	Shape       []string `type:"names" group:"heap" placeholder:"NAME,..." help:"Shapes to mark instead, listed below, or all (the default)."`
	flags.Sizes `embed:"" set:"objects=100000"`
	flags.Files
	Workers []int    `type:"numbers" group:"mark" placeholder:"N,..." help:"Numbers of workers: ${range_workers}; ${ranges} (default 1,2,3,8)."`
	Deque   []string `type:"names" group:"mark" placeholder:"NAME,..." help:"Deques: ${deques}, or all (the default)."`
	Reps    int      `type:"number" group:"mark" placeholder:"N" default:"3" help:"Marks of each combination: ${range_reps} (default 3)."`
	Full    bool     `group:"mark" help:"Mark with every combination of policies, not only with all pairs of them."`
	flags.Report
}

// Help says what is marked how.
func (*verifyCmd) Help() string {
	return "Marks each heap with every deque and number of workers, with the default settings and with settings that force rare paths. Every mark is compared with the oracle. " +
		"Then deque, amount, steal, victim, idle, marking, room, workers and shape are combined so that every two values meet in some mark. " +
		"The exit status is 1 if a mark differs or fails. The table then has the command that makes the same marks again. With several workers, whether one fails again depends on the schedule."
}

func (c *verifyCmd) prepare(ctx context.Context) ([]flags.Source, []string, error) {
	heaps := flags.Heaps{Shape: c.Shape, Sizes: c.Sizes, Files: c.Files}
	if c.File != "" {
		sources, err := heaps.OfFile(ctx, c.File, "FILE")
		return sources, flags.Inputs(c.File), err
	}
	if err := c.NeedFile("FILE"); err != nil {
		return nil, nil, err
	}
	if err := spell.Bounded(heaps.Lists(shape.Names())); err != nil {
		return nil, nil, err
	}
	sources, err := c.Built(heaps.Shapes(shape.Names()), verifyObjects, c.largest(), nil)
	return sources, nil, err
}

// Run carries out gcbench verify.
func (c *verifyCmd) Run(s *session.Session) error {
	if c.Workers == nil {
		c.Workers = []int{1, 2, 3, 8}
	}
	if c.Deque == nil {
		c.Deque = spell.DequeNames()
	}
	sources, inputs, err := c.prepare(s)
	if err != nil {
		return err
	}
	v := schema.Verification{Schema: schema.VerifySchema, Env: machine.Describe(s.Args), Passed: true}
	err = c.WriteReport(s, inputs, func(w io.Writer) (any, error) { return &v, c.verifyAll(s, w, sources, &v) })
	if err != nil {
		return err
	}
	if !v.Passed {
		return errors.New("FAIL: at least one mark differs from the oracle")
	}
	return nil
}

// verifyAll checks every heap.
func (c *verifyCmd) verifyAll(s *session.Session, w io.Writer, sources []flags.Source, v *schema.Verification) error {
	table := text.NewVerifyTable(w, flags.Rows(sources))
	policies := measure.NewPolicies(flags.SourceNames(sources), spell.KindsNamed(c.Deque), c.Workers, c.Full)
	for i, from := range sources {
		if err := c.verifyHeap(s, from, flags.At(i, len(sources)), policies, table, v); err != nil {
			return err
		}
	}
	return text.Print(w, text.Verified(v))
}

// verifyHeap checks one heap and prints a row for each deque and setting, and
// one for each deque with combined policies.
func (c *verifyCmd) verifyHeap(s *session.Session, from flags.Source, at flags.Portion, policies *measure.Policies, table *text.Rows[text.Checked], v *schema.Verification) error {
	h, err := flags.Load(s, from)
	if err != nil {
		return err
	}
	flags.SpareMemory(h.Heap)
	if err := flags.CheckMarking(from.Name, h.Heap, c.largest(), 0); err != nil {
		return err
	}
	oracle, err := session.WatchPhase(s, from.Name, "asking the oracle", func() (*heap.Reached, error) { return heap.Reachable(h.Heap) })
	if err != nil {
		return fmt.Errorf("%s: %w", from.Name, err)
	}
	facts := h.Facts(from.Seed, oracle.Count)
	deques := spell.KindsNamed(c.Deque)
	for i, deque := range deques {
		settings := append(measure.Settings(deque, c.Workers, from.Seed), policies.Of(from.Name, deque, from.Seed))
		for k, setting := range settings {
			check := schema.Check{Facts: facts, Deque: deque.Name, Setting: setting.Name, Workers: c.Workers, Passed: true}
			done := flags.At(i, len(deques)).Done(float64(k) / float64(len(settings)))
			err := session.Ticking(func(seconds float64) {
				s.Progress.ShowPart(at.Done(done), "%s: %s, %s%s", numeral.Shorten(from.Name, 12), deque.Name, setting.Name, took(seconds))
			}, func() error { return c.check(s, from, &check, h.Heap, oracle, setting.Options) })
			if err != nil {
				return err
			}
			c.demand(from, &check, setting.Harvests)
			s.Progress.Clear()
			if err := table.Row(text.Checked{Name: from.Row(), Check: &check}); err != nil {
				return err
			}
			v.Add(check)
		}
	}
	return nil
}

// took is a time that is worth a word, behind what takes it.
func took(seconds float64) string {
	if seconds < 1 {
		return ""
	}
	return fmt.Sprintf(", %.0f s", seconds)
}

// largest is the marker that takes most. One exists at a time.
func (c *verifyCmd) largest() flags.Markers {
	m := flags.Markers{Number: 1}
	for _, s := range measure.Settings(nil, c.Workers, 0) {
		for _, o := range s.Options {
			m.Bytes = max(m.Bytes, uint64(o.MarkerBytes()))
		}
	}
	return m
}

// check marks with each of the options. A wrong mark is noted in the check, with
// the command that repeats it, and not an error; it is the last.
func (c *verifyCmd) check(ctx context.Context, from flags.Source, check *schema.Check, h *heap.Heap, oracle *heap.Reached, options []mark.Options) error {
	for _, o := range options {
		if err := flags.Validate(o); err != nil {
			return err
		}
		stats, err := measure.Verify(ctx, h, oracle, o, c.Reps)
		check.Count(stats)
		var wrong *measure.MarkError
		switch {
		case errors.As(err, &wrong):
			check.Passed, check.Problem, check.Command = false, err.Error(), c.repeat(from, o)
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

// demand fails a check that has passed without doing what its setting is about.
func (c *verifyCmd) demand(from flags.Source, check *schema.Check, harvests bool) {
	if !check.Passed || !harvests || check.Harvests > 0 || check.Shape != "list" || check.Live < measure.LongList {
		return
	}
	check.Passed = false
	check.Problem = "no mark of this list harvested, so speculation has not been verified"
	check.Command = c.again(from, check.Deque, check.Workers)
}

// again is the command that verifies marks of one heap with one deque again.
func (c *verifyCmd) again(from flags.Source, deque string, workers []int) string {
	words := []string{"verify", "--deque", deque, "--workers", strings.Join(spell.Each(workers, strconv.Itoa), ",")}
	if at := slices.Index(from.Args, "--heap"); at >= 0 { // verify takes the file as an argument
		return spell.Command(append(words, slices.Delete(slices.Clone(from.Args), at, at+1)...)...)
	}
	return spell.Command(append(words, from.Args...)...)
}

// repeat is the command that makes the marks with options o of a check again, one setting
// of the whole check.
func (c *verifyCmd) repeat(from flags.Source, o mark.Options) string {
	words := append(append([]string{"run"}, from.Args...), "--workers", fmt.Sprint(o.Workers))
	return spell.Command(append(words, spell.Line(flags.Spelled(o)...)...)...)
}

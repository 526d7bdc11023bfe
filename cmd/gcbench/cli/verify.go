package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
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
	File      string   `arg:"" optional:"" type:"input" help:"What to mark: ${files}."`
	Shape     []string `type:"names" group:"heap" placeholder:"NAME,..." help:"Shapes to mark instead, listed below, or all (the default)."`
	sizeLists `embed:"" set:"objects=100000"`
	fileFlags
	Workers   []int    `type:"numbers" group:"mark" placeholder:"N,..." help:"Numbers of workers: ${range_workers}; ${ranges} (default 1,2,3,8)."`
	Deque     []string `type:"names" group:"mark" placeholder:"NAME,..." help:"Deques: ${deques}, or all (the default)."`
	Reps      int      `type:"number" group:"mark" placeholder:"N" default:"3" help:"Marks of each combination: ${range_reps} (default 3)."`
	Full      bool     `group:"mark" help:"Mark with every combination of policies, not only with all pairs of them."`
	Checkmark bool     `hidden:""`
	JSON      string   `type:"output" group:"report" placeholder:"FILE" help:"Write a JSON report; - is standard output."`
}

// Help says what is marked how.
func (*verifyCmd) Help() string {
	return "Each heap is marked with every deque and number of workers, with the default settings and with settings that force rare paths, and every mark is compared with the oracle. " +
		"Then deque, amount, steal, victim, idle, marking, room, workers and shape are combined so that every two values meet in some mark. " +
		"The exit status is 1 if a mark differs or fails. The table then has the command that makes the same marks again; with several workers, whether one fails again depends on the schedule."
}

func (c *verifyCmd) prepare(ctx context.Context) ([]heapSource, []string, error) {
	if c.File != "" {
		if err := source.Exists(ctx, c.File); err != nil {
			return nil, nil, err
		}
		if c.Shape != nil {
			return nil, nil, session.BadUsage("--shape and FILE exclude each other: the heaps are synthetic or from a file")
		}
		if source.IsStdin(c.File) && len(c.Seed) > 1 {
			return nil, nil, oneSeed()
		}
		return c.perSeed(c.fileSources([]string{c.File}, false)), inputs(c.File), c.refuseWith("FILE")
	}
	shapes := c.Shape
	if shapes == nil {
		shapes = shape.Names()
	}
	if err := c.needFile("FILE"); err != nil {
		return nil, nil, err
	}
	if err := bounded(append(c.lengths(), length{"shape", len(shapes)})); err != nil {
		return nil, nil, err
	}
	sources, err := c.built(shapes, verifyObjects, c.largest(), nil)
	return sources, nil, err
}

// Run carries out gcbench verify.
func (c *verifyCmd) Run(s *session.Session) error {
	if c.Checkmark {
		return session.BadUsage("--checkmark is gone: each mark is compared with the oracle anyway, and go test ./mark -run 'Checkmark|PairsOfPolicies' makes second marks")
	}
	if c.Workers == nil {
		c.Workers = []int{1, 2, 3, 8}
	}
	if c.Deque == nil {
		c.Deque = dequeNames()
	}
	sources, inputs, err := c.prepare(s)
	if err != nil {
		return err
	}
	out, err := s.OpenOutputs(inputs, session.Destination{Flag: "json", Path: c.JSON})
	if err != nil {
		return err
	}
	defer out.Abandon()
	v := schema.Verification{Schema: schema.VerifySchema, Env: machine.Describe(s.Args), Passed: true}
	if err := c.verifyAll(s, out.Human(), sources, &v); err != nil {
		return err
	}
	if err := out.Finish(&v); err != nil {
		return err
	}
	if !v.Passed {
		return errors.New("FAIL: at least one mark differs from the oracle")
	}
	return nil
}

// verifyAll checks every heap.
func (c *verifyCmd) verifyAll(s *session.Session, w io.Writer, sources []heapSource, v *schema.Verification) error {
	table := text.NewVerifyTable(w, rows(sources))
	policies := measure.NewPolicies(sourceNames(sources), kindsNamed(c.Deque), c.Workers, c.Full)
	for i, from := range sources {
		if err := c.verifyHeap(s, from, portion{i, len(sources)}, policies, table, v); err != nil {
			return err
		}
	}
	return text.Print(w, text.Verified(v))
}

// verifyHeap checks one heap and prints a row for each deque and setting, and
// one for each deque with combined policies.
func (c *verifyCmd) verifyHeap(s *session.Session, from heapSource, at portion, policies *measure.Policies, table *text.Rows[text.Checked], v *schema.Verification) error {
	h, err := load(s, from)
	if err != nil {
		return err
	}
	spareMemory(h.Heap)
	if err := checkMarking(from.name, h.Heap, c.largest(), 0); err != nil {
		return err
	}
	oracle, err := session.WatchPhase(s, from.name, "asking the oracle", func() (*heap.Reached, error) { return heap.Reachable(h.Heap) })
	if err != nil {
		return fmt.Errorf("%s: %w", from.name, err)
	}
	facts := h.Facts(from.seed, oracle.Count)
	deques := kindsNamed(c.Deque)
	for i, deque := range deques {
		settings := append(measure.Settings(deque, c.Workers, from.seed), policies.Of(from.name, deque, from.seed))
		for k, setting := range settings {
			check := schema.Check{Facts: facts, Deque: deque.Name, Setting: setting.Name, Workers: c.Workers, Passed: true}
			done := portion{i, len(deques)}.done(float64(k) / float64(len(settings)))
			err := session.Ticking(func(seconds float64) {
				s.Progress.ShowPart(at.done(done), "%s: %s, %s%s", numeral.Shorten(from.name, 12), deque.Name, setting.Name, took(seconds))
			}, func() error { return c.check(s, from, &check, h.Heap, oracle, setting.Options) })
			if err != nil {
				return err
			}
			c.demand(from, &check, setting.Harvests)
			s.Progress.Clear()
			if err := table.Row(text.Checked{Name: from.row(), Check: &check}); err != nil {
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
func (c *verifyCmd) largest() markers {
	m := markers{number: 1}
	for _, s := range measure.Settings(nil, c.Workers, 0) {
		for _, o := range s.Options {
			m.bytes = max(m.bytes, uint64(o.MarkerBytes()))
		}
	}
	return m
}

// check marks with each of the options. A wrong mark is noted in the check, with
// the command that repeats it, and not an error; it is the last.
func (c *verifyCmd) check(ctx context.Context, from heapSource, check *schema.Check, h *heap.Heap, oracle *heap.Reached, options []mark.Options) error {
	for _, o := range options {
		if err := validate(o); err != nil {
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
func (c *verifyCmd) demand(from heapSource, check *schema.Check, harvests bool) {
	if !check.Passed || !harvests || check.Harvests > 0 || check.Shape != "list" || check.Live < measure.LongList {
		return
	}
	check.Passed = false
	check.Problem = "no mark of this list harvested, so speculation has not been verified"
	check.Command = c.again(from, check.Deque, check.Workers)
}

package timing

import (
	"cmp"
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/compare"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
)

// Compare is gcbench compare: two runs, settings or builds.
type Compare struct {
	Old string `arg:"" optional:"" type:"input" help:"Report (--json) of an earlier run: A."`
	New string `arg:"" optional:"" type:"input" help:"Report of a later run: B."`

	A       string `name:"a" type:"flags" group:"sides" placeholder:"FLAGS" help:"Flags of gcbench run for A, in one argument: --a '--deque stealhalf'."`
	B       string `name:"b" type:"flags" group:"sides" placeholder:"FLAGS" help:"Flags for B."`
	BinaryA string `name:"binary-a" type:"input" group:"sides" placeholder:"FILE" help:"Build of gcbench that measures A (default this one)."`
	BinaryB string `name:"binary-b" type:"input" group:"sides" placeholder:"FILE" help:"Build that measures B (default this one)."`

	flags.Heaps `embed:"" set:"unnamed=a spread of them"`
	flags.Marks
	flags.Effort `embed:"" set:"usually=${compares_usually}"`
	NoVerify     bool `group:"measure" help:"Do not compare marks with the oracle."`
	TrustFile    bool `group:"measure" help:"Do not check the files of --heap first."`

	Same       spell.Percent `type:"percent" group:"judge" placeholder:"P%" default:"${same}" help:"The difference that still counts as the same (default ${same})."`
	FailAbove  spell.Percent `type:"percent" group:"judge" placeholder:"P%" help:"End with exit status 3 if a row is slower by more than this."`
	FailUnsure bool          `group:"judge" help:"End with exit status 3 if a row is unsure."`

	JSON     string `type:"output" group:"report" placeholder:"FILE" help:"Write a JSON report; - is standard output."`
	Markdown string `type:"output" group:"report" placeholder:"FILE" help:"Write the table in Markdown; - is standard output."`
}

// Help says what the verdicts mean.
func (*Compare) Help() string {
	return "With --a and --b, fresh processes of both sides take turns, A B B A, so that a machine that changes hits both alike. Trust this form most. " +
		"Flags outside --a and --b are for both. " +
		"Two files were measured one after the other, and the machine may have changed in between. Both have timed frozen work in turns with their samples, and B/A is corrected by its times. If these differ by over 5 %, rows are unsure.\n\n" +
		"B/A is the typical ratio of the mark times of neighbouring processes, not always that of the medians. Below 1 B is faster. A row is the same if the 95 % interval lies within --same, " +
		"faster or slower if the whole 99 % interval lies beyond it, and unsure otherwise. With fewer than 6 processes, or fewer than 6 samples in one, a row is unsure. " +
		"docs/measuring.md says how to compare two builds, and how to guard a threshold."
}

// Run carries out gcbench compare.
func (c *Compare) Run(s *session.Session) error {
	if err := c.forms(); err != nil {
		return err
	}
	out, err := s.OpenOutputs(append(flags.Inputs(c.Heap...), c.Old, c.New), session.Destination{Flag: "json", Path: c.JSON}, session.Destination{Flag: "markdown", Path: c.Markdown})
	if err != nil {
		return err
	}
	defer out.Abandon()
	r := schema.Comparison{Schema: schema.CompareSchema, Env: machine.Describe(s.Args), Margin: float64(c.Same), Differs: []string{}, Warnings: []string{}, OnlyA: []string{}, OnlyB: []string{}}
	if c.Old != "" {
		err = c.files(s, &r)
	} else {
		err = c.interleaved(s, &r)
	}
	if err != nil && !r.Partial {
		return err
	}
	s.Progress.Clear()
	for _, w := range r.Warnings {
		s.Warn("%s", w)
	}
	if printed := c.write(out, &r); printed != nil {
		return printed
	}
	if r.Partial {
		return interrupted(c.JSON != "")
	}
	return c.judge(s, &r)
}

// forms tells files from sides, and complains about a mixture.
func (c *Compare) forms() error {
	sides := c.A != "" || c.B != "" || c.BinaryA != "" || c.BinaryB != ""
	switch {
	case c.Old == "" && !sides:
		return session.BadUsage("nothing to compare: give two reports (gcbench compare OLD.json NEW.json), or --a and --b, or --binary-a and --binary-b")
	case c.Old != "" && sides:
		return session.BadUsage("reports and --a, --b, --binary-a, --binary-b exclude each other: compare files or new measurements")
	case c.Same > c.FailAbove && c.FailAbove > 0:
		return session.BadUsage("--same %v hides rows that --fail-above %v should find: a row that is the same never fails; give a smaller --same", c.Same, c.FailAbove)
	case c.Old != "" && c.measures():
		return session.BadUsage("%s and %s have been measured: flags that say what to measure are for --a and --b", c.Old, cmp.Or(c.New, "the other report"))
	case c.Old != "" && c.New == "":
		return session.BadUsage("%s alone cannot be compared: give two reports", c.Old)
	case c.Old != "" && session.SameFile(c.Old, c.New) && !source.IsStdin(c.Old):
		return session.BadUsage("both reports are %s: give two", c.Old)
	case c.Old != "" && source.IsStdin(c.Old) && source.IsStdin(c.New):
		return session.BadUsage("standard input can be read once: give a file for one of the reports")
	}
	return nil
}

// measures reports whether a flag says what to measure.
func (c *Compare) measures() bool {
	given := c.Effort
	given.Reps, given.Patience = 0, 0 // which have defaults
	return c.Shape != nil || c.Heap != nil || c.Objects != nil || c.Layout != nil || c.Seed != nil || c.Workers != nil ||
		len(c.SpelledChoices()) > 0 || given != flags.Effort{} || c.NoVerify || c.TrustFile
}

// files compares two reports.
func (c *Compare) files(s *session.Session, r *schema.Comparison) error {
	var runs [2]*schema.Run
	for i, path := range []string{c.Old, c.New} {
		run, err := session.Await(s, func() (*schema.Run, error) { return flags.ReadFile(path, measure.ReadRun) })
		if err != nil {
			return err
		}
		runs[i] = run
	}
	r.A, r.B = schema.CompareSide{Name: c.Old, Env: runs[0].Env}, schema.CompareSide{Name: c.New, Env: runs[1].Env}
	return compare.Runs(r, runs[0], runs[1])
}

func (c *Compare) write(out *session.Outputs, r *schema.Comparison) error {
	if err := text.Print(out.Human(), text.Comparison(r)); err != nil {
		return err
	}
	if err := out.WriteJSON(r); err != nil {
		return err
	}
	if err := out.Write("markdown", func(w io.Writer) error { return text.Print(w, text.Markdown(r)) }); err != nil {
		return err
	}
	return out.Commit()
}

// judge returns an error of exit status 3 if a row is slower than --fail-above allows, or unsure
// where --fail-unsure is given.
func (c *Compare) judge(s *session.Session, r *schema.Comparison) error {
	unsure := r.Summary.Counts[schema.Unsure]
	if err := c.judgeSlower(r); err != nil {
		return err
	}
	switch {
	case unsure == 0:
	case c.FailUnsure:
		return session.Crossed("--fail-unsure: %s of %s unsure, for the reasons below the table", numeral.Count(uint64(unsure)), numeral.Plural(uint64(len(r.Rows)), "row"))
	case c.FailAbove > 0:
		s.Warn("--fail-above does not judge unsure rows: %s (--fail-unsure ends with exit status 3 then)", numeral.Plural(uint64(unsure), "row"))
	}
	return nil
}

// judgeSlower returns an error if a row is slower by more than --fail-above.
func (c *Compare) judgeSlower(r *schema.Comparison) error {
	if c.FailAbove == 0 {
		return nil
	}
	crossed, worst := 0, 0
	for i := range r.Rows {
		if row := &r.Rows[i]; row.Verdict == schema.Slower && row.Ratio > 1+float64(c.FailAbove) {
			crossed++
			if row.Ratio > r.Rows[worst].Ratio || crossed == 1 {
				worst = i
			}
		}
	}
	if crossed == 0 {
		return nil
	}
	row := &r.Rows[worst]
	return session.Crossed("--fail-above %v: %s slower by more than that, most of all %s with %s: B/A %.3f", c.FailAbove,
		numeral.Plural(uint64(crossed), "row"), columns.HeapLabel(row), columns.WorkersLabel(row), row.Ratio)
}

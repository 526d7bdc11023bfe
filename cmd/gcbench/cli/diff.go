package cli

import (
	"runtime/debug"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/spell"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/growth"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
)

type diffCmd struct {
	Dumps []string `arg:"" name:"dump" type:"inputs" help:"Two dumps of one program, A and B, or three with a later C, which shows which new objects of B stay. A heap dump (Go, Java, V8, Ruby, MMTk) or a snapshot (.heap), compressed (.zst, .gz) or not; - is standard input."`
	flags.Files
	flags.Program
	Top        int          `type:"number" group:"report" placeholder:"N" default:"10" help:"How many classes are listed, 1 to 1000 (default 10)."`
	FailGrowth spell.Growth `type:"growth" group:"judge" placeholder:"P%|N" help:"End with exit status 3 if the live bytes, or those of one class, grow from the first dump to the last by more than that: a part of the first dump's live bytes, or a size such as 10MiB."`
	JSON       string       `type:"output" group:"report" placeholder:"FILE" help:"Write a JSON report; - is standard output."`
	Folded     string       `type:"output" group:"report" placeholder:"FILE" help:"Write what holds the suspects as folded stacks, for flame graphs: root;class;class and bytes; - is standard output."`
}

// Help says what is compared.
func (*diffCmd) Help() string {
	return "Counts the live objects of each class in two or three heap dumps of one program, and says which classes have grown, what they keep, and what holds them. " +
		"If the runtime keeps the identity of objects (Go, V8, Ruby), it also says which objects are new, and which are gone. With three dumps it says which of the new ones stay: those are the leak, if there is one. " +
		"Take the first dump when the program has warmed up. docs/leaks.md finds a leak with it in each language."
}

// check reports what is wrong before any work is done.
func (c *diffCmd) check(s *session.Session) error {
	switch n := len(c.Dumps); {
	case n < 2:
		return session.BadUsage("%s alone cannot be compared: give a later dump of the same program, too", c.Dumps[0])
	case n > 3:
		return session.BadUsage("%d dumps are too many: give two, A and B, or three, A, B and C", n)
	}
	stdin := 0
	for _, path := range c.Dumps {
		if source.IsStdin(path) {
			stdin++
		}
		if err := source.Exists(s, path); err != nil {
			return err
		}
	}
	if stdin > 1 {
		return session.BadUsage("standard input can be read once: give files for the other dumps")
	}
	return c.Program.Exists()
}

// Run carries out gcbench diff.
func (c *diffCmd) Run(s *session.Session) error {
	if err := c.check(s); err != nil {
		return err
	}
	out, err := s.OpenOutputs(c.Program.Inputs(c.Dumps...), session.Destination{Flag: "json", Path: c.JSON}, session.Destination{Flag: "folded", Path: c.Folded})
	if err != nil {
		return err
	}
	defer out.Abandon()
	g := growth.New(len(c.Dumps))
	last, err := c.read(s, g)
	if err != nil {
		return err
	}
	s.Progress.Show("%s: searching what holds and is kept by the classes that have grown", last.Name())
	var r *schema.Diff
	err = flags.Believed(last, func() (err error) {
		r, err = session.Await(s, func() (*schema.Diff, error) { return g.Report(s, c.Top) })
		return err
	})
	if err != nil {
		return err
	}
	r.Env = machine.Describe(s.Args)
	s.Progress.Clear()
	if gone := r.All.Gone; gone != nil && *gone > 0 && *gone == r.Dumps[0].Live.Objects {
		s.Warn("no object of %s is in %s: an %s identifies an object within one process, so take all dumps from one process", r.Dumps[0].Heap, r.Dumps[1].Heap, r.Identity)
	}
	if err := text.Print(out.Human(), text.Diff(r)); err != nil {
		return err
	}
	err = flags.Believed(last, func() error { return out.Write("folded", g.Folded) })
	if err != nil {
		return err
	}
	if err := out.Finish(r); err != nil {
		return err
	}
	return c.judge(g)
}

// read takes in the dumps one after the other, and returns the last one.
func (c *diffCmd) read(s *session.Session, g *growth.Growth) (last *source.Heap, err error) {
	for i, path := range c.Dumps {
		if i > 0 {
			last = nil
			debug.FreeOSMemory() // the dump before is garbage, and limits ask for the memory that is free
		}
		if last, err = c.add(s, g, path); err != nil {
			return nil, err
		}
	}
	return last, nil
}

// add reads a dump and takes it in.
func (c *diffCmd) add(s *session.Session, g *growth.Growth, path string) (*source.Heap, error) {
	h, err := flags.Load(s, c.FileSource(path, func(how *source.Reading) { how.Classes = true }))
	if err == nil {
		err = c.NameGlobals(h)
	}
	if err == nil {
		err = flags.CheckOrder(h.File, h.Heap)
	}
	if err != nil {
		return nil, err
	}
	if err := g.Fits(h); err != nil {
		return nil, session.BadUsage("%w", err)
	}
	flags.SpareMemory(h.Heap)
	s.Progress.Show("%s: counting", h.Name())
	return h, flags.Believed(h, func() error {
		_, err := session.Await(s, func() (struct{}, error) { return struct{}{}, g.Add(s, h) })
		return err
	})
}

// judge returns an error of exit status 3 if more has grown than --fail-growth allows.
func (c *diffCmd) judge(g *growth.Growth) error {
	if c.FailGrowth == (spell.Growth{}) {
		return nil
	}
	class, bytes, ok := g.Most()
	if !ok || bytes <= c.FailGrowth.Of(g.LiveBytes()) {
		return nil
	}
	what := "the live bytes"
	if class != "" {
		what = "class " + source.Quote(class)
	}
	return session.Crossed("--fail-growth %v: %s grew by %s, from the first dump to the last; the first has %s live", c.FailGrowth, what, numeral.Bytes(bytes), numeral.Bytes(g.LiveBytes()))
}

package cli

import (
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/reach"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

type reachCmd struct {
	File    string   `arg:"" type:"input" help:"The heap to read: ${files}."`
	Roots   []string `arg:"" optional:"" name:"root" type:"objects" help:"Objects to begin at: names, numbers in an edge list, addresses or ids in a heap dump (default the file's own roots)."`
	Not     bool     `group:"reach" help:"Print the objects that are not reached."`
	Count   bool     `group:"reach" help:"Print only how many there are."`
	Levels  bool     `group:"reach" help:"Print before each object how far it is from the nearest root, and a tab."`
	Why     []string `type:"object" sep:"none" group:"reach" placeholder:"OBJECT" help:"Print a shortest path from a root to this object instead, one object a line. May be repeated."`
	Reverse bool     `group:"reach" help:"Follow references backwards: who reaches the roots?"`
	flags.Files
	flags.Report
}

// Help says where what goes.
func (*reachCmd) Help() string {
	return "Prints which objects of a graph can be reached, one a line in the order of the file, and how many on standard error. " +
		"A name with blanks or quotation marks is printed in quotation marks, and may be given so. A name that begins with - stands after --. " +
		"If an object of --why is not reached, the exit status is 1."
}

// check refuses flags that mean nothing together.
func (c *reachCmd) check() error {
	switch {
	case c.Why != nil && c.Not:
		return session.BadUsage("--why and --not exclude each other: an object that is not reached has no path")
	case c.Why != nil && c.Count:
		return session.BadUsage("--why and --count exclude each other: a path is printed or not")
	case c.Levels && c.Not:
		return session.BadUsage("--levels and --not exclude each other: an object that is not reached has no distance")
	case c.Levels && c.Count:
		return session.BadUsage("--levels and --count exclude each other: gcbench info counts the objects of each level")
	case c.Reverse && c.Roots == nil:
		return session.BadUsage("--reverse needs a root: give the objects whose users you look for")
	}
	return nil
}

// Run carries out gcbench reach.
func (c *reachCmd) Run(s *session.Session) error {
	if err := c.check(); err != nil {
		return err
	}
	if err := source.Exists(s, c.File); err != nil {
		return err
	}
	var h *source.Heap
	var q reach.Query
	var a *reach.Answer
	err := c.WriteReport(s, flags.Inputs(c.File), func(w io.Writer) (_ any, err error) {
		if h, err = c.read(s); err != nil {
			return nil, err
		}
		err = flags.Believed(h, func() (err error) {
			if q, err = c.query(h); err == nil {
				a, err = c.answer(s, h, q)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		s.Progress.Clear()
		r := reach.Report(h, q, a, c.Not, !c.Count && c.JSON != "")
		r.Env = machine.Describe(s.Args)
		return r, c.print(s, w, h, q, a)
	})
	if err != nil {
		return err
	}
	return reach.Missing(h, q, a)
}

// read reads the file.
func (c *reachCmd) read(s *session.Session) (*source.Heap, error) {
	from := c.FileSource(c.File, nil)
	h, err := flags.Quietly(s, from)
	if err != nil {
		return nil, err
	}
	if err := flags.CheckOrder(from.Name, h.Heap); err != nil {
		return nil, err
	}
	if h.Warning != "" && (h.Mapped() || c.Roots == nil || h.NumObjects() == 0) { // it may be about the file's roots
		s.Warn("%s", h.Warning)
	}
	return h, nil
}

// query finds in the heap what the command line names.
func (c *reachCmd) query(h *source.Heap) (q reach.Query, err error) {
	q = reach.Query{Reverse: c.Reverse, Distances: c.Levels}
	if q.Roots, err = reach.Nodes(h, c.Roots); err != nil {
		return q, session.BadUsage("%s: %w", h.File, err)
	}
	if c.Roots == nil {
		q.Roots = h.Graph().Roots()
	}
	if q.Why, err = reach.Nodes(h, c.Why); err != nil {
		return q, session.BadUsage("--why: %s: %w", h.File, err)
	}
	return q, flags.CheckMarking(h.Name(), h.Heap, flags.Markers{}, reach.Bytes(h.Heap, q))
}

// answer searches.
func (c *reachCmd) answer(s *session.Session, h *source.Heap, q reach.Query) (*reach.Answer, error) {
	s.Progress.Show("%s: searching", h.Name())
	return session.Await(s, func() (*reach.Answer, error) { return reach.Find(s, h.Heap, q) })
}

package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/cli/flags"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/retained"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/why"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

type whyCmd struct {
	File    string   `arg:"" type:"input" help:"The heap to read: ${files}."`
	Objects []string `arg:"" optional:"" name:"object" type:"objects" help:"Objects to explain: addresses or ids in a heap dump, such as 0xc000012345 or @12345, names in a file of names, else numbers in order of address, from 0. Without one, large objects are listed."`
	flags.Files
	flags.Program
	Class string `type:"class" group:"report" placeholder:"NAME" help:"Say what holds the objects of this class or type. Dumps of other runtimes say the classes. In a Go heap dump the class of an object is its size and the places of its pointers."`
	All   bool   `group:"report" help:"List all objects of a long path, not its ends alone."`

	Retained int `type:"number" group:"report" placeholder:"N" help:"Explain the N objects that keep the most alive: ${range_retained}."`

	flags.Report
}

// Help says what a path is, and what is printed without an object.
func (*whyCmd) Help() string {
	return "Says why an object is alive: a shortest path of references that leads to it from a root, and what the root is. " +
		"A Go heap dump names its roots: the function and the goroutine of a frame, or a global variable, whose name --binary finds. The dumps of other runtimes say the class of each object, and --class shows how all objects of a class are held. " +
		"--retained explains the objects that keep the most alive, and gcbench info --retained lists more of them, and their classes. " +
		"Without an object it lists how much each root reaches, and the largest objects. " +
		"The exit status is 1 if an object is not reachable. docs/heapdump.md has an example."
}

// Run carries out gcbench why.
func (c *whyCmd) Run(s *session.Session) error {
	if err := source.Exists(s, c.File); err != nil {
		return err
	}
	if err := c.Program.Exists(); err != nil {
		return err
	}
	switch {
	case c.Class != "" && len(c.Objects) > 0:
		return session.BadUsage("--class asks for all objects of a class: leave out --class or %s", c.Objects[0])
	case c.Retained > 0 && (c.Class != "" || len(c.Objects) > 0):
		return session.BadUsage("--retained asks for the objects that keep the most: leave out --retained or %s", cmp.Or(c.Class, strings.Join(c.Objects, " ")))
	}
	var r *why.Report
	err := c.WriteReport(s, c.Program.Inputs(c.File), func(w io.Writer) (any, error) {
		h, err := flags.Load(s, c.FileSource(c.File, func(how *source.Reading) {
			how.Offsets, how.Classes = len(c.Objects) > 0 || c.Retained > 0, c.Class != "" || c.Retained > 0
		}))
		if err == nil {
			err = c.NameGlobals(h)
		}
		if err != nil {
			return nil, err
		}
		r = &why.Report{Schema: why.Schema, Env: machine.Describe(s.Args), Heap: h.File, Format: string(h.Format), Objects: []why.Reason{}}
		if err := flags.Believed(h, func() error { return c.look(s, h, r) }); err != nil {
			return nil, err
		}
		s.Progress.Clear()
		return r, text.Print(w, text.Why(r))
	})
	if err != nil {
		return err
	}
	return unreachable(r.Objects)
}

// look fills in what the report says: about the objects, a class, or the whole heap.
func (c *whyCmd) look(s *session.Session, h *source.Heap, r *why.Report) (err error) {
	if err := flags.CheckOrder(h.File, h.Heap); err != nil {
		return err
	}
	if len(c.Objects) > 0 || c.Retained > 0 {
		r.Objects, err = c.reasons(s, h)
		return err
	}
	s.Progress.Show("searching by breadth")
	if c.Class != "" {
		r.OfClass, err = session.Await(s, func() (*why.OfClass, error) {
			of, err := why.LookAtClass(h, c.Class)
			if err != nil {
				return nil, session.BadUsage("--class: %w", err)
			}
			return of, nil
		})
		return err
	}
	r.Survey, err = session.Await(s, func() (*why.Survey, error) { return why.Look(h), nil })
	return err
}

// reasons finds the objects, a path to each, and what it keeps alive.
func (c *whyCmd) reasons(s *session.Session, h *source.Heap) ([]why.Reason, error) {
	nodes := make([]uint32, len(c.Objects))
	for i, text := range c.Objects {
		ref, err := h.Find(text)
		if err != nil {
			return nil, session.BadUsage("%s: %w", h.File, err)
		}
		nodes[i] = uint32(ref)
	}
	return session.Await(s, func() ([]why.Reason, error) {
		weigh := func(r *why.Reason, node uint32) error { return r.Weigh(s, h, node) }
		if c.Retained > 0 {
			kept, err := retained.Look(s, h, nil, func(phase string, _, _ uint64) { s.Progress.Show("%s", phase) })
			if err != nil {
				return nil, err
			}
			nodes = kept.Nodes(c.Retained)
			weigh = func(r *why.Reason, node uint32) error {
				keeps := kept.Kept(heap.Ref(node))
				r.Keeps = &keeps
				return nil
			}
		}
		s.Progress.Show("searching by breadth")
		g := h.Graph()
		paths, err := reach.Paths(s, g, g.Roots(), nodes, mark.Options{})
		if err != nil {
			return nil, err
		}
		reasons := make([]why.Reason, len(nodes))
		for i, node := range nodes {
			asked := ""
			if i < len(c.Objects) {
				asked = c.Objects[i]
			}
			reasons[i] = why.Explain(h, asked, heap.Ref(node), paths[i], c.All)
			s.Progress.ShowPart(float64(i)/float64(len(nodes)), "marking without %s", reasons[i].Label)
			if err := weigh(&reasons[i], node); err != nil {
				return nil, err
			}
		}
		return reasons, nil
	})
}

// unreachable is the error that some objects are not reachable, or nil.
func unreachable(reasons []why.Reason) error {
	n := 0
	for _, r := range reasons {
		if !r.Reachable {
			n++
		}
	}
	switch {
	case n == 0:
		return nil
	case len(reasons) == 1:
		return fmt.Errorf("%s is not reachable", reasons[0].Label)
	}
	return fmt.Errorf("%d of %s are not reachable", n, numeral.Plural(uint64(len(reasons)), "object"))
}

package growth

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// Growth takes in dumps of one program, one after the other. One goroutine at a time may call its methods.
type Growth struct {
	dumps    int // that there will be, 2 or 3
	identity identity
	taken    []*census
	last     *view // the last dump
}

// New returns a Growth for so many dumps, 2 or 3.
func New(dumps int) *Growth { return &Growth{dumps: dumps} }

// Fits reports that the heap cannot be the next dump: it is none, or that of another runtime.
func (g *Growth) Fits(h *source.Heap) error {
	if h.TakesRoots() {
		return fmt.Errorf("%s (%s) is a plain graph: give heap dumps of one program", h.File, h.Format)
	}
	if g.taken != nil && g.taken[0].format != h.Format {
		return fmt.Errorf("%s (%s) and %s (%s) are of different formats: give heap dumps of one program, all of one format",
			g.taken[0].file, g.taken[0].format, h.File, h.Format)
	}
	return nil
}

// Add takes in the next dump, which fits and has been read with source.Reading.Classes. Only the last one is kept. The errors
// are those of marks.
func (g *Growth) Add(ctx context.Context, h *source.Heap) error {
	g.identity = identityOf(h.Format)
	v, err := look(ctx, h)
	if err != nil {
		return err
	}
	keep, before := keepNone, (*census)(nil)
	switch n := len(g.taken); {
	case n == 0 && g.identity.of != "":
		keep = keepAll
	case n == 1 && g.dumps == 3 && g.identity.of != "":
		keep = keepNew
	}
	if len(g.taken) > 0 {
		before = g.taken[len(g.taken)-1]
	}
	g.taken = append(g.taken, take(v, before, keep))
	if len(g.taken) == g.dumps {
		g.last = v
	} else if before != nil {
		before.forget()
	}
	return nil
}

// change says how a class has changed: what of returns of each census.
func (g *Growth) change(of func(*census) population) schema.Change {
	var c schema.Change
	for _, taken := range g.taken {
		c.Live = append(c.Live, of(taken).Amount)
	}
	if g.identity.of == "" {
		return c
	}
	b := of(g.taken[1])
	c.New = &schema.Amount{Objects: b.Objects - b.seen.Objects, Bytes: b.Bytes - b.seen.Bytes}
	gone := c.Live[0].Objects - min(b.seen.Objects, c.Live[0].Objects) // in a damaged file an id may be there twice
	c.Gone = &gone
	if g.dumps == 3 {
		still := of(g.taken[2]).seen
		c.Still = &still
	}
	return c
}

// suspicion is by how much a class is suspected: what is new and stays, or by how much it has grown in each step, or
// grown at all.
func suspicion(c *schema.Change) schema.Amount {
	switch {
	case c.Still != nil:
		return *c.Still
	case len(c.Live) == 3:
		b, c := Grown(c.Live[0], c.Live[1]), Grown(c.Live[1], c.Live[2])
		return schema.Amount{Objects: min(b.Objects, c.Objects), Bytes: min(b.Bytes, c.Bytes)}
	}
	return Grown(c.Live[0], c.Live[1])
}

// Grown is by how much a class has grown: 0 objects or bytes if these have not become more.
func Grown(before, after schema.Amount) schema.Amount {
	return schema.Amount{Objects: after.Objects - min(before.Objects, after.Objects), Bytes: after.Bytes - min(before.Bytes, after.Bytes)}
}

// suspects are all classes that are suspected, the most suspicious first, and how many have shrunk.
func (g *Growth) suspects() (all []schema.DiffClass, shrunk int) {
	seen := map[string]bool{}
	for _, taken := range g.taken {
		for name := range taken.classes {
			if seen[name] {
				continue
			}
			seen[name] = true
			change := g.change(func(c *census) population { return c.of(name) })
			if change.Live[len(change.Live)-1].Bytes < change.Live[0].Bytes {
				shrunk++
			}
			if suspicion(&change) != (schema.Amount{}) {
				all = append(all, schema.DiffClass{Class: name, Change: change, Chains: []schema.DiffChain{}})
			}
		}
	}
	slices.SortFunc(all, func(a, b schema.DiffClass) int {
		x, y := suspicion(&a.Change), suspicion(&b.Change)
		return cmp.Or(cmp.Compare(y.Bytes, x.Bytes), cmp.Compare(y.Objects, x.Objects), cmp.Compare(a.Class, b.Class))
	})
	return all, shrunk
}

// Report compares the dumps, all of which have been added. It marks the last one once more for each of the top classes.
func (g *Growth) Report(ctx context.Context, top int) (*schema.Diff, error) {
	d := &schema.Diff{Schema: schema.DiffSchema, Identity: g.identity.of, Note: g.identity.note(g.last.Format), Dumps: []schema.DiffDump{}}
	for _, c := range g.taken {
		d.Dumps = append(d.Dumps, schema.DiffDump{Heap: c.file, Format: string(c.format), Live: c.live, Dead: c.dead})
	}
	d.All = g.change((*census).whole)
	suspects, shrunk := g.suspects()
	d.Suspects, d.Shrunk = len(suspects), shrunk
	d.Classes = append([]schema.DiffClass{}, suspects[:min(top, len(suspects))]...)
	if len(d.Classes) == 0 {
		return d, nil
	}
	g.hang(d.Classes)
	return d, g.weigh(ctx, d.Classes)
}

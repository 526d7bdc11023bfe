package growth

import (
	"context"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/classes"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// census is what stays of a heap when the next one is read.
type census struct {
	file       string
	format     dump.Format
	live, dead schema.Amount
	classes    map[string]*population
}

// population are the live objects of a class.
type population struct {
	schema.Amount
	ids ids // of those that a later census asks for; sorted
	// seen are those that the census before has, too.
	seen schema.Amount
}

// view is a heap while it is in memory: its classes, and what is live.
type view struct {
	*source.Heap
	table *classes.Table
	live  *heap.Bitmap
}

// look marks a heap.
func look(ctx context.Context, h *source.Heap) (*view, error) {
	table, err := classes.Of(h)
	if err != nil {
		return nil, err
	}
	marked, err := mark.Heap(ctx, h.Heap, mark.Options{})
	if err != nil {
		return nil, err
	}
	return &view{h, table, marked.Marks}, nil
}

// class returns the number of the class with this name, -1 if no object of the heap has it.
func (v *view) class(name string) int { return slices.Index(v.table.Names, name) }

// keep says which ids a census keeps, for what is asked of the heap after it.
type keep int

const (
	keepNone keep = iota // none: there is no such heap, or no identity
	keepAll              // all live objects
	keepNew              // those that the census before does not have
)

// take counts the live objects of the heap by class, and, if there is a census before it, those that this one has seen:
// whose id it keeps. The order is that of the heap, whose objects mostly come in order of id.
func take(v *view, before *census, keep keep) *census {
	c := &census{file: v.File, format: v.Format, classes: map[string]*population{}}
	all := make([]population, len(v.table.Names))
	earlier := make([]ids, len(v.table.Names))
	for class, name := range v.table.Names {
		if before != nil && before.classes[name] != nil {
			earlier[class] = before.classes[name].ids
		}
	}
	for ref, o := range v.table.All {
		if !v.live.Has(ref) {
			c.dead.Add(o.Bytes)
			continue
		}
		p := &all[o.Class]
		p.Add(o.Bytes)
		known := earlier[o.Class].has(o.ID)
		if known {
			p.seen.Add(o.Bytes)
		}
		if keep == keepAll || keep == keepNew && !known {
			p.ids = append(p.ids, o.ID)
		}
	}
	for class := range all {
		if p := &all[class]; p.Objects > 0 {
			p.ids.sort()
			c.classes[v.table.Names[class]] = p
			c.live.Objects += p.Objects
			c.live.Bytes += p.Bytes
		}
	}
	return c
}

// of returns the population of a class, which may be empty.
func (c *census) of(class string) population {
	if p := c.classes[class]; p != nil {
		return *p
	}
	return population{}
}

// whole returns the population of all classes together, without ids.
func (c *census) whole() population {
	all := population{Amount: c.live}
	for _, p := range c.classes {
		all.seen.Objects += p.seen.Objects
		all.seen.Bytes += p.seen.Bytes
	}
	return all
}

// forget drops the ids, which no later census asks for.
func (c *census) forget() {
	for _, p := range c.classes {
		p.ids = nil
	}
}

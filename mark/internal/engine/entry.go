package engine

import (
	"context"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/record"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
)

// This file is how a mark of each kind of graph runs. Its user is between Acquire and Release.
// A mark returns false if it has not begun. Otherwise the error says why it is not complete.

// Heap marks from these roots, which may be nil or damaged.
func (m *Marker) Heap(ctx context.Context, h *heap.Heap, roots []heap.Ref, starts Start) (begun bool, err error) {
	defer m.blame(&err)
	if err := starts(m, ctx, Extent{h.Granules(), true}); err != nil {
		return false, err
	}
	m.arena = source.NewArena(h)
	coldAfter, cold := record.Cold(ctx)
	m.arena.OnDisk = m.arena.OnDisk || m.arena.Mapped && cold && coldAfter == 0
	if m.Machine != nil { // in virtual time no page is read
		m.arena.Mapped, m.arena.OnDisk = false, false
	}
	m.Marks.Words()[0].Or(1) // nil counts as marked, so follow need not compare references with it
	m.run(m.scannerOf(h, roots, record.From(ctx), coldAfter), len(roots))
	m.Marks.Words()[0].And(^uint64(1))
	return true, m.finish()
}

// Rows marks from these roots, which are nodes.
func (m *Marker) Rows(ctx context.Context, rows *kernel.Rows, roots []uint32, starts Start) (begun bool, err error) {
	defer m.blame(&err)
	if err := starts(m, ctx, Extent{uint64(rows.Nodes()), false}); err != nil {
		return false, err
	}
	m.readsRows(rows, roots)
	m.run(&m.memoryScanner, len(roots))
	return true, m.finish()
}

// Calls marks a graph of so many nodes, whose successors a callback computes. The roots are nodes.
func (m *Marker) Calls(ctx context.Context, g Callback, nodes uint32, roots []uint32, starts Start) (begun bool, err error) {
	defer m.blame(&err)
	if err := starts(m, ctx, Extent{uint64(nodes), false}); err != nil {
		return false, err
	}
	m.graphScanner = graphScanner{graph: g, nodes: nodes, roots: roots}
	m.run(&m.graphScanner, len(roots))
	return true, m.finish()
}

// From here on this file is how a mark begins with mark bits that are set already: those of the last mark
// when a user has further roots, those that another Marker has set, and those of the nodes that
// a mark leaves out. Scanners look whether a bit is set, and not when it was set. Nothing
// else in a mark knows about this, but one conservation law.
//
// Invariants:
//
//	E1  An object whose bit is set before a mark is not pushed in this mark, be it a root
//	    or not. It is not scanned, and the mark does not go beyond it.
//	E2  A complete mark that began with the bits of set S has set S, and what can be
//	    reached from its roots on ways outside S.
//	E3  If each edge from S leads to S, then this is S and everything that can be reached
//	    from the roots: a way that enters S stays in S. The bits of a complete mark that
//	    began with none are such an S, by E2, and so are those of its extensions.
//	E4  The bits of a mark that has failed are no such S: a worker may have set a bit and
//	    not scanned the object. Such a mark is therefore never extended.
//	E5  m.Before is how many bits were set, and the mark adds one for each object that it
//	    marks. The bit of nil, which a mark of a heap sets for itself, is not counted.
//	E6  Bits that come from elsewhere are copied before the mark begins. No other mark reads or
//	    writes m.Marks while it runs, and the bits that were given stay as they are.
//	E7  Nodes that a graph has got since then have clear bits. They are not in the S of E3, and
//	    edges from S to them are passed by their heads, as roots.

// Start prepares a Marker for a mark of this extent, with some bits set. An error comes before
// anything has been changed.
type Start func(*Marker, context.Context, Extent) error

// Fresh is the start of a mark that begins with no bits.
func (m *Marker) Fresh(ctx context.Context, e Extent) error {
	m.Extent, m.LeftOut = e, false
	m.prepare(ctx, e.IDs)
	return nil
}

// Extend is the start of a mark that begins with those of the last one.
func (m *Marker) Extend(ctx context.Context, e Extent) error {
	switch last := m.Extent; {
	case m.dirty:
		return fmt.Errorf("%w: the last mark did not finish, so mark from the beginning", ErrIncomplete)
	case !m.marked:
		return fmt.Errorf("%w: nothing has been marked yet", ErrIncomplete)
	case last.Heap != e.Heap || e.Heap && last != e:
		return fmt.Errorf("%w: the last mark was of %v, and this is %v", ErrIncomplete, last, e)
	case last.IDs > e.IDs:
		return fmt.Errorf("%w: the last mark was of %v, and this is %v: a graph may have grown, but not shrunk", ErrIncomplete, last, e)
	}
	m.Extent, m.Before = e, m.Reached
	m.Marks.Grow(e.IDs) // E7
	m.keepMarks(ctx, e.IDs)
	return nil
}

// FromBits is the start of a mark of a heap that begins with these bits, which are not those of the Marker.
func FromBits(before *heap.Bitmap) Start {
	return func(m *Marker, ctx context.Context, e Extent) error {
		_ = m.Fresh(ctx, e) // never fails
		words := m.Marks.Words()
		for i := range before.Words() {
			words[i].Store(before.Words()[i].Load()) // E6
		}
		m.Before = m.Marks.Count() // E5
		return nil
	}
}

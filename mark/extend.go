package mark

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// This file is how a mark begins with mark bits that are set already: those of the last mark
// when a user has further roots, those that another Marker has set, and those of the nodes that
// a mark leaves out (once.go). Scanners look whether a bit is set, and not when it was set. So nothing
// else in a mark knows about this, but one conservation law.
//
// What holds:
//
//	E1  An object whose bit is set before a mark is not pushed in this mark, be it a root
//	    or not. So it is not scanned, and the mark does not go beyond it.
//	E2  A complete mark that began with the bits of set S has set S, and what can be
//	    reached from its roots on ways outside S.
//	E3  If each edge from S leads to S, then this is S and everything that can be reached
//	    from the roots: a way that enters S stays in S. The bits of a complete mark that
//	    began with none are such an S, by E2. So are those of its extensions.
//	E4  The bits of a mark that has failed are no such S: somebody may have set a bit and
//	    not scanned the object. So such a mark is never extended.
//	E5  m.before is how many bits were set, and the mark adds one for each object that it
//	    marks. The bit of nil, which a mark of a heap sets for itself, is not counted.
//	E6  Bits that come from elsewhere are copied before the mark begins. So nobody else
//	    reads or writes m.marks while it runs, and the bits that were given stay as they are.

// ErrIncomplete is the error of [Marker.ExtendGraph] and [Marker.ExtendHeap] if there is no
// complete result from which they could go on. errors.Is finds it.
var ErrIncomplete = errors.New("mark: there is no complete result to extend")

// extent is what the bits of a mark bitmap stand for.
type extent struct {
	ids  uint64 // nodes of a graph, or granules of a heap
	heap bool
}

// start prepares a Marker for a mark of this extent, with some bits set. An error comes before
// anything has been changed.
type start func(context.Context, extent) error

// startFresh is the start of a mark that begins with no bits.
func (m *Marker) startFresh(ctx context.Context, e extent) error {
	m.extent = e
	m.prepare(ctx, e.ids)
	return nil
}

// startExtend is the start of a mark that begins with those of the last one.
func (m *Marker) startExtend(ctx context.Context, e extent) error {
	switch last := m.extent; {
	case m.dirty:
		return fmt.Errorf("%w: the last mark did not come to its end, so mark from the beginning", ErrIncomplete)
	case m.result.marks == nil:
		return fmt.Errorf("%w: nothing has been marked yet", ErrIncomplete)
	case last != e:
		return fmt.Errorf("%w: the last mark was of %v, and this is %v", ErrIncomplete, last, e)
	}
	m.before = m.result.reached
	m.keepMarks(ctx, e.ids)
	return nil
}

// startFromBits is the start of a mark of a heap that begins with these bits, which are not those of m.
func (m *Marker) startFromBits(before *heap.Bitmap) start {
	return func(ctx context.Context, e extent) error {
		if err := m.startFresh(ctx, e); err != nil {
			return err
		}
		words := m.marks.Words()
		for i := range before.Words() {
			words[i].Store(before.Words()[i].Load()) // E6
		}
		m.before = m.marks.Count() // E5
		return nil
	}
}

// String says what was marked.
func (e extent) String() string {
	if e.heap {
		return fmt.Sprintf("a heap of %d granules", e.ids)
	}
	return fmt.Sprintf("a graph of %d nodes", e.ids)
}

// ExtendGraph goes on from the last mark of g by this Marker, with further roots. It scans
// only what was not reached before. So to mark with roots A and to extend with roots B costs
// as much as to mark with all of them at once, and reaches the same nodes.
//
// g is given again, because a Marker does not keep what it has marked. It must be the same
// graph. Its nodes that were reached may not have got further successors meanwhile; the others
// may.
//
// The result is of everything that was reached since the last MarkGraph, but for Stats, which
// are those of the extension alone. It takes the place of the last result. The errors are
// those of [Marker.MarkGraph], and [ErrIncomplete] if the last mark or extension ended with
// an error, if there was none, or if it was of a heap or of a graph with another number of
// nodes. Arguments that are refused, with a nil result, change nothing.
func (m *Marker) ExtendGraph(ctx context.Context, g Digraph, roots []uint32) (*Result, error) {
	return m.markGraph(ctx, g, roots, false, m.startExtend)
}

// ExtendHeap goes on from the last mark of h by this Marker, with further roots: see
// [Marker.ExtendGraph]. The roots are Refs of objects of h. Nil is left out. If a root is no
// object, then the result means nothing, or the error says that the heap is damaged.
func (m *Marker) ExtendHeap(ctx context.Context, h *heap.Heap, roots []heap.Ref) (*HeapResult, error) {
	if err := m.acquire(); err != nil {
		return nil, err
	}
	defer m.release()
	if err := badRefs(ctx, h, roots); err != nil {
		return nil, err
	}
	return m.markHeap(ctx, h, roots, m.startExtend)
}

// ResumeHeap goes on from a complete mark of h that any Marker has carried out, perhaps in
// another process, with further roots: see [Marker.ExtendHeap]. before has the mark bits of
// that mark. It is copied, and not changed. So the result depends on h, before and the roots alone,
// and a mark that was interrupted may be resumed again from the same bits.
//
// The bits must be those of a complete mark of h: each reference of an object whose bit is set
// leads to an object whose bit is set. ResumeHeap cannot see whether this is so. If it is
// not, or if a bit is set where no object is, then the result means nothing. If before are the bits of
// this Marker's own last result, then ResumeHeap is ExtendHeap: nothing is copied, and [ErrIncomplete] may
// be the error. Otherwise the errors are those of ExtendHeap without ErrIncomplete, and one that says that
// before cannot be the bitmap of h: it is nil, has another length, or has the bit of nil.
func (m *Marker) ResumeHeap(ctx context.Context, h *heap.Heap, before *heap.Bitmap, roots []heap.Ref) (*HeapResult, error) {
	if err := m.acquire(); err != nil {
		return nil, err
	}
	defer m.release()
	if err := badRefs(ctx, h, roots); err != nil {
		return nil, err
	}
	switch {
	case before == nil:
		return nil, errors.New("mark: the bitmap is nil: give the mark bits of h, or mark from the beginning")
	case before.Len() != h.Granules():
		return nil, fmt.Errorf("mark: the bitmap has %d bits, and the heap %d granules: give the bitmap of this heap", before.Len(), h.Granules())
	case before.Has(heap.Nil):
		return nil, errors.New("mark: bit 0 of the bitmap is set, which is nil and no object: give the bitmap of this heap")
	case before == &m.marks:
		return m.markHeap(ctx, h, roots, m.startExtend) // startFromBits would clear what it copies
	}
	return m.markHeap(ctx, h, roots, m.startFromBits(before))
}

// badRefs says what is wrong with a heap, or with roots that a caller gives beside it.
func badRefs(ctx context.Context, h *heap.Heap, roots []heap.Ref) error {
	if err := missingHeap(ctx, h); err != nil {
		return err
	}
	for i, root := range roots {
		if uint64(root) >= h.Granules() {
			return fmt.Errorf("mark: root %d is granule %d: the heap has %d granules, numbered from 0", i, root, h.Granules())
		}
	}
	return nil
}

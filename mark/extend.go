package mark

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
)

// ExtendGraph goes on from the last mark of g by this Marker, with further roots. It scans
// only what was not reached before. To mark with roots A and to extend with roots B costs as
// much as to mark with all of them at once, and reaches the same nodes.
//
// g is given again, because a Marker does not keep what it has marked. It must be the same
// graph, but it may have grown: it may have more nodes, and more edges. Nodes that were reached are not
// scanned again. Therefore pass an edge that begins at one of them by its head, as a root. Edges
// between other nodes are found. An edge that is gone leaves what it has reached.
//
//	was     0 ──> 1     2 ──> 3           mark with root 0 reaches 0 and 1
//	is now  0 ──> 1 ──> 2 ──> 3 ──> 4     extend with root 2 reaches all
//
// The result is of everything that was reached since the last MarkGraph, but for Stats, which
// are those of the extension alone. It takes the place of the last result. The errors are
// those of [Marker.MarkGraph], and [ErrIncomplete] if the last mark or extension ended with
// an error, if there was none, or if it was of a heap or of a graph with more
// nodes. Arguments that are refused, with a nil result, change nothing.
func (m *Marker) ExtendGraph(ctx context.Context, g Digraph, roots []uint32) (*Result, error) {
	return m.markGraph(ctx, g, roots, false, (*engine.Marker).Extend)
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
	return m.markHeap(ctx, h, roots, (*engine.Marker).Extend)
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
	case before == &m.engine.Marks:
		return m.markHeap(ctx, h, roots, (*engine.Marker).Extend) // FromBits would clear what it copies
	}
	return m.markHeap(ctx, h, roots, engine.FromBits(before))
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

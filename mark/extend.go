package mark

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
)

// ExtendGraph goes on from the last mark of g by this Marker, with further roots. It scans
// only what was not reached before. A mark with roots A and an extension with roots B cost as
// much as one mark with all of them, and reach the same nodes.
//
// g is given again, because a Marker does not keep what it has marked. It may have grown by
// nodes and edges. Nodes that were reached are not scanned again, so for each new edge that
// leaves one of them pass the node it leads to as a root. Nodes stay reached if an edge is
// gone.
//
//	was     0 ──> 1     2 ──> 3           mark with root 0 reaches 0 and 1
//	is now  0 ──> 1 ──> 2 ──> 3 ──> 4     extend with root 2 reaches all
//
// The result has everything that was reached since the last MarkGraph, and takes the place of
// the last result. Its Stats are those of the extension alone.
//
// The errors are those of [Marker.MarkGraph], and [ErrIncomplete]. The latter says that there
// was no mark, that the last mark or extension ended with an error, or that it was of a heap
// or of a graph with more nodes. Arguments that are refused, with a nil result, change
// nothing.
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

// ResumeHeap is [Marker.ExtendHeap] after a complete mark of h by any Marker, perhaps in
// another process. before has the mark bits of that mark. It is copied and not changed, so an
// interrupted call can be repeated from the same bits.
//
// In a complete mark each reference of a marked object leads to a marked object. ResumeHeap
// cannot see whether this is so. If it is not, or if a bit is set where no object is, then
// the result means nothing.
//
// The errors are those of ExtendHeap without [ErrIncomplete], and one that says that before
// cannot be the bitmap of h: it is nil, has another length, or has the bit of nil. If before
// is the bitmap of this Marker's last result, then ResumeHeap is ExtendHeap: nothing is
// copied, and ErrIncomplete may be the error.
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

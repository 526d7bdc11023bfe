package stress

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// cancels cancels before a mark, in one of its calls of user code, or from
// another goroutine some microseconds after it began.
func cancels(r *round) error {
	return r.withFaults(func(m *mark.Marker, g *graph) error {
		ctx, cancel := context.WithCancelCause(context.Background())
		defer cancel(nil)
		w := r.watching(g)
		switch r.rng.IntN(4) {
		case 0:
			cancel(errUser)
		case 1:
			at := r.when(g)
			w.before = func(call int64, _ uint32) {
				if call == at {
					cancel(errUser)
				}
			}
		case 2:
			return r.cancelHeap(ctx, m, g, cancel)
		default:
			defer r.soon(func() { cancel(errUser) })()
		}
		return r.faulty(ctx, m, w, isCancelled)
	})
}

// soon calls f from another goroutine after up to 300 microseconds. What it
// returns waits for that.
func (r *round) soon(f func()) (wait func()) {
	after := time.Duration(r.rng.IntN(300)) * time.Microsecond
	done := make(chan struct{})
	go func() {
		defer close(done)
		for began := time.Now(); time.Since(began) < after; { // sleeps are too long
		}
		f()
	}()
	return func() { <-done }
}

func (r *round) cancelHeap(ctx context.Context, m *mark.Marker, g *graph, cancel context.CancelCauseFunc) error {
	h, err := g.heap(r.rng)
	if err != nil {
		return err
	}
	return r.cancelMark(ctx, m, h, cancel)
}

// cancelMark cancels the mark of a heap soon after it began.
func (r *round) cancelMark(ctx context.Context, m *mark.Marker, h *oracled, cancel context.CancelCauseFunc) error {
	wait := r.soon(func() { cancel(errUser) })
	got, err := m.MarkHeap(ctx, h.Heap)
	wait()
	r.tookHeap(got)
	switch {
	case err == nil:
		return got.Marks.Compare(h.oracle)
	case !errors.Is(err, errUser):
		return err
	}
	r.tally.ExpectedErrors++
	for ref := range got.All() {
		if !h.oracle.Has(heap.Ref(ref)) {
			return fmt.Errorf("the object at granule %d is marked and not reachable", ref)
		}
	}
	return nil
}

// badRoots marks graphs and heaps with roots repeated, without roots, with nil
// roots and with roots beyond the end.
func badRoots(r *round) error {
	return r.withFaults(func(m *mark.Marker, g *graph) error {
		n := len(g.successors)
		good := g.roots
		switch r.rng.IntN(3) {
		case 0:
			g.roots = nil
		case 1:
			for range 1 + r.rng.IntN(3000) {
				g.roots = append(g.roots, oneOf(r.rng, good[0], uint32(r.rng.IntN(n))))
			}
		default:
			if err := r.farRoot(m, g); err != nil {
				return err
			}
			return r.farHeapRoot(m, g)
		}
		return r.plain(m, g, 6)
	})
}

// farRoot marks with a root that is no node: an error that says which, and
// nothing is asked.
func (r *round) farRoot(m *mark.Marker, g *graph) error {
	n := uint32(len(g.successors))
	w := r.watching(&graph{g.successors, append(append([]uint32{}, g.roots...), oneOf(r.rng, n, n+1, 1<<32-1))})
	a, err := r.mark(context.Background(), m, w)
	switch want := fmt.Sprintf("mark: root %d is node %d: ", len(g.roots), w.roots[len(g.roots)]); {
	case err != nil:
		return err
	case a.err == nil || !strings.HasPrefix(a.err.Error(), want):
		return fmt.Errorf("want the error %q: %w", want, a.err)
	case w.calls.Load() > 0:
		return errors.New("user code was asked although a root is out of range")
	}
	r.tally.ExpectedErrors++
	return nil
}

// farHeapRoot marks a heap one of whose roots is nil, and one whose root is
// beyond the arena.
func (r *round) farHeapRoot(m *mark.Marker, g *graph) error {
	h, err := g.heap(r.rng)
	if err != nil {
		return err
	}
	roots := h.Roots()
	roots[r.rng.IntN(len(roots))] = heap.Nil
	if err := r.markDamaged(m, h.Heap); err != nil {
		return err
	}
	end := heap.Ref(h.Granules())
	roots[r.rng.IntN(len(roots))] = oneOf(r.rng, end, end+1, end|63, 1<<31, 1<<32-1)
	return r.markDamaged(m, h.Heap)
}

// damage changes bits, headers and references of an arena before it is marked.
func damage(r *round) error {
	return with(r.options(), func(m *mark.Marker) error {
		for range callbackMarks {
			h, err := newGraph(r.rng, 1500).heap(r.rng)
			if err != nil {
				return err
			}
			for range 1 + r.rng.IntN(4) {
				r.hurt(h.Heap)
			}
			if err := r.markDamaged(m, h.Heap); err != nil {
				return err
			}
			if err := r.again(m, newGraph(r.rng, 100)); err != nil {
				return err
			}
		}
		return nil
	})
}

// hurt writes something wrong to the arena. The heap was built for this, in
// private memory.
func (r *round) hurt(h *heap.Heap) {
	arena := h.Arena()
	switch r.rng.IntN(3) {
	case 0: // a bit anywhere
		arena[r.rng.IntN(len(arena))] ^= 1 << r.rng.IntN(8)
	case 1: // half a granule: a reference, a number of references, a size
		at := r.rng.IntN(len(arena)/4) * 4
		n := uint32(h.Granules())
		binary.LittleEndian.PutUint32(arena[at:], oneOf(r.rng, 0, 1, r.rng.Uint32N(n), n-1, n, n|63, n|63+1, 2*n, 1<<32-1))
	default: // a whole page, if there is one
		at := r.rng.IntN(len(arena))
		for i := range arena[at:min(at+4096, len(arena))] {
			arena[at+i] = byte(r.rng.Uint32())
		}
	}
}

// markDamaged marks a damaged heap. If what can be reached leads beyond the arena
// the mark must be an error; otherwise it must be exactly what can be reached,
// whatever that now is.
func (r *round) markDamaged(m *mark.Marker, h *heap.Heap) error {
	want, inside := searchArena(h)
	got, err := m.MarkHeap(context.Background(), h)
	r.tookHeap(got)
	switch {
	case inside && err != nil:
		return fmt.Errorf("the damage leads nowhere beyond the arena, and yet: %w", err)
	case inside:
		return same(&got.Result, want)
	case err == nil:
		return errors.New("the damage leads beyond the arena, and the mark says nothing")
	case !strings.Contains(err.Error(), "the arena is damaged"):
		return err
	}
	r.tally.ExpectedErrors++
	return nil
}

// searchArena is the search of an arena that nobody has checked: whatever granule
// a reference names is an object with as many references as the granule's low
// half says. It returns false if that leads beyond the arena.
func searchArena(h *heap.Heap) (set, bool) {
	arena, granules := h.Arena(), h.Granules()
	var roots []uint32
	for _, root := range h.Roots() {
		if uint64(root) >= granules {
			return nil, false
		}
		if root != heap.Nil {
			roots = append(roots, uint32(root))
		}
	}
	return search(int(granules), roots, func(object uint32) ([]uint32, bool) {
		at := uint64(object) * heap.GranuleBytes
		refs := uint64(binary.LittleEndian.Uint32(arena[at:]))
		if at+heap.GranuleBytes+4*refs > uint64(len(arena)) {
			return nil, false
		}
		var to []uint32
		for i := range refs {
			ref := binary.LittleEndian.Uint32(arena[at+heap.GranuleBytes+4*i:])
			if uint64(ref) >= granules {
				return nil, false
			}
			if ref != 0 {
				to = append(to, ref)
			}
		}
		return to, true
	})
}

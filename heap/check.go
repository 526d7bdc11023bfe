package heap

import "fmt"

// FormatError says where a heap, or the file of a heap, is malformed or cannot be read.
type FormatError struct {
	Section string // "file", "header", "arena", "roots" or "sums"
	Offset  int64  // in bytes from the start of the section, or of the file if Section is "file"
	Problem string // what is wrong there, and what would be right
	Err     error  // why the bytes could not be read; nil if they were read and are wrong
}

// Error returns the section, the offset, the problem and the cause in one line.
func (e *FormatError) Error() string {
	s := fmt.Sprintf("heap: section %s, offset %d: %s", e.Section, e.Offset, e.Problem)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns Err, which may be nil.
func (e *FormatError) Unwrap() error { return e.Err }

// formatError returns a *FormatError without a cause.
func formatError(section string, offset uint64, format string, args ...any) error {
	return &FormatError{Section: section, Offset: int64(offset), Problem: fmt.Sprintf(format, args...)}
}

// Check returns nil if the heap is well-formed. This means:
//
//   - Objects lie back to back from granule 1 to the end.
//   - Each object is large enough for its references.
//   - Every reference is nil or leads to the header of an object.
//   - Every root is the header of an object, and not nil.
//   - Padding is zero.
//   - NumObjects and NumEdges are right.
//
// Call Check before you rely on a heap from a file. The counts and digests of a mark are
// promised for heaps that pass it.
//
// The error is a [*FormatError] with the place of the first problem, or it says that a mapped
// file could not be read. Check takes 1/64 of the arena's size in memory.
func (h *Heap) Check() error {
	return h.inOrder(func() error {
		starts, err := h.checkObjects()
		if err != nil {
			return err
		}
		if err := h.checkRefs(starts); err != nil {
			return err
		}
		return h.checkRoots(starts)
	})
}

// checkObjects walks from header to header. It returns the set of granules where objects
// start.
func (h *Heap) checkObjects() (*Reached, error) {
	bad := func(granule uint64, format string, args ...any) error {
		return formatError("arena", granule*GranuleBytes, format, args...)
	}
	if len(h.arena) < GranuleBytes || len(h.arena)%GranuleBytes != 0 || h.Granules() > MaxGranules {
		return nil, bad(0, "the arena has %d bytes: it must be a multiple of %d, from %d to %d", len(h.arena), GranuleBytes, GranuleBytes, uint64(MaxGranules*GranuleBytes))
	}
	if w := h.word(0); w != 0 {
		return nil, bad(0, "the reserved first granule is %#x, not zero", w)
	}
	starts := newReached(h)
	at := uint64(1)
	for at < h.Granules() {
		refs, size, ok := h.Object(Ref(at))
		if !ok {
			return nil, bad(at, "header of object %d says %d references in %d granules: it needs %d granules and the arena has %d left",
				starts.Count, refs, size, 1+refGranules(uint64(refs)), h.Granules()-at)
		}
		starts.add(Ref(at))
		if refs%2 == 1 && h.RefAt(Ref(at), refs) != Nil {
			return nil, bad(at+refGranules(uint64(refs)), "the padding after reference %d of object %d is not zero", refs-1, starts.Count-1)
		}
		at += uint64(size)
	}
	if starts.Count != h.objects {
		return nil, bad(at, "the arena holds %d objects, its header says %d", starts.Count, h.objects)
	}
	return starts, nil
}

// checkRefs tests that every reference leads to the start of an object.
func (h *Heap) checkRefs(starts *Reached) error {
	edges := uint64(0)
	for rank, obj := range h.Objects() {
		for i, to := range h.Refs(obj) {
			if to == Nil {
				continue
			}
			edges++
			if !starts.Has(to) {
				return formatError("arena", (uint64(obj)+1)*GranuleBytes+uint64(i)*refBytes,
					"reference %d of object %d leads to granule %d, which is not the start of an object", i, rank, to)
			}
		}
	}
	if edges != h.edges {
		return formatError("arena", uint64(len(h.arena)), "the arena holds %d references that are not nil, its header says %d", edges, h.edges)
	}
	return nil
}

// checkRoots tests that every root is the start of an object.
func (h *Heap) checkRoots(starts *Reached) error {
	for i, root := range h.roots {
		if !starts.Has(root) {
			return formatError("roots", uint64(i)*refBytes, "root %d is granule %d, which is not the start of an object", i, root)
		}
	}
	return nil
}

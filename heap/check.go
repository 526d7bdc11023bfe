package heap

import "fmt"

// FormatError says where a heap or its file is malformed or unreadable.
type FormatError struct {
	Section string // "file", "header", "arena", "roots" or "sums"
	Offset  int64  // bytes from the start of the section; of the file if Section is "file"
	Problem string // what is wrong there and what would be right
	Err     error  // the cause if the bytes could not be read; nil if they are wrong
}

func (e *FormatError) Error() string {
	s := fmt.Sprintf("heap: section %s, offset %d: %s", e.Section, e.Offset, e.Problem)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *FormatError) Unwrap() error { return e.Err }

// formatError returns a *FormatError without a cause.
func formatError(section string, offset uint64, format string, args ...any) error {
	return &FormatError{Section: section, Offset: int64(offset), Problem: fmt.Sprintf(format, args...)}
}

// Check reports whether the heap is well-formed: objects lie back to back from
// granule 1 to the end, each large enough for its references; every reference
// and every root is nil or the header of an object (roots may not be nil);
// padding is zero; the counts are right. Counts and digests of marks are
// promised for heaps that pass. The error is a *FormatError, or says that a
// mapped file could not be read. Check takes 1/64 of the arena's size.
func (h *Heap) Check() error {
	return faultsToErrors("arena", func() error {
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

// checkObjects walks the headers and returns the set of object starts.
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

// checkRefs tests that every reference leads to an object's start.
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

// checkRoots tests that every root is an object's start.
func (h *Heap) checkRoots(starts *Reached) error {
	for i, root := range h.roots {
		if !starts.Has(root) {
			return formatError("roots", uint64(i)*refBytes, "root %d is granule %d, which is not the start of an object", i, root)
		}
	}
	return nil
}

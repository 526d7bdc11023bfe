package source

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// Find returns the object that the user means by text. In a file of names it is the name, as
// it stands in the file or as [Quote] prints it. In every other heap it is the object's
// number in order of address, from 0: the number of a node in an edge list. In a Go heap
// dump it may be an address, 0x and hexadecimal digits, of any byte of the object. In a dump of
// another runtime it may be what Text returns. The error says what would be right. Find may take as long as going through the heap once.
func (h *Heap) Find(text string) (heap.Ref, error) {
	if h.Names != nil {
		return h.findName(text)
	}
	if h.Foreign != nil {
		if ref, ok := h.Foreign.Find(text); ok {
			return ref, nil
		} else if h.numbersAreIDs() {
			return heap.Nil, fmt.Errorf("there is no node %s: %s", text, h.numbers())
		}
	}
	if digits, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		return h.findAddress(text, digits)
	}
	n, err := strconv.ParseUint(text, 10, 64)
	switch objects := h.Numbered(); {
	case errors.Is(err, strconv.ErrRange) || err == nil && n >= uint64(len(objects)):
		return heap.Nil, fmt.Errorf("there is no object %s: %s", text, h.numbers())
	case err != nil:
		return heap.Nil, fmt.Errorf("%q names no object: %s", text, h.numbers())
	default:
		return objects[n], nil
	}
}

// numbers says which texts Find understands.
func (h *Heap) numbers() string {
	last := uint64(len(h.Numbered()))
	switch {
	case last == 0:
		return "the heap has no objects"
	case h.Foreign != nil && h.numbersAreIDs():
		return fmt.Sprintf("the nodes have the numbers from %s to %s", h.Text(0), h.Text(last-1))
	case h.Foreign != nil:
		return fmt.Sprintf("give one such as %s, or a number from 0 to %d", h.Text(0), last-1)
	case h.Dump != nil:
		return fmt.Sprintf("give an address, such as %s, or a number from 0 to %d", h.Label(h.Numbered()[0]), last-1)
	case h.Format == dump.EdgeList:
		return fmt.Sprintf("the nodes have the numbers from 0 to %d", last-1)
	}
	return fmt.Sprintf("the objects have the numbers from 0 to %d, in order of address", last-1)
}

// findAddress returns the object of a Go heap dump at an address.
func (h *Heap) findAddress(text, digits string) (heap.Ref, error) {
	if h.Foreign != nil {
		return heap.Nil, fmt.Errorf("%s names no object: %s", text, h.numbers())
	}
	if h.Dump == nil {
		return heap.Nil, fmt.Errorf("%s: only a Go heap dump has addresses: %s", text, h.numbers())
	}
	addr, err := strconv.ParseUint(digits, 16, 64)
	if err != nil {
		return heap.Nil, fmt.Errorf("%q is not an address: an address has 1 to 16 hexadecimal digits after 0x", text)
	}
	if ref, ok := h.Dump.Ref(addr); ok {
		return ref, nil
	}
	for _, s := range h.Dump.Segments {
		if addr-s.Address < s.Bytes {
			return heap.Nil, fmt.Errorf("%s lies in the %v, among the global variables: give an object of the heap; %s", text, s.Kind, h.nearest(addr))
		}
	}
	return heap.Nil, fmt.Errorf("no object contains %s: %s", text, h.nearest(addr))
}

// nearest says which object is the nearest to an address that is in none.
func (h *Heap) nearest(addr uint64) string {
	objects := h.Numbered()
	if len(objects) == 0 {
		return h.numbers()
	}
	at := func(i int) (start, size uint64) { start, size, _ = h.Dump.Address(objects[i]); return }
	i := sort.Search(len(objects), func(i int) bool { start, _ := at(i); return start > addr })
	if i == len(objects) {
		i--
	} else if i > 0 {
		after, _ := at(i)
		before, size := at(i - 1)
		if addr-(before+size) < after-addr {
			i--
		}
	}
	start, size := at(i)
	return fmt.Sprintf("the nearest is the one of %d bytes at %#x", size, start)
}

// Numbered returns all objects in order of address: the object with number i is Numbered()[i].
// The caller must not write to the slice, which takes 4 bytes for each object. Any goroutine
// may call Numbered.
func (h *Heap) Numbered() []heap.Ref {
	h.listing.Do(func() {
		h.listed = make([]heap.Ref, 0, h.NumObjects())
		for _, ref := range h.Objects() {
			h.listed = append(h.listed, ref)
		}
	})
	return h.listed
}

// Number returns the number of the object at ref, in order of address from 0.
func (h *Heap) Number(ref heap.Ref) uint64 {
	i, _ := slices.BinarySearch(h.Numbered(), ref)
	return uint64(i)
}

// Text is the object with this number in the words of its file, such that Find knows it: its
// address in a Go heap dump, its id in the dump of another runtime, its name in a file of names
// as [Quote] prints it, and its number otherwise.
func (h *Heap) Text(number uint64) string {
	switch {
	case h.Names != nil:
		return Quote(h.Names.Name(int(number)))
	case h.Foreign != nil:
		return h.Foreign.Text(h.Numbered()[number])
	case h.Dump != nil:
		addr, _, _ := h.Dump.Address(h.Numbered()[number])
		return fmt.Sprintf("%#x", addr)
	}
	return strconv.FormatUint(number, 10)
}

// Label is what reports call the object at ref: its Text, with a word before a number.
func (h *Heap) Label(ref heap.Ref) string {
	text := h.Text(h.Number(ref))
	switch {
	case h.Names != nil, h.Dump != nil, h.Foreign != nil && !h.numbersAreIDs():
		return text
	case h.Format == dump.EdgeList, h.Foreign != nil:
		return "node " + text
	}
	return "object " + text
}

// Bytes returns how many bytes the object has: in the program for a Go heap dump, in the
// arena for a shape or a snapshot. ok is false if the objects have no sizes.
func (h *Heap) Bytes(ref heap.Ref) (bytes uint64, ok bool) {
	switch {
	case !h.HasSizes():
		return 0, false
	case h.Dump != nil:
		_, bytes, ok = h.Dump.Address(ref)
		return bytes, ok
	case h.Foreign != nil:
		_, bytes, ok = h.Foreign.Address(ref)
		return bytes, ok
	}
	_, granules, ok := h.Object(ref)
	return uint64(granules) * heap.GranuleBytes, ok
}

// TakesRoots says whether the file is a plain graph, whose roots are the user's choice. Those of a dump or a snapshot say
// what the program had.
func (h *Heap) TakesRoots() bool {
	return h.Format == dump.EdgeList || h.Format == dump.NameList || h.Format == dump.GAP || h.Format == dump.MatrixMarket
}

// reroot gives the heap these roots, if there are any and it takes roots.
func (h *Heap) reroot(names []string) (err error) {
	if names == nil || !h.TakesRoots() {
		return nil
	}
	roots := make([]heap.Ref, len(names))
	for i, name := range names {
		if roots[i], err = h.Find(name); err != nil {
			return fmt.Errorf("%s: --roots: %w", h.File, err)
		}
	}
	if h.Foreign != nil {
		h.Foreign.Stats.Roots = nil // of the file
	}
	h.Heap, err = h.WithRoots(roots...)
	return err
}

// HasSizes says whether the objects have sizes. Those of an edge list, of a file of names and
// of other plain graphs have none.
func (h *Heap) HasSizes() bool {
	return h.Format != dump.EdgeList && h.Names == nil && (h.Foreign == nil || !h.Foreign.NoSizes)
}

// HasWeak says whether the file tells weak references from others.
func (h *Heap) HasWeak() bool {
	return h.Foreign != nil && slices.ContainsFunc(h.Foreign.Stats.Edges, func(e sink.EdgeCount) bool { return e.Weak })
}

// numbersAreIDs says that people write objects of a plain graph as numbers.
func (h *Heap) numbersAreIDs() bool { return h.Foreign.IDs == sink.Decimal }

// Sizes iterates over all objects in order of address, with the sizes that Bytes returns, or
// 0 if there are none.
func (h *Heap) Sizes() iter.Seq2[heap.Ref, uint64] {
	switch {
	case h.Dump != nil:
		return h.Dump.Objects()
	case h.Foreign != nil && h.HasSizes():
		return h.Foreign.Objects()
	}
	return func(yield func(heap.Ref, uint64) bool) {
		for _, ref := range h.Objects() {
			bytes, _ := h.Bytes(ref)
			if !yield(ref, bytes) {
				return
			}
		}
	}
}

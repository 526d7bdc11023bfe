package source

import (
	"fmt"
	"iter"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
)

// RootLabel says what holds the object at ref from outside the heap, and how many more words
// or roots do. It is "" if the file does not say, or nothing does.
func (h *Heap) RootLabel(ref heap.Ref) string {
	label, more := "", 0
	for words := range h.rootsOf(ref) {
		if label == "" {
			label = words
		} else {
			more++
		}
	}
	what := "more word"
	if h.Foreign != nil {
		what = "more root" // the file says what it is, and not where
	}
	if more == 0 {
		return label
	}
	return label + ", and " + numeral.Plural(uint64(more), what)
}

// rootsOf iterates over what holds the object at ref, in words.
func (h *Heap) rootsOf(ref heap.Ref) iter.Seq[string] {
	switch {
	case h.Foreign != nil:
		return h.Foreign.RootsOf(ref)
	case h.Dump == nil:
		return func(func(string) bool) {}
	}
	return func(yield func(string) bool) {
		for r := range h.Dump.RootsOf(ref) {
			if !yield(h.rootWords(r)) {
				return
			}
		}
	}
}

// Holder says what holds the root at ref, and says the same for roots that a reader sees as
// one, such as the frames of one function in many goroutines.
func (h *Heap) Holder(ref heap.Ref) string {
	if h.Foreign != nil {
		for words := range h.Foreign.RootsOf(ref) {
			return words
		}
	}
	if h.Dump == nil {
		return ""
	}
	for r := range h.Dump.RootsOf(ref) {
		if r.Kind == godump.StackFrame {
			r.Goroutine, r.Guessed = 0, false
		}
		name, _, _ := strings.Cut(h.rootWords(r), atByte)
		return name
	}
	return ""
}

// atByte stands between a global variable and where a root lies in it.
const atByte = " at byte "

// rootWords says where the root is, with the name of a global variable if it is known.
func (h *Heap) rootWords(r godump.Root) string {
	if h.Globals == nil || r.Kind != godump.Data && r.Kind != godump.BSS {
		return r.String()
	}
	name, offset, ok := h.Globals.At(r.Address)
	switch {
	case !ok:
		return r.String()
	case offset == 0:
		return "global variable " + name
	}
	return fmt.Sprintf("global variable %s%s%d", name, atByte, offset)
}

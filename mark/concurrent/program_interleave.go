//go:build interleave

package concurrent

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Program is the run for the schedule explorer. The mutators are the first threads, and the marker is the last. It fails if the
// mark ends while a mutator can reach a white object.
func (r *Run) Program() interleave.Program {
	return func(w *interleave.World) func() {
		doing := func(id int, o Operation) { w.Doing(o.String()) }
		h := r.Start(w.Go, doing)
		for obj := range h.fields[1:] {
			w.Name(Ref(obj+1).String()+".f", &h.fields[obj+1], func(_ string, v uint64) string { return Ref(v).String() })
		}
		w.Name("colours", &h.colours, func(_ string, v uint64) string { return h.says(uint32(v)) })
		for id, m := range h.mutators { // the page of gcbench play leaves out reads of words with these names
			w.Name(fmt.Sprint("stop ", id), &m.stop, func(_ string, v uint64) string { return [...]string{"run", "stop", "standing", "parked", "over"}[v] })
		}
		w.Depict(func() any { return h.View() })
		return func() {
			if lost := h.View().Lost(); lost != Nil {
				w.Failf("the mark has ended, and %s is white, though a mutator can reach it", lost)
			}
		}
	}
}

// says are the colours in words: "A grey, B white, stack 0 black".
func (h *Heap) says(colours uint32) string {
	var parts []string
	for obj := range h.fields[1:] {
		if colour := colourIn(colours, Ref(obj+1)); colour != Free {
			parts = append(parts, fmt.Sprint(Ref(obj+1), " ", colour))
		}
	}
	for id := range h.mutators {
		if colours>>(stacks+id)&1 == 1 {
			parts = append(parts, fmt.Sprintf("stack %d black", id))
		}
	}
	return strings.Join(parts, ", ")
}

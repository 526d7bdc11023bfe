package flags

import (
	"fmt"
	"runtime/debug"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// Too little memory ends a Go program in the middle of something, with the
// stacks of all its goroutines. The memory that a command takes is therefore
// estimated first.

// AvailableMemory returns the bytes that can still be used, more than any machine has
// where that is not known: then nothing is refused.
var AvailableMemory = machine.AvailableMemory

// largeArena is how many bytes an arena has at least before SpareMemory saves any.
const largeArena = 64 << 20

// SpareMemory has the garbage collected earlier, in commands that hold one large heap and
// measure no time. Garbage may grow to a part of what is held, and by default this part
// is all of it. A heap has no pointers, so a collection takes little time. That is not so
// while a dump is read, so the heap comes first.
func SpareMemory(h *heap.Heap) {
	if len(h.Arena()) >= largeArena {
		debug.SetGCPercent(10)
	}
}

// Markers are those that exist at a time.
type Markers struct {
	Number int
	Bytes  uint64 // besides their bitmaps
}

// MarkersOf returns those that measure all setups in turns.
func MarkersOf(setups []Setup) (m Markers) {
	for _, s := range setups {
		m.Number++
		m.Bytes += uint64(s.Options.MarkerBytes())
	}
	return m
}

const fewerMarkers = "lower --workers, --capacity, --grain or --overflow, or measure fewer combinations at a time"

// checkMemory refuses heaps that cannot be addressed, or that would drive the
// machine out of memory while they are built or marked; extra, if not nil, says
// how much more a heap takes.
func checkMemory(shapes []string, p shape.Params, m Markers, extra func(*heap.Heap) uint64) error {
	available := AvailableMemory()
	if m.Bytes > available {
		return session.BadUsage("--workers, --capacity: the markers' deques and stacks need about %s of memory and %s are available: %s",
			source.Size(m.Bytes), source.Size(available), fewerMarkers)
	}
	for _, name := range shapes {
		need, err := source.Memory(name, p, m.Number, extra)
		if err != nil {
			return session.BadUsage("--objects: %w", err)
		}
		if left := available - m.Bytes; need > left {
			return session.BadUsage("--objects: %d objects of shape %s need about %s of memory and %s are available: lower --objects to about %d",
				p.Objects, name, source.Size(need+m.Bytes), source.Size(available), max(1, uint64(float64(p.Objects)*float64(left)/float64(need)*0.9)))
		}
	}
	return nil
}

// CheckOrder refuses what looks at the objects of a heap in any order, if the heap is mapped and larger
// than the memory: it would wait for the disk once for each object.
func CheckOrder(name string, h *heap.Heap) error {
	if tooLarge := LargerThanMemory(name, h); tooLarge != "" {
		return fmt.Errorf("%s: this command visits the objects in any order, and would wait for the disk at nearly every one; run, verify, info and convert do not", tooLarge)
	}
	return nil
}

// LargerThanMemory says that a heap is mapped and larger than the memory, "" if it is not.
func LargerThanMemory(name string, h *heap.Heap) string {
	size, available := uint64(len(h.Arena())), AvailableMemory()
	if !h.Mapped() || size <= available {
		return ""
	}
	return fmt.Sprintf("%s is mapped, has %s, and %s of memory are available", name, source.Size(size), source.Size(available))
}

// CheckMarking is the same for a heap that is in memory already, as one from a file is
// by the time that it is known how large it is.
func CheckMarking(name string, h *heap.Heap, m Markers, extra uint64) error {
	need := source.Marking(h, m.Number) + m.Bytes + extra
	if need > AvailableMemory() {
		debug.FreeOSMemory() // what building it has left
	}
	if available := AvailableMemory(); need > available {
		instead := fewerMarkers
		if m.Bytes == 0 {
			instead = "give a smaller heap"
		}
		return fmt.Errorf("%s: marking it needs about %s of memory and %s are available: %s", name, source.Size(need), source.Size(available), instead)
	}
	return nil
}

// SearchBytes is the memory of the search for the bound: a time for each granule, and a
// queue.
func SearchBytes(h *heap.Heap) uint64 { return uint64(len(h.Arena())) + 16*h.NumEdges() }

// ExplainBytes is what the search for the bound takes, or the survey.
func ExplainBytes(h *heap.Heap) uint64 { return max(SearchBytes(h), explain.SurveyBytes(h)) }

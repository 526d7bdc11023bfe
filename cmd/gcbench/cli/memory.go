package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// Too little memory ends a Go program in the middle of something, with the
// stacks of all its goroutines. So what a command takes is estimated first.

// availableMemory returns the bytes that can still be used, more than any machine has
// where that is not known: then nothing is refused.
var availableMemory = machine.AvailableMemory

// largeArena is how many bytes an arena has at least before spareMemory saves any.
const largeArena = 64 << 20

// spareMemory has the garbage collected earlier, in commands that hold one large heap and
// measure no time. Garbage may grow to a part of what is held, and by default this part
// is all of it. A heap has no pointers, so a collection takes little time. That is not so
// while a dump is read, so the heap comes first.
func spareMemory(h *heap.Heap) {
	if len(h.Arena()) >= largeArena {
		debug.SetGCPercent(10)
	}
}

// markers are those that exist at a time.
type markers struct {
	number int
	bytes  uint64 // besides their bitmaps
}

// markersOf returns those that measure all setups in turns.
func markersOf(setups []setup) (m markers) {
	for _, s := range setups {
		m.number++
		m.bytes += uint64(s.options.MarkerBytes())
	}
	return m
}

const fewerMarkers = "lower --workers, --capacity, --grain or --overflow, or measure fewer combinations at a time"

// checkMemory refuses heaps that cannot be addressed, or that would drive the
// machine out of memory while they are built or marked; extra, if not nil, says
// how much more a heap takes.
func checkMemory(shapes []string, p shape.Params, m markers, extra func(*heap.Heap) uint64) error {
	available := availableMemory()
	if m.bytes > available {
		return session.BadUsage("--workers, --capacity: the markers' deques and stacks need about %s of memory and %s are available: %s",
			source.Size(m.bytes), source.Size(available), fewerMarkers)
	}
	for _, name := range shapes {
		need, err := source.Memory(name, p, m.number, extra)
		if err != nil {
			return session.BadUsage("--objects: %w", err)
		}
		if left := available - m.bytes; need > left {
			return session.BadUsage("--objects: %d objects of shape %s need about %s of memory and %s are available: lower --objects to about %d",
				p.Objects, name, source.Size(need+m.bytes), source.Size(available), max(1, uint64(float64(p.Objects)*float64(left)/float64(need)*0.9)))
		}
	}
	return nil
}

// checkOrder refuses what looks at the objects of a heap in any order, if the heap is mapped and larger
// than the memory: it would wait for the disk once for each object.
func checkOrder(name string, h *heap.Heap) error {
	if tooLarge := largerThanMemory(name, h); tooLarge != "" {
		return fmt.Errorf("%s: this looks at its objects in any order, and would wait for the disk at nearly each of them; run, verify, info and convert do not", tooLarge)
	}
	return nil
}

// largerThanMemory says that a heap is mapped and larger than the memory, "" if it is not.
func largerThanMemory(name string, h *heap.Heap) string {
	size, available := uint64(len(h.Arena())), availableMemory()
	if !h.Mapped() || size <= available {
		return ""
	}
	return fmt.Sprintf("%s is mapped, has %s, and %s of memory are available", name, source.Size(size), source.Size(available))
}

// checkMarking is the same for a heap that is in memory already, as one from a file is
// by the time that it is known how large it is.
func checkMarking(name string, h *heap.Heap, m markers, extra uint64) error {
	need := source.Marking(h, m.number) + m.bytes + extra
	if need > availableMemory() {
		debug.FreeOSMemory() // what building it has left
	}
	if available := availableMemory(); need > available {
		instead := fewerMarkers
		if m.bytes == 0 {
			instead = "give a smaller heap"
		}
		return fmt.Errorf("%s: marking it needs about %s of memory and %s are available: %s", name, source.Size(need), source.Size(available), instead)
	}
	return nil
}

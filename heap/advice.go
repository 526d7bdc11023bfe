package heap

import (
	"math"
	"os"
	"time"
)

// The pages of a mapped arena come from a disk, one wait for each, unless the program asks for them
// ahead. The operating system guesses what to read ahead. On Linux the guess is what lies around
// the page that is missing, and that may be megabytes. For a walk from object to object this guess
// is wrong: it drives out pages that are needed. An arena is therefore mapped with the advice to
// guess nothing. A caller that knows what is needed next says so:
//
//	who                                   knows                      says so with
//	Verify, Check, WriteSnapshot          that all of it is needed   inOrder
//	Objects, and so Digest                the same                   askOnwards
//	a mark, Reachable, Levels             which objects are grey     Ahead
//
// All of this is advice. A system without it, or one that refuses it, reads page by page.

// pattern is how a mapped arena is going to be read.
type pattern int

const (
	anywhere   pattern = iota // nothing is read but what is touched or asked for
	sequential                // from start to end
)

const (
	// gapGranules is how far apart two objects are at most that are asked for in one piece: 32
	// KiB. To read so much more takes less time than to ask twice. 4 KiB and 512 KiB took
	// longer (docs/performance.md).
	gapGranules = 32 << 10 / GranuleBytes
	// headGranules is how much of an object is asked for: the header, and the references of
	// all but the large objects.
	headGranules = 8
	// mostGranules is how far Ahead reads beyond what it was asked for: 1 MiB.
	mostGranules = 1 << 20 / GranuleBytes
)

// Ahead asks the operating system for the pages of objects before they are read. Make one
// with [Heap.Ahead]. It belongs to one goroutine.
//
// If the requests go up or down through the arena, an Ahead asks for more in the same
// direction: for twice as much each time, up to 1 MiB.
type Ahead struct {
	heap      *Heap
	low, high uint64 // the granules of the last piece: low to high-1
	extra     uint64 // how many of them nobody has asked for yet

	before int64 // waits of this process when it was made
	calls  int   // of Waited
	looked time.Time
}

// Ahead returns an Ahead for the arena. It asks for nothing if the arena is not mapped, or if
// the system is not Linux.
func (h *Heap) Ahead() Ahead { return Ahead{heap: h, before: waits()} }

// Ask asks for the objects at refs, in ascending order, and does not wait for them. A call
// takes about a microsecond or more, so ask for many objects at once. Refs beyond the arena
// are left out.
func (a *Ahead) Ask(refs []uint32) {
	if len(refs) == 0 || a.heap == nil || a.heap.file == nil {
		return
	}
	inPieces(refs, a.piece)
}

// inPieces calls f for each piece of the arena that has the objects at refs: its granules are low to
// high-1. Objects that are near each other are in one piece. There is one ref at least.
func inPieces(refs []uint32, f func(low, high uint64)) {
	first, last := refs[0], refs[0]
	for _, r := range refs[1:] {
		if r-last > gapGranules {
			f(uint64(first), uint64(last)+headGranules)
			first = r
		}
		last = r
	}
	f(uint64(first), uint64(last)+headGranules)
}

// piece asks for the granules low to high-1, unless that has been done.
func (a *Ahead) piece(low, high uint64) {
	if a.low <= low && high <= a.high {
		return
	}
	switch {
	case a.low <= low && low <= a.high+gapGranules: // upwards
		a.extra = min(2*a.extra+gapGranules, mostGranules)
		a.low, a.high = low, high+a.extra
	case low < a.low && high+gapGranules >= a.low: // downwards
		a.extra = min(2*a.extra+gapGranules, mostGranules)
		a.low, a.high = low-min(low, a.extra), high
	default:
		a.low, a.high, a.extra = low, high, 0
	}
	a.heap.willNeed(a.low, a.high)
}

// willNeed asks for the pages of the granules low to high-1, as far as there are such.
func (h *Heap) willNeed(low, high uint64) {
	if from, to := h.pages(low, high); from < to {
		adviseWillNeed(h.file[from:to])
	}
}

// pages returns where the pages of the granules low to high-1 lie in the file. The first byte begins a
// page, as the mapping does: advice for any other one is refused.
func (h *Heap) pages(low, high uint64) (from, to uint64) {
	page, end := uint64(os.Getpagesize()), uint64(len(h.file))
	from = min(headerBytes+low*GranuleBytes, end) &^ (page - 1)
	return from, min(headerBytes+high*GranuleBytes, end)
}

// askOnwards asks for what lies behind a granule, on the way through the whole arena. It returns where to
// ask again.
func (h *Heap) askOnwards(granule uint64) (again uint64) {
	if h.file == nil {
		return math.MaxUint64
	}
	h.willNeed(granule, granule+4*mostGranules)
	return granule + 2*mostGranules
}

// inOrder runs f, which reads the arena from start to end. Others may read the arena in another order
// meanwhile. Then they wait longer, or f does.
func (h *Heap) inOrder(f func() error) error {
	if h.file != nil {
		advisePattern(h.file, sequential)
		defer advisePattern(h.file, anywhere)
	}
	return CatchFaults(f)
}

package mark

import (
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// The functions Heap and Graph make a Marker for one call. To make it takes some twenty times as long as to mark a hundred nodes. A
// small call therefore leaves its Marker for the next one, if nothing is left in it: no goroutine, no error, no function of the user.
//
//	Graph ──> spares ──┬─ none, or another size ──> newOnce ──┐
//	                   └─ the same size ──────────────────────┴──> mark ──> detach ──┬─ usual, and whole ──> spares
//	                                                                        v        └─ otherwise ─────────> Close
//	                                                                  the caller's result
//
// Invariants:
//
//	S1  A Marker is in spares, or one call has it.
//	S2  A result has its own bitmap and counts. No later mark writes to them.
//	S3  A Marker in spares has no goroutine. The garbage collector may take it.

// spares are Markers for spareIDs ids.
var spares engine.Pool

// spareIDs is how many ids a call has at most that leaves its Marker. A mark of more takes longer than to make one.
const spareIDs = 4096

// once marks with a Marker for one call of n ids. begun says that there is a result. It is nil if the mark has not begun.
func once(options Options, n uint64, pace policy.Pace, mark func(*Marker) (begun bool, err error)) (*HeapResult, error) {
	m, err := spare(options, n, pace)
	if err != nil {
		return nil, err
	}
	whole := false
	defer func() { // also if the user's code has called runtime.Goexit
		if whole && n <= spareIDs && usual(&m.engine.Options) && m.engine.Lone() {
			spares.Put(m)
		} else {
			m.Close()
		}
	}()
	begun, err := mark(m)
	whole = err == nil
	if !begun {
		return nil, err
	}
	return m.detach(), err
}

// spare returns a Marker for one call, which may have served another.
func spare(options Options, n uint64, pace policy.Pace) (*Marker, error) {
	if n > spareIDs {
		return newOnce(options, n, pace)
	}
	o := engine.Options(options).Fitted(spareIDs, pace).WithDefaults()
	if usual(&o) {
		if m, ok := spares.Get().(*Marker); ok && same(&m.engine.Options, &o) {
			return m, nil
		}
	}
	return newOnce(options, spareIDs, pace)
}

// usual reports whether options have nothing of the user that a Marker would keep.
func usual(o *engine.Options) bool {
	return o.Until == nil && o.Progress == nil && o.Timeline == 0 && o.Deque == stealq.StealHalf
}

// same reports whether usual options, with their defaults, are the same.
func same(a, b *engine.Options) bool {
	return a.Workers == b.Workers && a.Capacity == b.Capacity && a.Grain == b.Grain && a.OverflowBlocks == b.OverflowBlocks && a.Tuning == b.Tuning
}

// detach gives the last result to the caller (S2).
func (m *Marker) detach() *HeapResult {
	own := &struct {
		HeapResult
		found engine.Found
	}{m.result, m.engine.Found}
	own.Result.found, own.Marks = &own.found, &own.found.Marks
	m.engine.Marks = heap.Bitmap{}
	m.result.Stats.Workers = make([]stats.Worker, len(own.Stats.Workers))
	return &own.HeapResult
}

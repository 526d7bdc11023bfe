package marking

import (
	"fmt"
	"runtime"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// Marker is a student's marker. A lab whose marker needs one bitmap leaves pending alone.
type Marker func(h *Heap, marks, pending *Bitmap)

// trial is one run of a marker. It ends at the first call that is wrong.
type trial struct {
	*subject
	roots          []uint32
	marks, pending *Bitmap
	// read has a bit for each reference that was read. Two references share a granule.
	read  []uint64
	calls *calls // nil: they are not written down
	ahead *ahead // nil: they are not counted
	says  string // what was wrong first; "" if nothing was
}

func newTrial(s *subject) *trial {
	t := &trial{subject: s, read: make([]uint64, 2*words(s.heap)), roots: s.heap.Graph().Roots()}
	t.marks = &Bitmap{t: t, name: "marks", words: make([]uint64, words(s.heap))}
	t.pending = &Bitmap{t: t, name: "pending", words: make([]uint64, words(s.heap))}
	return t
}

// stop ends a marker.
type stop struct{}

func (t *trial) fail(format string, args ...any) {
	t.says = fmt.Sprintf(format, args...)
	panic(stop{})
}

// try lets a marker mark a heap, and returns what is wrong.
func try(s *subject, mark Marker) *verdict.Fault { return newTrial(s).judge(mark) }

// judge returns what is wrong with the calls of a marker, or with the marks at the end.
func (t *trial) judge(mark Marker) *verdict.Fault {
	judge.Trying(t.verdict)
	if f := t.run(mark); f != nil {
		return f
	}
	if t.says == "" {
		t.says = t.compare()
	}
	if t.says == "" {
		return nil
	}
	return t.verdict(t.says)
}

// run runs the marker. A panic that is not the judge's own is a fault.
func (t *trial) run(mark Marker) (f *verdict.Fault) {
	defer func() {
		r := recover()
		if _, own := r.(stop); r == nil || own {
			return
		}
		f = t.verdict(judge.Panicked(r).Says)
	}()
	mark(&Heap{t}, t.marks, t.pending)
	return nil
}

// allocated judges a marker, too, and returns how many bytes it has allocated. Other
// goroutines may have allocated some of these.
func (t *trial) allocated(mark Marker) (bytes uint64, f *verdict.Fault) {
	var before, after runtime.MemStats
	f = t.judge(func(h *Heap, marks, pending *Bitmap) {
		runtime.ReadMemStats(&before)
		mark(h, marks, pending)
		runtime.ReadMemStats(&after)
	})
	return after.TotalAlloc - before.TotalAlloc, f
}

// compare says what is wrong at the end. An object that was not scanned comes first: it is
// why others have no mark.
func (t *trial) compare() (says string) {
	for object := range t.liveObjects {
		refs, _, _ := t.heap.Object(heap.Ref(object))
		for i := range refs {
			if slot := slotOf(object, i); t.marks.has(object) && t.read[slot/64]>>(slot%64)&1 == 0 {
				return fmt.Sprintf("object %d is marked and was never scanned: Mark has not read its reference %d", object, i)
			}
		}
	}
	for object := range t.liveObjects {
		switch {
		case t.pending.has(object):
			return fmt.Sprintf("object %d is still pending at the end", object)
		case t.marks.has(object):
		case slices.Contains(t.roots, object):
			return fmt.Sprintf("object %d is a root, and it is not marked at the end", object)
		default:
			return fmt.Sprintf("object %d can be reached from the roots, and it is not marked at the end", object)
		}
	}
	return ""
}

// slotOf is the place of a reference in the arena, in half granules.
func slotOf(object, i uint32) uint64 { return 2*(uint64(object)+1) + uint64(i) }

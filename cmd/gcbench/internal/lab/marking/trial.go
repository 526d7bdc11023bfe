package marking

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/heap"
)

// Marker is a student's marker. A lab whose marker needs one bitmap leaves pending alone.
type Marker func(h *Heap, marks, pending *Bitmap)

// trial is one run of a marker. It ends at the first call that is wrong.
type trial struct {
	*subject
	says string // what was wrong first; "" if nothing was
	// read has a bit for each reference that was read. Two references share a granule.
	read  []uint64
	calls *calls // nil: nobody writes them down
}

// stop ends a marker.
type stop struct{}

// object ends the trial unless the number is that of a live object. call is how the marker
// has used it.
func (t *trial) object(number uint32, call string) {
	if problem := t.problem(number); problem != "" {
		t.fail("%s: %s", fmt.Sprintf(call, number), problem)
	}
}

func (t *trial) fail(format string, args ...any) {
	if t.says == "" { // else the marker has recovered from an earlier end
		t.says = fmt.Sprintf(format, args...)
	}
	panic(stop{})
}

// try lets a marker mark a heap, and returns what is wrong with the calls or with the marks.
func try(s *subject, mark Marker) *verdict.Fault { return tryWith(s, mark, nil) }

func tryWith(s *subject, mark Marker, calls *calls) *verdict.Fault {
	judge.Trying(s.verdict)
	t := &trial{subject: s, read: make([]uint64, 2*words(s.heap)), calls: calls}
	marks, pending := t.bitmap("marks"), t.bitmap("pending")
	if f := t.run(func() { mark(&Heap{t}, marks, pending) }); f != nil {
		return f
	}
	if t.says == "" {
		t.says = t.compare(marks, pending)
	}
	if t.says == "" {
		return nil
	}
	return s.verdict(t.says)
}

// run runs the marker. A panic that is not the judge's own is a fault.
func (t *trial) run(mark func()) (f *verdict.Fault) {
	defer func() {
		r := recover()
		if _, own := r.(stop); r == nil || own {
			return
		}
		f = t.verdict(judge.Panicked(r).Says)
	}()
	mark()
	return nil
}

// compare says what is wrong at the end. An object that was not scanned comes first: it is
// why others have no mark.
func (t *trial) compare(marks, pending *Bitmap) (says string) {
	for object := range t.liveObjects {
		refs, _, _ := t.heap.Object(heap.Ref(object))
		for i := range refs {
			if slot := slotOf(object, i); marks.has(object) && t.read[slot/64]>>(slot%64)&1 == 0 {
				return fmt.Sprintf("object %d is marked and was never scanned: nobody has read its reference %d", object, i)
			}
		}
	}
	for object := range t.liveObjects {
		switch {
		case marks.has(object):
		case t.isRoot(object):
			return fmt.Sprintf("object %d is a root, and it is not marked at the end", object)
		default:
			return fmt.Sprintf("object %d can be reached from the roots, and it is not marked at the end", object)
		}
	}
	for object := range t.liveObjects {
		if pending.has(object) {
			return fmt.Sprintf("object %d is still pending at the end", object)
		}
	}
	return ""
}

// slotOf is the place of a reference in the arena, in half granules.
func slotOf(object, i uint32) uint64 { return 2*(uint64(object)+1) + uint64(i) }

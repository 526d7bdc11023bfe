package marking

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// A prefetch comes in time if so many other objects are scanned between it and the scan of
// its object. With fewer the memory has not answered yet. With more the cache may have lost
// the object again: the first level of a cache has some 500 lines.
const (
	leastAhead = 4
	mostAhead  = 256
)

// inTime is the share of objects, in percent, whose prefetch has to come in time. For the first
// and the last objects it cannot, nor for the first ones of each batch of a marker with batches.
const inTime = 70

// ahead is how far ahead of its scan each object is prefetched.
type ahead struct {
	begun                    int             // objects whose scan has begun
	scanned                  map[uint32]bool // these
	prefetched               map[uint32]int  // how many scans had begun at the last prefetch of an object
	never, late, early, well int
}

// Prefetch is a hint. Any number is right for it.
func (h *Heap) Prefetch(object uint32) {
	if c := h.t.calls; c != nil {
		c.add("Prefetch(%d)", object)
	}
	if a := h.t.ahead; a != nil && !a.scanned[object] {
		a.prefetched[object] = a.begun
	}
}

// touch notes that a scan reads from an object.
func (a *ahead) touch(object uint32) {
	if a.scanned[object] {
		return
	}
	a.scanned[object] = true
	at, asked := a.prefetched[object]
	between := a.begun - at
	a.begun++
	switch {
	case !asked:
		a.never++
	case between < leastAhead:
		a.late++
	case between > mostAhead:
		a.early++
	default:
		a.well++
	}
}

// says is what is wrong, "" if nothing is.
func (a *ahead) says() string {
	switch {
	case 100*a.well >= inTime*a.begun:
		return ""
	case a.never > max(a.late, a.early):
		return fmt.Sprintf("%d of %d objects were scanned without a Prefetch before: the scan waits for memory at each of them", a.never, a.begun)
	case a.late > a.early:
		return fmt.Sprintf("%d of %d objects were scanned less than %d objects after their Prefetch: the memory has no time to bring them", a.late, a.begun, leastAhead)
	default:
		return fmt.Sprintf("%d of %d objects were scanned more than %d objects after their Prefetch: the cache may have lost them again", a.early, a.begun, mostAhead)
	}
}

// InTime is a check that objects are prefetched neither too late nor too early. It counts
// objects, so no clock is needed.
func InTime(objects uint64, mark Marker) judge.Check {
	return judge.Check{
		Name: "prefetched",
		Asks: fmt.Sprintf("in a random heap of %d objects %d%% are scanned %d to %d objects after their Prefetch", objects, inTime, leastAhead, mostAhead),
		Run: func() (string, *verdict.Fault) {
			t := newTrial(random(objects))
			t.ahead = &ahead{scanned: map[uint32]bool{}, prefetched: map[uint32]int{}}
			if f := t.judge(mark); f != nil {
				return "", f
			}
			if says := t.ahead.says(); says != "" {
				return "", t.verdict(says)
			}
			return fmt.Sprintf("%d of %d", t.ahead.well, t.ahead.begun), nil
		},
	}
}

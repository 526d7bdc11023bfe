package chrometrace

import (
	"container/heap"
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// mostTracks is up to how many workers each has a counter of its own.
const mostTracks = 8

// counters writes how much is grey as steps: the sums over all workers, and what each worker
// has if they are few. What a worker holds is known at the ends of its slices. Between two
// ends the last one counts.
func (w *writer) counters(pid int, t *timeline.Timeline) error {
	steps := newSteps(t)
	private, deques := series{name: "private grey refs", unit: "refs"}, series{name: "items in deques", unit: "items"}
	held := make([]timeline.Slice, len(t.Lanes))
	for worker, s, more := steps.next(); more; worker, s, more = steps.next() {
		before := held[worker]
		held[worker] = s
		private.sum += uint64(s.Private) - uint64(before.Private) // modulo 2^64
		deques.sum += uint64(s.Deque) - uint64(before.Deque)
		if tracks := len(t.Lanes); tracks > 1 && tracks <= mostTracks && (s.Private != before.Private || s.Deque != before.Deque) {
			l := w.counter(pid, fmt.Sprintf("grey at worker %d", worker), s.End)
			if err := w.end(l.number("private refs", uint64(s.Private)).number("deque items", uint64(s.Deque)).close()); err != nil {
				return err
			}
		}
		if steps.at() == s.End {
			continue // the sums of one moment are written once
		}
		for _, x := range []*series{&private, &deques} {
			if err := w.sum(pid, x, s.End); err != nil {
				return err
			}
		}
	}
	return nil
}

// series is a counter of the whole mark.
type series struct {
	name, unit string
	sum, shown uint64
}

// sum writes the value of a series if it has changed.
func (w *writer) sum(pid int, x *series, at time.Duration) error {
	if x.sum == x.shown {
		return nil
	}
	x.shown = x.sum
	return w.end(w.counter(pid, x.name, at).number(x.unit, x.sum).close())
}

// counter begins an event that has a value of a counter.
func (w *writer) counter(pid int, name string, at time.Duration) *line {
	return w.event(phaseCounter, pid).time("ts", at).text("name", name).open("args")
}

// steps yields the slices of all lanes by their ends.
type steps struct {
	lanes []timeline.Lane
	from  []int // the next slice of each lane
	order []int // a heap of the lanes that have a next slice
}

func newSteps(t *timeline.Timeline) *steps {
	s := &steps{lanes: t.Lanes, from: make([]int, len(t.Lanes))}
	for worker := range t.Lanes {
		if len(t.Lanes[worker].Slices) > 0 {
			s.order = append(s.order, worker)
		}
	}
	heap.Init(s)
	return s
}

// at is the end of the next slice, -1 if there is none.
func (s *steps) at() time.Duration {
	if len(s.order) == 0 {
		return -1
	}
	return s.end(s.order[0])
}

func (s *steps) next() (worker int, slice timeline.Slice, more bool) {
	if len(s.order) == 0 {
		return 0, slice, false
	}
	worker = s.order[0]
	slice = s.lanes[worker].Slices[s.from[worker]]
	if s.from[worker]++; s.from[worker] < len(s.lanes[worker].Slices) {
		heap.Fix(s, 0)
	} else {
		heap.Pop(s)
	}
	return worker, slice, true
}

func (s *steps) end(worker int) time.Duration { return s.lanes[worker].Slices[s.from[worker]].End }

// Len, Less, Swap, Push and Pop are those of package container/heap.
func (s *steps) Len() int { return len(s.order) }

func (s *steps) Less(i, j int) bool {
	a, b := s.order[i], s.order[j]
	if s.end(a) != s.end(b) {
		return s.end(a) < s.end(b)
	}
	return a < b
}

func (s *steps) Swap(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] }

func (s *steps) Push(x any) { s.order = append(s.order, x.(int)) }

func (s *steps) Pop() any {
	last := s.order[len(s.order)-1]
	s.order = s.order[:len(s.order)-1]
	return last
}

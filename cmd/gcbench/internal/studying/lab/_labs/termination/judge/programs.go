package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// scene is a small mark.
type scene struct {
	workers, places int
	roots           []uint64
	holds           map[uint64][]uint64 // what is found in an object
	long            bool                // the scan of object 2 ends when object 3 has been scanned
}

// The marks, by the number of their schedules. An object lies in the place whose number is the
// object's number modulo the number of places. The numbers therefore decide where work travels.
var (
	smallest = []scene{
		{2, 1, nil, nil, false},
		{2, 1, []uint64{1}, nil, false},
		{2, 2, nil, nil, false},
	}
	two = []scene{
		{2, 1, []uint64{1}, map[uint64][]uint64{1: {2}}, false},
		{2, 2, []uint64{1}, map[uint64][]uint64{1: {2}}, false},
		{2, 2, []uint64{2}, map[uint64][]uint64{2: {1}}, false},
		{2, 2, []uint64{1, 2}, nil, false},
		{2, 3, []uint64{1}, map[uint64][]uint64{1: {2}}, false},
		{2, 2, []uint64{1}, map[uint64][]uint64{1: {2}, 2: {3}}, false},
		{2, 2, []uint64{1}, map[uint64][]uint64{1: {2, 3}}, false},
		{2, 1, []uint64{1}, map[uint64][]uint64{1: {2, 3}}, true},
	}
	three = []scene{
		{3, 1, []uint64{1}, nil, false},
		{3, 2, []uint64{1}, map[uint64][]uint64{1: {2}}, false},
		{3, 2, []uint64{2}, map[uint64][]uint64{2: {1}}, false},
	}
)

func (s scene) String() string {
	text := fmt.Sprintf("Workers: %d. Places: %d.", s.workers, s.places)
	for _, o := range s.roots {
		text += fmt.Sprintf(" Object %d is in place %d.", o, o%uint64(s.places))
	}
	for _, o := range slices.Sorted(maps.Keys(s.holds)) {
		for _, f := range s.holds[o] {
			text += fmt.Sprintf(" The worker that scans object %d finds object %d, and puts it into place %d.", o, f, f%uint64(s.places))
		}
	}
	if s.long {
		text += " The scan of object 2 is long: it ends after that of object 3."
	}
	return text
}

// Run is the program.
func (s scene) Run(w *interleave.World) func() {
	crew := answer.New(s.workers, s.places)
	m := &mark{scene: s, w: w, crew: crew, left: map[uint64]bool{}}
	w.Name("", crew, show)
	w.Name("scan of object 3 is over", &m.quick, nil)
	for _, o := range s.roots {
		crew.Put(o)
		m.left[o] = true
	}
	for _, found := range s.holds {
		for _, o := range found {
			m.left[o] = true
		}
	}
	for i := range s.workers {
		w.Go("worker", func() { m.work(i) })
	}
	return nil
}

// mark checks what workers do.
type mark struct {
	scene
	w     *interleave.World
	crew  *answer.Crew
	left  map[uint64]bool // objects that have not been scanned
	quick interleave.Bool // object 3 has been scanned
}

func (m *mark) work(me int) {
	m.crew.Work(func(o uint64) []uint64 {
		if !m.left[o] {
			m.w.Failf("worker %c scans object %d, which was not there to be taken", 'a'+me, o)
		}
		m.wait(o)
		delete(m.left, o)
		return m.holds[o]
	})
	if len(m.left) > 0 {
		m.w.Failf("worker %c ends, but object %d has not been scanned", 'a'+me, slices.Min(slices.Collect(maps.Keys(m.left))))
	}
}

// wait makes a scan as long as it has to be.
func (m *mark) wait(object uint64) {
	switch {
	case !m.long:
	case object == 2:
		for !m.quick.Load() {
			interleave.Gosched()
		}
	case object == 3:
		m.quick.Store(true)
	}
}

// show is how tables show the words of a crew: a place has its members.
func show(name string, v uint64) string {
	if name != "state" {
		return "{" + strings.Join(judge.Bits(v), " ") + "}"
	}
	text := fmt.Sprintf("%d active, %d joins", v&(1<<32-1), v<<1>>33)
	if v>>63 == 1 {
		text += ", done"
	}
	return text
}

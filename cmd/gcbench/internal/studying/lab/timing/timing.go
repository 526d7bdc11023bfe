// Package timing judges a marker by its time: against the skeleton that the student began
// with, and against the answer of the lab, all in the same rounds. A disturbance of the
// machine disturbs all of them.
package timing

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/floor"
)

// Marker is a marker that has its own empty bitmap. It marks once: in a second mark it could
// repeat what it has kept of the first.
type Marker struct {
	Mark func()
	Has  func(object uint32) bool
}

// Heap is what a marker marks: the arena as granules, and the roots.
type Heap struct {
	Granules []uint64
	Roots    []uint32
}

// Contest has what makes the markers that are compared, new ones in each round.
type Contest struct{ Mine, Skeleton, Answer func(*Heap) Marker }

// rounds of each block, and the most blocks. After each block the judge looks whether it
// can tell.
const (
	blockRounds = 5
	maxBlocks   = 4
)

// worthwhile is how much faster than the skeleton the lab's answer has to be on this machine,
// so that it makes sense to ask a student for the same.
const worthwhile = 1.3

// Faster is a check that a marker gains at least half of what the lab's answer gains over
// the skeleton. The heap is random and does not fit into the caches.
func Faster(objects uint64, c *Contest) judge.Check {
	return judge.Check{
		Name: "faster",
		Asks: fmt.Sprintf("in a random heap of %d objects Mark gains at least half of what the lab's answer gains over the skeleton", objects),
		Run: func() (string, *verdict.Fault) {
			r := newRace(objects, c)
			for range maxBlocks {
				for range blockRounds {
					if f := r.round(); f != nil {
						return "", f
					}
				}
				if r.tooFast() {
					judge.Unjudged("Mark takes %.2f x floor: no code marks this heap faster than memory can be read, so Mark has not done its work in the measured time", r.median(mine))
				}
				if wrong, sure := r.wrong(); sure && wrong != "" {
					return "", judge.Fault("%s", wrong)
				} else if sure {
					return r.says(), nil
				}
			}
			judge.Unjudged("this machine cannot tell whether Mark waits less for memory: %s", r.says())
			return "", nil
		},
	}
}

// The places of the markers in a race.
const (
	mine = iota
	skeleton
	answer
	markers
)

// race is some rounds. In each, all markers mark the same heap.
type race struct {
	live   *heap.Reached
	heap   *heap.Heap
	least  func() time.Duration // measures the floor
	floor  time.Duration
	shared *Heap // what all markers mark
	makers [markers]func(*Heap) Marker
	times  [markers][]float64 // in multiples of the floor
}

func newRace(objects uint64, c *Contest) *race {
	s := judge.Made(shape.Parse("random"))
	h := judge.Made(s.Build(shape.Params{Objects: objects, Seed: 1}))
	least := judge.Made(floor.New(context.Background(), h))
	granules := make([]uint64, h.Granules())
	for i := range granules {
		granules[i] = binary.LittleEndian.Uint64(h.Arena()[i*heap.GranuleBytes:])
	}
	debug.SetGCPercent(-1) // each marker finds the same memory: the race collects between them
	measure := func() time.Duration { return least.Measure(1) }
	return &race{live: judge.Made(heap.Reachable(h)), heap: h, least: measure, floor: measure(), shared: &Heap{granules, h.Graph().Roots()},
		makers: [markers]func(*Heap) Marker{c.Mine, c.Skeleton, c.Answer}}
}

// round lets each marker mark once, in another order in each round.
func (r *race) round() *verdict.Fault {
	var judged Marker
	first := len(r.times[mine])
	for i := range markers {
		who := (first + i) % markers
		// The roots are a copy, for nothing checks that a marker leaves them as they were.
		m := r.makers[who](&Heap{r.shared.Granules, slices.Clone(r.shared.Roots)})
		runtime.GC()
		if who == mine { // the others return, however long they take on this machine
			judge.Trying(r.endless)
		}
		began := time.Now()
		m.Mark()
		r.times[who] = append(r.times[who], float64(time.Since(began))/float64(r.floor))
		judge.Trying(nil)
		if who == mine {
			judged = m
		}
	}
	return r.compare(judged)
}

// compare says what is wrong with the marks of a marker, or with what it has left of the heap,
// which all markers share.
func (r *race) compare(m Marker) *verdict.Fault {
	for i, granule := range r.shared.Granules {
		if granule != binary.LittleEndian.Uint64(r.heap.Arena()[i*heap.GranuleBytes:]) {
			return judge.Fault("granule %d of the heap is not as it was: Mark may read the heap, and not write it", i)
		}
	}
	for _, object := range r.heap.Objects() {
		if has := m.Has(uint32(object)); has != r.live.Has(object) {
			return judge.Fault("object %d of a random heap of %d objects: marked is %v, want %v", object, r.heap.NumObjects(), has, !has)
		}
	}
	return nil
}

// endless is the fault of a marker that does not return.
func (r *race) endless(says string) *verdict.Fault {
	return judge.Fault("%s; the heap is random and has %d objects", says, r.heap.NumObjects())
}

// median returns the median time of a marker, in multiples of the floor.
func (r *race) median(who int) float64 {
	sorted := slices.Sorted(slices.Values(r.times[who]))
	return sorted[len(sorted)/2]
}

// halfWay is what a marker may take if the skeleton and the answer take so much: half way
// from one to the other, as a ratio.
func halfWay(skeleton, answer float64) float64 { return math.Sqrt(skeleton * answer) }

// won is the number of rounds in which the marker was fast enough for what the others took
// in the same round.
func (r *race) won() (n int) {
	for i, took := range r.times[mine] {
		if took <= halfWay(r.times[skeleton][i], r.times[answer][i]) {
			n++
		}
	}
	return n
}

// wrong says what is wrong with the marker, "" if nothing is, and whether this is sure. It
// is if the rounds agree, all but one in five. One block is not enough to blame a marker: other
// programs may have disturbed it, and none of the others, in four rounds.
func (r *race) wrong() (says string, sure bool) {
	rounds, won := len(r.times[mine]), r.won()
	switch {
	case r.median(skeleton) < worthwhile*r.median(answer):
		return "", false
	case 5*won >= 4*rounds:
		return "", true
	case 5*won > rounds || rounds < 2*blockRounds:
		return "", false
	}
	most := halfWay(r.median(skeleton), r.median(answer))
	return fmt.Sprintf("Mark waits too long for memory: it takes %.1f times the floor, and it must be below %.1f (the skeleton takes %.1f, the lab's answer %.1f)",
		r.median(mine), most, r.median(skeleton), r.median(answer)), true
}

// tooFast says whether the marker is faster than the floor. Other programs may have disturbed the
// floor alone, so it is measured once more before that is said.
func (r *race) tooFast() bool {
	took := r.median(mine)
	return took < 1 && took*float64(r.floor) < float64(r.least())
}

func (r *race) says() string {
	return fmt.Sprintf("Mark takes %.1f x floor, the skeleton %.1f, the lab's answer %.1f; the floor is %v", r.median(mine), r.median(skeleton), r.median(answer), r.floor.Round(time.Millisecond))
}

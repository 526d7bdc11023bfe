package scene

import (
	"strconv"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// This file has what people see of a scene that stands still: pictures of the deques, and what
// each operation has answered. gcbench play draws them.

// Picture is a deque, or a range of indices, at one moment.
type Picture struct {
	Name     string     `json:"name"`            // "A"
	Slots    []uint64   `json:"slots"`           // what lies in each slot; 0: nothing was ever written
	Older    [][]uint64 `json:"older,omitempty"` // the slots that it had before it grew; slow thieves may read them
	Pointers []Pointer  `json:"pointers"`        // indices of slots
	Range    *Span      `json:"range,omitempty"` // the steal range
	Words    []Word     `json:"words,omitempty"` // other variables
	Items    []uint64   `json:"items"`           // what the deque holds, from the top to the bottom, as its variables have it
}

// Pointer is an index into the slots. Index i means slot i modulo the number of slots.
type Pointer struct {
	Name  string `json:"name"` // "top", "bottom"
	Index uint64 `json:"index"`
	Own   bool   `json:"own,omitempty"` // the owner's private copy, which thieves do not see
}

// Span is a run of indices.
type Span struct {
	Name   string `json:"name"` // "steal range"
	From   uint64 `json:"from"`
	Length uint64 `json:"length"`
}

// Word is a variable in words.
type Word struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Number returns the Word of a variable that is a number.
func Number(name string, v uint64) Word { return Word{Name: name, Value: strconv.FormatUint(v, 10)} }

// Flag returns the Word of a variable that is true or false.
func Flag(name string, v bool) Word { return Word{Name: name, Value: strconv.FormatBool(v)} }

// Loaded returns the values of slots.
func Loaded(slots []interleave.Uint64) []uint64 {
	all := make([]uint64, len(slots))
	for i := range slots {
		all[i] = slots[i].Load()
	}
	return all
}

// Pictured is a deque or a range that can show itself while no thread makes a step.
type Pictured interface{ Picture() Picture }

// State is the picture of a scene. A scene gives it to interleave.World.Depict.
type State struct {
	Deques []Picture  `json:"deques"`
	Shared bool       `json:"shared,omitempty"` // there is one queue, of all workers
	Hands  [][]uint64 `json:"hands"`            // by thread: the items that its pops, and its steals without a deque, have returned
}

// state is the scene at this moment.
func (l *ledger) state() State {
	s := State{Shared: l.Form.Shared, Hands: make([][]uint64, len(l.Ops))}
	for i, d := range l.deques {
		if i > 0 && l.Form.Shared {
			break // the same queue again
		}
		p := Picture{}
		if d, ok := d.(Pictured); ok {
			p = d.Picture()
		}
		p.Name = string(rune('A' + i))
		s.Deques = append(s.Deques, p)
	}
	for i := range s.Hands {
		s.Hands[i] = append([]uint64{}, l.hands[i]...)
	}
	return s
}

// Ring returns the picture of a deque that has n items in slots from index top on. own is the
// owner's copy of bottom, shown where the two differ. If n is above the number of slots, bottom is
// below top, and there is no item: a pop in progress has announced an item that was stolen.
func Ring(slots []uint64, top, n, bottom, own uint64) Picture {
	p := Picture{Slots: slots, Pointers: []Pointer{{Name: "top", Index: top}, {Name: "bottom", Index: bottom}}, Items: []uint64{}}
	if own != bottom {
		p.Pointers = append(p.Pointers, Pointer{Name: "bottom", Index: own, Own: true})
	}
	if n > uint64(len(slots)) {
		n = 0
	}
	for i := range n {
		p.Items = append(p.Items, slots[(top+i)%uint64(len(slots))])
	}
	return p
}

// RangeState is the picture of a scene over a range.
type RangeState struct {
	Picture            // its pointers low and high, its steal range and its words
	Openings []Opening `json:"openings"`
}

// Opening is a run of indices that was offered.
type Opening struct {
	Low    uint64   `json:"low"`    // the first index
	Claims []string `json:"claims"` // for each index the letters of the threads that have claimed it
}

func (l *rangeLedger) state() (s RangeState) {
	if d, ok := l.r.(Pictured); ok {
		s.Picture = d.Picture()
	}
	for i, n := range l.sizes {
		o := Opening{Low: l.Low, Claims: make([]string, n)}
		for j := range o.Claims {
			o.Claims[j] = l.claimed[[2]uint64{uint64(i + 1), l.Low + uint64(j)}]
		}
		s.Openings = append(s.Openings, o)
	}
	return s
}

// note notes what an operation has answered.
func (l *rangeLedger) note(operation string, p Part, ok bool) {
	switch {
	case !l.w.Watched():
	case !ok:
		l.w.Notef("%s: nothing", operation)
	case p.High-p.Low == 1:
		l.w.Notef("%s: index %d", operation, p.Low)
	default:
		l.w.Notef("%s: indices %d to %d", operation, p.Low, p.High-1)
	}
}

package scene

import (
	"fmt"
	"slices"
	"strings"
)

// This file has what people see of a scene that stands still: pictures of the deques, what
// each operation has answered, and a name by which gcbench play finds the scene.

// Picture is a deque at one moment.
type Picture struct {
	Name     string    `json:"name"`            // "A"
	Slots    []uint64  `json:"slots"`           // what lies in each slot; 0: nothing was ever written
	Pointers []Pointer `json:"pointers"`        // indices of slots
	Range    *Span     `json:"range,omitempty"` // the steal range
	Words    []Word    `json:"words,omitempty"` // other variables that the threads share
	Items    []uint64  `json:"items"`           // what the deque holds, from the top to the bottom, as its variables have it
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

// Pictured is a deque that can show itself while no thread makes a step.
type Pictured interface{ Picture() Picture }

// State is what a scene depicts.
type State struct {
	Deques []Picture  `json:"deques"`
	Hands  [][]uint64 `json:"hands"` // by thread: the items that its pops, and its steals without a deque, have returned
}

// state is the scene at this moment.
func (l *ledger) state() State {
	s := State{Hands: make([][]uint64, len(l.Ops))}
	for i, d := range l.deques {
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

// Link is the scene's name in links: its form, and then what differs from the zero value.
// It is "" if the form has no name there. ParseLink is its inverse.
func (s Scene) Link() string {
	if s.Form.Link == "" {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s/capacity=%d", s.Form.Link, s.Capacity)
	for _, n := range []struct {
		name  string
		value uint64
	}{{"others", uint64(s.Others)}, {"start", s.Start}} {
		if n.value != 0 {
			fmt.Fprintf(&b, "/%s=%d", n.name, n.value)
		}
	}
	fmt.Fprintf(&b, "/fill=%s", strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Fill), " ", ","), "[]"))
	if d := s.Division; d != nil {
		fmt.Fprintf(&b, "/shown=%d", d.Shown)
		if d.Asked {
			b.WriteString("/asked")
		}
	}
	fmt.Fprintf(&b, "/ops=%s", strings.Join(s.Ops, ","))
	for _, flag := range []struct {
		name string
		set  bool
	}{{"bare", s.Bare}, {"items", s.ItemsOnly}} {
		if flag.set {
			b.WriteString("/" + flag.name)
		}
	}
	return b.String()
}

// held is what lies in slots from index from up to index to, as a deque's variables say.
func Held(slots []uint64, from, to uint64) []uint64 {
	items := []uint64{}
	for i := from; i != to && len(items) < len(slots); i++ {
		items = append(items, slots[i%uint64(len(slots))])
	}
	return slices.Clip(items)
}

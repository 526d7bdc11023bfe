package main

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
)

// This file says what is wrong with a heap at the end, "" if nothing is, and how tables show it.

// lost looks for an object that a mutator reaches, and that is white or has yet to be scanned.
// Objects behind newest were allocated after the mark.
func lost(h *answer.Heap, newest uint64, mutators []*answer.Mutator) string {
	colours := h.Colours.Load()
	for i, m := range mutators {
		for r, way := range []string{"x", "y"} {
			obj := m.Stack.Load() >> (8 * r) & 255
			for range h.Fields { // a longer way goes round in a circle
				if obj == answer.Nil || obj > newest {
					break
				}
				if !answer.IsBlack(colours, obj) && !answer.IsGrey(colours, obj) {
					return fmt.Sprintf("%s is lost: it is white after the mark, and mutator %d reaches it by %s", name(obj), i+1, way)
				}
				obj, way = h.Fields[obj].Load(), way+".f"
			}
		}
	}
	for obj := range uint64(len(h.Fields)) {
		if answer.IsGrey(colours, obj) {
			return fmt.Sprintf("%s is still grey after the mark: the marker has not scanned it", name(obj))
		}
	}
	return ""
}

// stored looks for a field that has not what the mutators have stored into it, if only one runs.
func (s scene) stored(h *answer.Heap) string {
	running, want := 0, model{}
	for i, m := range s.mutators {
		if m.does != nil {
			running, want = running+1, s.model(i).after(m.does...)
		}
	}
	for obj, want := range want.fields {
		if has := h.Fields[obj].Load(); running == 1 && has != want {
			return fmt.Sprintf("%s.f is %s at the end: want %s, which was stored last", name(uint64(obj)), name(has), name(want))
		}
	}
	return ""
}

// unshaded looks for an object that is white though it was stored.
func (s scene) unshaded(h *answer.Heap) string {
	colours := h.Colours.Load()
	for i, m := range s.mutators {
		for _, o := range m.does {
			stack := s.model(i).stack
			if ref := stack[o.from]; ref != answer.Nil && !answer.IsBlack(colours, ref) && !answer.IsGrey(colours, ref) {
				return fmt.Sprintf("%s was stored into %s, and is white: the barrier has not shaded it", name(ref), name(stack[o.to]))
			}
		}
	}
	return ""
}

// needless looks for garbage that was marked. An object that was never allocated is garbage, too.
func (s scene) needless(h *answer.Heap) string {
	colours, newest := h.Colours.Load(), h.Newest.Load()
	for obj := uint64(1); obj < uint64(len(h.Fields)); obj++ {
		if (obj == s.garbage || obj > newest) && (answer.IsBlack(colours, obj) || answer.IsGrey(colours, obj)) {
			return fmt.Sprintf("%s is marked without need: no mutator has ever reached it", name(obj))
		}
	}
	return ""
}

// name is an object as pages write it.
func name(obj uint64) string {
	if obj == answer.Nil {
		return "nil"
	}
	return string(rune('A' + obj - 1))
}

func show(_ string, obj uint64) string { return name(obj) }

// stack shows the registers.
func stack(_ string, v uint64) string {
	return fmt.Sprintf("x=%s y=%s", name(v&255), name(v>>8&255))
}

// colours shows the colours of all objects. There are fewer than so many.
func colours(objects int) func(string, uint64) string {
	return func(_ string, v uint64) string {
		text := ""
		for obj := 1; obj < objects; obj++ {
			text += " " + name(uint64(obj)) + []string{"○", "◐", "", "●"}[v>>(2*obj)&3]
		}
		return text[1:]
	}
}

package states

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
)

// A move is a step of somebody, in words. They are made only for a run that is shown.
type move func() string

// moves yields each state to which a step leads from s, with the step in words.
func (of *Setup) moves(s *state, yield func(*state, move)) {
	of.marker(s, yield)
	for m := range of.Mutators {
		if s.step[m] > 0 {
			of.barrier(s, m, yield)
			continue
		}
		of.operations(s, m, yield)
	}
}

// quiet reports whether no mutator is inside an operation.
func (s *state) quiet() bool { return s.step == [MostMutators]uint8{} }

// scan shades what the registers of a mutator have.
func (s *state) scan(m int) {
	for _, obj := range s.regs[m] {
		s.Shade(obj)
	}
	s.scanned |= 1 << m
}

// marker scans a stack, or an object in two steps: it reads the field, and then shades what was there and blackens the object.
func (of *Setup) marker(s *state, yield func(*state, move)) {
	if s.marker == loaded {
		t := *s
		t.Shade(s.value)
		if !of.Barrier.Revisits {
			t.colour[s.at] = black
		}
		t.marker, t.at, t.value = choosing, 0, 0
		yield(&t, func() string {
			return fmt.Sprintf("the marker shades %s, and is done with %s", name(s.value), name(s.at))
		})
		return
	}
	of.stacks(s, yield)
	greys := 0
	for obj := concurrent.Ref(1); obj <= Objects; obj++ {
		if s.colour[obj] != grey {
			continue
		}
		greys++
		if of.Scan == Mixed || s.AllScanned() {
			t := *s
			t.marker, t.at, t.value = loaded, obj, s.field[obj]
			if of.Barrier.Revisits {
				t.colour[obj] = black
			}
			yield(&t, func() string { return fmt.Sprintf("the marker reads %s.f: %s", name(obj), name(t.value)) })
		}
	}
	if greys == 0 && s.AllScanned() && s.quiet() {
		t := *s
		if of.Rescan {
			of.rescan(&t)
		}
		t.marker = ended
		yield(&t, func() string { return "the marker finds nothing grey, and ends the mark" })
	}
}

// stacks scans one stack that was not scanned, or all.
func (of *Setup) stacks(s *state, yield func(*state, move)) {
	if of.Scan == Snap {
		if s.scanned == 0 && (of.Anywhere || s.quiet()) {
			t := *s
			for m := range of.Mutators {
				t.scan(m)
			}
			yield(&t, func() string { return "the marker scans all stacks" })
		}
		return
	}
	for m := range of.Mutators {
		if !s.Scanned(m) && (of.Anywhere || s.step[m] == 0) {
			t := *s
			t.scan(m)
			yield(&t, func() string { return fmt.Sprintf("the marker scans the stack of mutator %d", m) })
		}
	}
}

// rescan scans all stacks again, and drains what this turns grey, while all mutators stand still.
func (of *Setup) rescan(s *state) {
	for m := range of.Mutators {
		s.scan(m)
	}
	for more := true; more; {
		more = false
		for obj := concurrent.Ref(1); obj <= Objects; obj++ {
			if s.colour[obj] == grey {
				s.colour[obj] = black
				s.Shade(s.field[obj])
				more = true
			}
		}
	}
}

// barrier makes the next step of a store.
func (of *Setup) barrier(s *state, m int, yield func(*state, move)) {
	step := of.Barrier.Steps[s.step[m]-1]
	t := *s
	step.Do(&t, &t.write[m])
	w := t.write[m]
	if t.step[m]++; int(t.step[m]) > len(of.Barrier.Steps) {
		t.step[m], t.write[m] = 0, concurrent.Write{Mutator: m}
	}
	yield(&t, func() string {
		return fmt.Sprintf("mutator %d: %s", m, said(step.Says, w))
	})
}

// said is a step of a barrier with names in the place of obj, old and new.
func said(step string, w concurrent.Write) string {
	return strings.NewReplacer(
		"old = obj.f", fmt.Sprintf("read %s.f: %s", name(w.Object), name(w.Old)),
		"old = swap(obj.f, new)", fmt.Sprintf("swap(%s.f, %s): %s", name(w.Object), name(w.New), name(w.Old)),
		"obj", name(w.Object), "old", name(w.Old), "new", name(w.New),
	).Replace(step)
}

// operations begins what a mutator may do: drop a register, load a field, store, allocate.
func (of *Setup) operations(s *state, m int, yield func(*state, move)) {
	for r, obj := range s.regs[m] {
		if obj == concurrent.Nil {
			of.allocate(s, m, r, yield)
			continue
		}
		t := *s
		t.regs[m][r] = concurrent.Nil
		yield(&t, func() string { return fmt.Sprintf("mutator %d drops %s", m, name(obj)) })
		for to := range s.regs[m] {
			t := *s
			t.regs[m][to] = s.field[obj]
			yield(&t, func() string { return fmt.Sprintf("mutator %d loads %s.f: %s", m, name(obj), name(s.field[obj])) })
		}
		of.begin(s, m, obj, concurrent.Nil, yield)
		for _, value := range s.regs[m] {
			of.begin(s, m, obj, value, yield)
		}
		of.allocate(s, m, r, yield)
	}
}

// begin begins to store.
func (of *Setup) begin(s *state, m int, obj, value concurrent.Ref, yield func(*state, move)) {
	t := *s
	t.step[m], t.write[m] = 1, concurrent.Write{Mutator: m, Object: obj, New: value}
	yield(&t, func() string { return fmt.Sprintf("mutator %d wants to store %s into %s", m, name(value), name(obj)) })
}

// allocate puts a new object into a register.
func (of *Setup) allocate(s *state, m, r int, yield func(*state, move)) {
	if of.Alloc == NoAlloc {
		return
	}
	for obj := concurrent.Ref(1); obj <= Objects; obj++ {
		if s.colour[obj] != free {
			continue
		}
		t := *s
		t.colour[obj], t.field[obj], t.regs[m][r] = white, concurrent.Nil, obj
		if of.Alloc == Black || of.Alloc == BlackInTime && s.scanned != 0 {
			t.colour[obj] = black
		}
		yield(&t, func() string {
			return fmt.Sprintf("mutator %d allocates %s, which is %s", m, name(obj), colours[t.colour[obj]])
		})
		return // free objects are alike
	}
}

var colours = [...]string{free: "free", white: "white", grey: "grey", black: "black"}

func name(obj concurrent.Ref) string {
	if obj == concurrent.Nil {
		return "nil"
	}
	return string(rune('A' + obj - 1))
}

// picture is the heap in words.
func (s *state) picture(mutators int) string {
	var parts []string
	for obj := concurrent.Ref(1); obj <= Objects; obj++ {
		if s.colour[obj] != free {
			parts = append(parts, fmt.Sprintf("%s is %s and refers to %s", name(obj), colours[s.colour[obj]], name(s.field[obj])))
		}
	}
	for m := range mutators {
		parts = append(parts, fmt.Sprintf("mutator %d has %s and %s", m, name(s.regs[m][0]), name(s.regs[m][1])))
	}
	return strings.Join(parts, "; ")
}

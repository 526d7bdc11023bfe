package states

import "github.com/seed-3ccf4018/halfmark/mark/concurrent"

// moves yields each state to which a step leads from s, with the step.
func (of *Setup) moves(s *state, yield func(*state, *Move)) {
	of.marker(s, yield)
	for m := range of.Mutators {
		if s.step[m] > 0 {
			of.access(s, m, yield)
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
func (of *Setup) marker(s *state, yield func(*state, *Move)) {
	if s.marker == loaded {
		t := *s
		t.Shade(s.value)
		if !of.Barrier.Revisits {
			t.colour[s.at] = black
		}
		t.marker, t.at, t.value = choosing, 0, 0
		yield(&t, &Move{Who: Marker, Kind: ShadeField, Object: s.at, Value: s.value})
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
			yield(&t, &Move{Who: Marker, Kind: ReadField, Object: obj, Value: t.value})
		}
	}
	if greys == 0 && s.AllScanned() && s.quiet() {
		t := *s
		if of.Rescan {
			of.rescan(&t)
		}
		t.marker = ended
		yield(&t, &Move{Who: Marker, Kind: End})
	}
}

// stacks scans one stack that was not scanned, or all.
func (of *Setup) stacks(s *state, yield func(*state, *Move)) {
	if of.Scan == Snap {
		if s.scanned == 0 && (of.Anywhere || s.quiet()) {
			t := *s
			for m := range of.Mutators {
				t.scan(m)
			}
			of.remember(s, &t)
			yield(&t, &Move{Who: Marker, Kind: ScanStacks})
		}
		return
	}
	for m := range of.Mutators {
		if !s.Scanned(m) && (of.Anywhere || s.step[m] == 0) {
			t := *s
			t.scan(m)
			of.remember(s, &t)
			yield(&t, &Move{Who: Marker, Kind: ScanStack, Register: m})
		}
	}
}

// remember notes what is reachable when the first stack is scanned, if the setup asks for
// that.
func (of *Setup) remember(before, after *state) {
	if of.Snapshot && before.scanned == 0 {
		after.snapshot = before.reached(of.Mutators)
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

// access makes the next step of a store.
func (of *Setup) access(s *state, m int, yield func(*state, *Move)) {
	t := *s
	yield(&t, &Move{Who: m, Kind: Barrier, Access: t.barrier(of.Barrier, m)})
}

// operations begins what a mutator may do: drop a register, load a field, store, allocate.
func (of *Setup) operations(s *state, m int, yield func(*state, *Move)) {
	for r, obj := range s.regs[m] {
		of.allocate(s, m, r, yield)
		if obj == concurrent.Nil {
			continue
		}
		t := *s
		t.regs[m][r] = concurrent.Nil
		yield(&t, &Move{Who: m, Kind: Drop, Object: obj, From: r})
		for to := range s.regs[m] {
			t := *s
			t.regs[m][to] = s.field[obj]
			yield(&t, &Move{Who: m, Kind: Load, Object: obj, Value: s.field[obj], Register: to, From: r})
		}
		of.begin(s, m, r, -1, yield)
		for value := range s.regs[m] {
			of.begin(s, m, r, value, yield)
		}
	}
}

// begin begins to store a register, or nil if it is -1, into the object in register from.
func (of *Setup) begin(s *state, m, from, register int, yield func(*state, *Move)) {
	t := *s
	obj, value := s.regs[m][from], concurrent.Nil
	if register >= 0 {
		value = s.regs[m][register]
	}
	t.step[m], t.write[m] = 1, write{object: obj, ref: value}
	yield(&t, &Move{Who: m, Kind: Begin, Object: obj, Value: value, Register: register, From: from})
}

// allocate puts a new object into a register.
func (of *Setup) allocate(s *state, m, r int, yield func(*state, *Move)) {
	if of.New == concurrent.NoAlloc {
		return
	}
	for obj := concurrent.Ref(1); obj <= Objects; obj++ {
		if s.colour[obj] != free {
			continue
		}
		t := *s
		t.colour[obj], t.field[obj], t.regs[m][r] = of.New.Colour(s.scanned != 0), concurrent.Nil, obj
		yield(&t, &Move{Who: m, Kind: Allocate, Object: obj, Register: r, Colour: t.colour[obj]})
		return // free objects are alike
	}
}

package states

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
)

// The colours of objects. A free one is allocated by a mutator.
const (
	free, white, grey, black = concurrent.Free, concurrent.White, concurrent.Grey, concurrent.Black
)

// The marker's places.
const (
	choosing = iota // what to do next
	loaded          // it has read the field of an object
	ended
)

// state is where all are. It is what barriers see as memory.
type state struct {
	field   [Objects + 1]concurrent.Ref
	colour  [Objects + 1]concurrent.Colour
	regs    [MostMutators][Registers]concurrent.Ref
	scanned uint8 // a bit for each mutator
	all     uint8 // scanned, when all are

	marker    uint8
	at, value concurrent.Ref // the object whose field is read, and what was there

	step  [MostMutators]uint8 // the next access of its barrier, from 1; 0 between operations
	write [MostMutators]write

	snapshot uint8 // a bit for each object that was reachable when the first stack was scanned, if somebody looks at that
}

// write is a store that a mutator is in: the field of object is to be ref. old is what the barrier has read there, and yes the answer that
// it got to its question.
type write struct {
	object, ref, old concurrent.Ref
	yes              bool
}

var _ concurrent.Memory = (*state)(nil)

// Field loads a field. See [concurrent.Memory] for this and the next ones.
func (s *state) Field(obj concurrent.Ref) concurrent.Ref { return s.field[obj] }

// SetField stores a field.
func (s *state) SetField(obj, to concurrent.Ref) { s.field[obj] = to }

// SwapField exchanges a field.
func (s *state) SwapField(obj, to concurrent.Ref) concurrent.Ref {
	old := s.field[obj]
	s.field[obj] = to
	return old
}

// Shade turns white into grey.
func (s *state) Shade(obj concurrent.Ref) {
	if obj != concurrent.Nil && s.colour[obj] == white {
		s.colour[obj] = grey
	}
}

// Repaint turns black into grey.
func (s *state) Repaint(obj concurrent.Ref) {
	if s.colour[obj] == black {
		s.colour[obj] = grey
	}
}

// Scanned reports whether a stack is scanned.
func (s *state) Scanned(mutator int) bool { return s.scanned>>mutator&1 == 1 }

// AllScanned reports whether all are.
func (s *state) AllScanned() bool { return s.scanned == s.all }

// view is the state for those who look at it.
func (of *Setup) view(s *state) *concurrent.View {
	v := &concurrent.View{Fields: append([]concurrent.Ref{}, s.field[:]...), Colours: append([]concurrent.Colour{}, s.colour[:]...)}
	if s.marker == loaded {
		v.Hand = concurrent.Hand{At: s.at, Read: true, Value: s.value, Revisits: of.Barrier.Revisits}
	}
	for m := range of.Mutators {
		stack := concurrent.Stack{Registers: append([]concurrent.Ref{}, s.regs[m][:]...), Scanned: s.Scanned(m)}
		if s.step[m] > 0 {
			stack.Object, stack.New = s.write[m].object, s.write[m].ref
		}
		v.Stacks = append(v.Stacks, stack)
	}
	return v
}

// reached are the objects that mutators can reach, by their registers and by what they are about to store, as bits.
func (s *state) reached(mutators int) (seen uint8) {
	follow := func(obj concurrent.Ref) {
		for obj != concurrent.Nil && seen>>obj&1 == 0 {
			seen |= 1 << obj
			obj = s.field[obj]
		}
	}
	for m := range mutators {
		for _, obj := range s.regs[m] {
			follow(obj)
		}
		if s.step[m] > 0 {
			follow(s.write[m].object)
			follow(s.write[m].ref)
		}
	}
	return seen
}

// broken says what is wrong with a state. In the end of a mark no reachable object may be white.
func (of *Setup) broken(s *state) error {
	if s.marker == ended {
		seen := s.reached(of.Mutators)
		for obj := range s.colour {
			if seen>>obj&1 == 1 && s.colour[obj] == white {
				return fmt.Errorf("%s is reachable, and white", concurrent.Ref(obj))
			}
		}
		return nil
	}
	if of.Invariant != nil && s.quiet() {
		if err := of.Invariant.Broken(of.view(s)); err != nil {
			return err
		}
	}
	if of.Snapshot && s.quiet() {
		return of.view(s).Floats(s.snapshot)
	}
	return nil
}

// key is a state in 51 bits or less. Of those that differ in names alone all have the same key.
type key uint64

// names are all permutations of the objects. Nil stays.
var names = [][Objects + 1]concurrent.Ref{{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}}

// key returns the least of the keys that the state has under all names.
func (s *state) key(mutators int) key {
	least := ^key(0)
	for i := range names {
		n := &names[i]
		k := s.common(n)
		for turn := range mutators {
			kk := k
			for m := range mutators {
				kk = s.mutator(kk, m^turn, n)
			}
			least = min(least, kk)
		}
	}
	return least
}

// common has what no mutator owns.
func (s *state) common(n *[Objects + 1]concurrent.Ref) (k key) {
	var objects [Objects + 1]key
	for obj := 1; obj <= Objects; obj++ {
		objects[n[obj]] = key(n[s.field[obj]])<<2 | key(s.colour[obj])
	}
	for _, o := range objects[1:] {
		k = k<<4 | o
	}
	if s.snapshot != 0 {
		for obj := 1; obj <= Objects; obj++ {
			k |= key(s.snapshot>>obj&1) << (4*Objects + n[obj] - 1)
		}
	}
	return k<<6 | key(s.marker)<<4 | key(n[s.at])<<2 | key(n[s.value])
}

// mutator appends what a mutator owns. Its registers come in the order of their new names.
func (s *state) mutator(k key, m int, n *[Objects + 1]concurrent.Ref) key {
	a, b := n[s.regs[m][0]], n[s.regs[m][1]]
	w := &s.write[m]
	k = k<<5 | key(s.scanned>>m&1)<<4 | key(min(a, b))<<2 | key(max(a, b))
	k = k<<10 | key(s.step[m])<<7 | key(n[w.object])<<5 | key(n[w.ref])<<3 | key(n[w.old])<<1
	if w.yes {
		k |= 1
	}
	return k
}

// stateOf is a state with this key.
func stateOf(k key, mutators int) (s state) {
	take := func(bits int) (v uint8) {
		v = uint8(k & (1<<bits - 1))
		k >>= bits
		return v
	}
	ref := func() concurrent.Ref { return concurrent.Ref(take(2)) }
	for m := mutators - 1; m >= 0; m-- {
		w := &s.write[m]
		w.yes = take(1) == 1
		w.old, w.ref, w.object = ref(), ref(), ref()
		s.step[m] = take(3)
		s.regs[m][1], s.regs[m][0] = ref(), ref()
		s.scanned |= take(1) << m
	}
	s.value, s.at, s.marker = ref(), ref(), take(2)
	for obj := Objects; obj >= 1; obj-- {
		s.colour[obj], s.field[obj] = concurrent.Colour(take(2)), ref()
	}
	s.snapshot = take(Objects) << 1
	s.all = 1<<mutators - 1
	return s
}

package states

import "github.com/seed-3ccf4018/halfmark/mark/concurrent"

// The colours of objects. A free one is allocated by a mutator.
const (
	free, white, grey, black = concurrent.Free, concurrent.White, concurrent.Grey, concurrent.Black
)

// What the marker is at.
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

	step  [MostMutators]uint8 // of its barrier, from 1; 0 between operations
	write [MostMutators]concurrent.Write
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
			follow(s.write[m].Object)
			follow(s.write[m].New)
		}
	}
	return seen
}

// lost reports whether the mark has ended and a white object is reachable.
func (s *state) lost(mutators int) bool {
	if s.marker != ended {
		return false
	}
	seen := s.reached(mutators)
	for obj := range s.colour {
		if seen>>obj&1 == 1 && s.colour[obj] == white {
			return true
		}
	}
	return false
}

// key is a state in 46 bits or less. Of those that differ in names alone all have the same key.
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
	return k<<6 | key(s.marker)<<4 | key(n[s.at])<<2 | key(n[s.value])
}

// mutator appends what a mutator owns. Its registers come in the order of their new names.
func (s *state) mutator(k key, m int, n *[Objects + 1]concurrent.Ref) key {
	a, b := n[s.regs[m][0]], n[s.regs[m][1]]
	w := &s.write[m]
	k = k<<5 | key(s.scanned>>m&1)<<4 | key(min(a, b))<<2 | key(max(a, b))
	return k<<9 | key(s.step[m])<<6 | key(n[w.Object])<<4 | key(n[w.New])<<2 | key(n[w.Old])
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
		w.Mutator = m
		w.Old, w.New, w.Object = ref(), ref(), ref()
		s.step[m] = take(3)
		s.regs[m][1], s.regs[m][0] = ref(), ref()
		s.scanned |= take(1) << m
	}
	s.value, s.at, s.marker = ref(), ref(), take(2)
	for obj := Objects; obj >= 1; obj-- {
		s.colour[obj], s.field[obj] = concurrent.Colour(take(2)), ref()
	}
	s.all = 1<<mutators - 1
	return s
}

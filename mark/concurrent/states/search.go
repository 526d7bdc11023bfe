package states

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
)

// Search visits the states of a setup, breadth-first, until one loses an object or breaks what the setup
// checks. The setup needs a Barrier, and 1 or 2 Mutators. Search takes up to 76 bytes for each state. Any
// goroutine may call it.
func Search(of Setup) *Result {
	v := &visited{}
	starts(of, func(s *state) { v.add(s.key(of.Mutators), none) })
	for at := 0; at < len(v.keys); at++ {
		s := stateOf(v.keys[at], of.Mutators)
		if of.broken(&s) != nil {
			return of.run(v, uint32(at))
		}
		if s.marker == ended {
			continue
		}
		if of.Most > 0 && len(v.keys) > of.Most {
			return &Result{States: len(v.keys)}
		}
		of.moves(&s, func(t *state, _ *Move) { v.add(t.key(of.Mutators), uint32(at)) })
	}
	return &Result{States: len(v.keys), Complete: true}
}

// starts yields each heap before the mark begins: every graph, all registers, white. An object that no mutator can reach
// refers to nothing, and may be free where a mutator allocates.
func starts(of Setup, yield func(*state)) {
	refs := func(n int) int { return 1 << (2 * n) } // of n references, each to one of four
	for free := range 1 << Objects {
		if free > 0 && of.New == concurrent.NoAlloc {
			break
		}
		for fields := range refs(Objects) {
			for regs := range refs(Registers * of.Mutators) {
				if s, ok := start(of, free, fields, regs); ok {
					yield(&s)
				}
			}
		}
	}
}

func start(of Setup, freed, fields, regs int) (s state, ok bool) {
	s.all = 1<<of.Mutators - 1
	for obj := 1; obj <= Objects; obj++ {
		s.field[obj], s.colour[obj] = ref(fields, obj-1), white
		if freed>>(obj-1)&1 == 1 {
			s.colour[obj] = free
		}
	}
	for m := range of.Mutators {
		for r := range Registers {
			s.regs[m][r] = ref(regs, m*Registers+r)
		}
	}
	seen := s.reached(of.Mutators)
	for obj := 1; obj <= Objects; obj++ {
		live := seen>>obj&1 == 1
		if !live && s.field[obj] != 0 || live && s.colour[obj] == free {
			return s, false
		}
	}
	return s, true
}

// run goes again from the start to a state that loses, and writes down each step. Names stay as they are at the start.
func (of *Setup) run(v *visited, at uint32) *Result {
	var way []key
	for i := at; i != none; i = v.from[i] {
		way = append(way, v.keys[i])
	}
	slices.Reverse(way)
	s := stateOf(way[0], of.Mutators)
	r := &Result{States: len(v.keys), Run: []Move{}, Start: of.view(&s)}
	for _, k := range way[1:] {
		found := false
		var next state
		of.moves(&s, func(t *state, does *Move) {
			if !found && t.key(of.Mutators) == k {
				found, next = true, *t
				r.Run = append(r.Run, *does)
			}
		})
		s = next
	}
	r.End, r.Broken = of.view(&s), of.broken(&s)
	return r
}

// ref is the reference of a number in a word that has two bits for each.
func ref(word, number int) concurrent.Ref { return concurrent.Ref(word >> (2 * number) & 3) }

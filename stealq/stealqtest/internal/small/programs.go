package small

import (
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// Programs are the programs of an exploration, with the form of the kind. Those with the fewest
// calls come first, so that the first one that fails is small.
func Programs(k *stealq.Kind, f scene.Form) []scene.Scene {
	var all []scene.Scene
	if d, ok := k.New(1, stealq.MinCapacity)[0].(Speller); ok {
		f.Steals = d.SpellSteal
	}
	switch {
	case f.Shared:
		all = handlesPrograms(f)
	case f.OnRequest:
		all = requestPrograms(f)
	default:
		all = stealPrograms(f)
	}
	if takes(k) {
		for i := range all {
			all[i].Bare = len(all[i].Fill) == 1
		}
	}
	slices.SortStableFunc(all, func(a, b scene.Scene) int { return size(a) - size(b) })
	return all
}

// size orders programs: by capacity, then by threads, then by calls.
func size(s scene.Scene) int { return 100*s.Capacity + 10*len(s.Ops) + len(strings.Join(s.Ops, "")) }

// batch is a family of programs: every program of the owner, of so many calls, over every
// fill of its deque, with these thieves.
type batch struct {
	capacity, calls int
	start           uint64 // the index of the first item
	thieves         []string
}

func (b batch) scenes(f scene.Form, letters string) (all []scene.Scene) {
	for fill := range b.capacity + 1 {
		for _, ops := range scene.Words(letters, b.calls) {
			all = append(all, scene.Scene{
				Form: f, Capacity: b.capacity, Start: b.start,
				Fill: []int{fill}, Ops: append([]string{ops}, b.thieves...),
			})
		}
	}
	return all
}

// wraps is an index of deques of that capacity from which both the slots and the indices
// of a deque that counts modulo 2N wrap.
func wraps(capacity int) uint64 { return uint64(2*capacity - 1) }

// stealPrograms are programs of deques that thieves rob.
func stealPrograms(f scene.Form) (all []scene.Scene) {
	add := func(capacity, calls int, start uint64, thieves ...string) {
		for n := range calls + 1 {
			all = append(all, batch{capacity, n, start, thieves}.scenes(f, "+-")...)
		}
	}
	for _, letter := range f.Amounts {
		a := string(letter)
		add(2, 4, 0, a) // first, for its tables are the easiest to read
		add(2, 4, wraps(2), a)
		add(2, 3, wraps(2), a, a)
		add(4, 3, wraps(4), a)
		add(4, 2, wraps(4), a, a)
		if a != "b" { // with balance, a thief that has enough finds nothing
			add(2, 3, wraps(2), a+a)
			add(4, 2, wraps(4), a+a)
			add(4, 1, wraps(4), a+a+a)
		}
		all = append(all, pairs(f, 2, a, a)...)
		all = append(all, large(f, a)...)
		all = append(all, pairs(f, 2, a+"-", a+"-")...)
		all = append(all, pairs(f, 2, a+"+", a+"-")...)
	}
	return all
}

// large are programs of a deque with much more room than items. A deque may do something else
// where there is room.
func large(f scene.Form, thief string) (all []scene.Scene) {
	for fill := 1; fill <= 3; fill++ {
		for calls := 1; calls <= 2; calls++ {
			for _, ops := range scene.Words("+-", calls) {
				all = append(all, scene.Scene{Form: f, Capacity: 256, Fill: []int{fill}, Ops: []string{ops, thief}})
			}
		}
	}
	return all
}

// pairs are two owners that steal from each other, over every fill of both deques.
func pairs(f scene.Form, capacity int, ops ...string) (all []scene.Scene) {
	for a := range capacity + 1 {
		for b := range capacity + 1 {
			all = append(all, scene.Scene{Form: f, Capacity: capacity, Start: wraps(capacity), Fill: []int{a, b}, Ops: ops})
		}
	}
	return all
}

// requestPrograms are programs of deques that show items when thieves ask.
func requestPrograms(f scene.Form) (all []scene.Scene) {
	for _, letter := range f.Amounts {
		a := string(letter)
		for calls := range 4 {
			all = append(all, batch{2, calls, wraps(2), []string{a}}.scenes(f, "+-e")...)
			all = append(all, batch{2, calls, wraps(2), []string{a + a}}.scenes(f, "+-e")...)
			all = append(all, batch{2, min(calls, 2), wraps(2), []string{a, a}}.scenes(f, "+-e")...)
		}
		all = append(all, pairs(f, 2, a+"-", a+"-")...)
		all = append(all, pairs(f, 2, "e"+a+"e-", a+a+"e")...)
	}
	for i := range all {
		all[i].Division = &scene.Division{} // the set-up pushes, and no thief asks
	}
	return all
}

// handlesPrograms are programs of handles on one queue, which only push and pop.
func handlesPrograms(f scene.Form) (all []scene.Scene) {
	for fill := range 3 {
		for calls := 1; calls <= 2; calls++ {
			for _, p := range scene.Words("+-", 2*calls) {
				all = append(all, scene.Scene{Form: f, Capacity: 2, Start: wraps(2), Fill: []int{fill}, Ops: []string{p[:calls], p[calls:]}})
			}
		}
		for _, p := range scene.Words("+-", 3) {
			all = append(all, scene.Scene{Form: f, Capacity: 2, Start: wraps(2), Fill: []int{fill}, Ops: strings.Split(p, "")})
		}
	}
	return all
}

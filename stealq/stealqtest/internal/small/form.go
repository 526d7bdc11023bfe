package small

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// This file lets scenes run any kind of deque, through the public contract alone.
// Properties that the contract does not show are not judged: how many items an owner has
// shown to thieves altogether (Kind.OnRequest), and the state of a deque at rest beyond
// stealq.Check.

// letters are the letters of steals in scenes.
var letters = map[rune]stealq.Amount{'b': stealq.Balance, 'o': stealq.One, 'h': stealq.Half, 'a': stealq.All}

// Call is a call of a deque, or of a Kind's New.
type Call uint8

// The calls of scenes.
const (
	New Call = 1 + iota
	Push
	Pop
	Steal
)

// Began learns of each call, and of which deque it is.
type Began func(call Call, deque int)

// Form is a kind in scenes.
func Form(k *stealq.Kind, began Began) scene.Form {
	f := scene.Form{Name: k.Name, Shared: k.Shared, OnRequest: k.OnRequest, AtRest: lawAtRest}
	if played(k) {
		f.Link = k.Name
	}
	for _, letter := range "boha" {
		if k.Offers(letters[letter]) {
			f.Amounts += string(letter)
		}
	}
	f.Make = func(deques, capacity int, start uint64) []scene.Deque {
		return newFamily(k, began, deques, capacity, start).inScene()
	}
	return f
}

// played says whether gcbench play knows the deques. It is compiled with package stealq, and
// makes them with stealq.SceneForm, which lets them begin at an index as if they were new.
func played(k *stealq.Kind) bool { return slices.Contains(stealq.Kinds(), k) }

// family is the deques of one New. The last one takes part in no program: its owner is
// the set-up, which steals until the others begin at the index that is wanted.
type family struct {
	kind   *stealq.Kind
	began  Began
	all    []stealq.Deque
	actors []*actor // one for each
	helper *actor   // the last one
	wrong  error    // what the set-up found
}

// newFamily makes that many deques and the helper's.
func newFamily(k *stealq.Kind, began Began, deques, capacity int, start uint64) *family {
	began(New, 0)
	f := &family{kind: k, began: began, all: k.New(deques+1, capacity)}
	if len(f.all) != deques+1 {
		panic(fmt.Sprintf("New(%d, %d) returned %d deques", deques+1, capacity, len(f.all)))
	}
	for i, d := range f.all {
		f.actors = append(f.actors, &actor{Deque: d, family: f, number: i})
	}
	f.helper = f.actors[deques]
	for _, a := range f.actors[:deques] {
		for range start {
			f.advance(a)
		}
		if start > 0 && played(k) {
			a.Pop() // rudolph is as new only when its owner has found nothing
		}
	}
	for _, a := range f.actors { // what is counted is the program alone
		*a.Counters() = stealq.Counters{}
		a.most, a.robbers, a.asked, a.popped = 0, nil, false, false
	}
	return f
}

// inScene is the deques that take part.
func (f *family) inScene() (all []scene.Deque) {
	for _, a := range f.actors[:len(f.actors)-1] {
		all = append(all, a)
	}
	return all
}

// advance lets the next item of the empty deque of a lie one index further on.
func (f *family) advance(a *actor) {
	switch {
	case !a.Push(0):
		f.spoil("Push is refused by an empty deque")
	case f.kind.Shared:
		if _, ok := a.Pop(); !ok {
			f.spoil("Pop finds nothing right after a Push")
		}
	default:
		if n, _ := f.rob(a); n != 1 {
			f.spoil("Steal with %v moves %d items from a deque that holds 1", Few(f.kind), n)
			return
		}
		if _, ok := f.helper.Pop(); !ok {
			f.spoil("Pop finds nothing right after a Steal that took")
		}
	}
}

func (f *family) spoil(format string, args ...any) {
	if f.wrong == nil {
		f.wrong = fmt.Errorf(format, args...)
	}
}

// rob lets the helper steal while no other thread is about. Where thieves get only what
// they asked for, the owner answers and the helper tries again.
func (f *family) rob(a *actor) (n int, o stealq.Outcome) {
	n, o = f.helper.steal(a, Few(f.kind))
	if f.kind.OnRequest && o == stealq.Empty {
		a.Expose()
		n, o = f.helper.steal(a, Few(f.kind))
	}
	return n, o
}

// lawAtRest holds all deques of a family against stealq.Check. Beside that, a request is
// answered by the owner's next call. The contract does not show who has taken an item that
// was shown. This is therefore judged where there is one thief, and the owner only pushes.
func lawAtRest(deques []scene.Deque) error {
	var f *family
	for _, d := range deques {
		a := d.(*actor)
		f = a.family
		if f.kind.OnRequest {
			if err := f.requireAnswer(a); err != nil {
				return err
			}
		} else if err := f.requireReach(a); err != nil {
			return err
		}
	}
	return stealq.Check(f.all)
}

// requireReach lets the helper steal from a deque that holds items, and gives them back. An
// item that no thief can reach is not lost, but its owner has to do all the work alone.
func (f *family) requireReach(a *actor) error {
	had := a.Len()
	if had == 0 || f.kind.Shared {
		return nil
	}
	n, _ := f.helper.steal(a, Few(f.kind))
	if n == 0 {
		return fmt.Errorf("at the end a thief finds nothing in %c, whose Len is %d, though no other thread runs", 'A'+a.number, had)
	}
	for range n {
		item, _ := f.helper.Pop()
		a.Push(item)
	}
	return nil
}

// requireAnswer lets the helper steal what the owner shows, and gives the item back.
func (f *family) requireAnswer(a *actor) error {
	delete(a.robbers, f.helper)
	if len(a.robbers) != 1 || !a.asked || a.popped || Held(a.Deque) == 0 {
		return nil
	}
	a.Expose()
	if n, _ := f.helper.steal(a, Few(f.kind)); n == 0 {
		return fmt.Errorf("a thief asked and was forgotten: the owner of %c has shown it no item", 'A'+a.number)
	}
	item, _ := f.helper.Pop()
	a.Push(item)
	return nil
}

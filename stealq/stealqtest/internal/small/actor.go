package small

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// This file has the deques of a scene: any kind of deque behind the operations that scenes
// know, and what its methods may offer beside the contract.

// actor is a deque in a scene.
type actor struct {
	stealq.Deque
	family *family
	number int
	wrong  error // what its last Steal returned that no Steal may return

	most    int             // items in it, or fewer: thieves are not counted
	robbers map[*actor]bool // that have tried to steal from it
	asked   bool            // a thief with room has found nothing since something was taken
	popped  bool            // its owner may have taken back what it had shown
}

// Root and Show let tables name the deque's variables.
func (a *actor) Root() any {
	if d, ok := a.Deque.(Wrapper); ok {
		return d.Root()
	}
	return a.Deque
}

func (a *actor) Show(name string, v uint64) string {
	if d, ok := a.Deque.(Shower); ok {
		return d.Show(name, v)
	}
	return ""
}

// Picture is what the deque shows of itself in gcbench play, if it does.
func (a *actor) Picture() scene.Picture {
	if d, ok := a.Deque.(scene.Pictured); ok {
		return d.Picture()
	}
	return scene.Picture{}
}

// Package stealqtest says what these are for.
type (
	Shower interface {
		Show(name string, v uint64) string
	}
	Wrapper interface{ Root() any }
	Taker   interface {
		Takes() bool // whether thieves may call Take
		Take() (item uint64, outcome stealq.Outcome)
	}
	Speller interface {
		SpellSteal(own, victim string) string
		SpellStolen(n int, o stealq.Outcome) string
	}
)

// Take lets a thief take one item.
func (a *actor) Take(rune) (items []uint64, empty bool) {
	a.family.began(Steal, a.number)
	item, o := a.Deque.(Taker).Take()
	if o == stealq.Took {
		return []uint64{item}, false
	}
	return nil, o == stealq.Empty
}

// takes says whether the deques of a kind are Takers.
func takes(k *stealq.Kind) bool {
	if k.Shared || k.OnRequest || !k.Offers(stealq.One) {
		return false
	}
	d, ok := k.New(1, stealq.MinCapacity)[0].(Taker)
	return ok && d.Takes()
}

// Wrong is what the last operation did that no deque may do.
func (a *actor) Wrong() error {
	if a.wrong != nil {
		return a.wrong
	}
	return a.family.wrong
}

func (a *actor) Push(item uint64) bool {
	a.family.began(Push, a.number)
	ok := a.Deque.Push(item)
	if ok {
		a.most++
	}
	return ok
}

func (a *actor) Pop() (uint64, bool) {
	a.family.began(Pop, a.number)
	a.popped = true
	item, ok := a.Deque.Pop()
	if ok {
		a.most--
	}
	return item, ok
}

func (a *actor) Steal(victim scene.Deque, amount rune) (n int, empty bool) {
	n, o := a.steal(victim.(*actor), letters[amount])
	return n, o == stealq.Empty
}

func (a *actor) steal(victim *actor, amount stealq.Amount) (int, stealq.Outcome) {
	a.family.began(Steal, a.number)
	n, o := a.Deque.Steal(victim.Deque, amount)
	if wrong := AnswersWrong(a.family.kind, a.Cap(), amount, n, o); wrong != "" {
		a.wrong = fmt.Errorf("%s", wrong)
		return 0, stealq.Lost
	}
	if victim.robbers == nil {
		victim.robbers = map[*actor]bool{}
	}
	victim.robbers[a] = true
	victim.asked = o == stealq.Empty && a.most < a.Cap()
	a.most += n
	return n, o
}

// Held is the number of items in d, with those that its Len leaves out.
func Held(d stealq.Deque) int {
	if e, ok := d.(stealq.Exposer); ok {
		return e.Held()
	}
	return d.Len()
}

// Expose shows an item to thieves that have asked, if the kind is OnRequest.
func (a *actor) Expose() {
	if d, ok := a.Deque.(stealq.Exposer); ok {
		d.Expose()
	}
}

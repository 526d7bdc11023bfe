package stealqtest

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

// self is the actor, also where another type embeds it.
func (a *actor) self() *actor { return a }

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

// Shower is a deque that has words for the values of its variables. A table of a schedule
// shows the value v of the variable called name, such as "A.age", as Show(name, v), and as
// a number if Show returns "". Show is called outside the exploration. It must not use the
// deque.
type Shower interface {
	Show(name string, v uint64) string
}

// Wrapper is a deque around another one, whose variables tables are to show. Root returns a
// pointer to the other one. Without it the names in tables begin with the wrapper's fields.
type Wrapper interface{ Root() any }

// Taker is a deque that a thief without a deque of its own can rob of one item. Explore then
// lets thieves call Take, and schedules are shorter than with Steal.
type Taker interface {
	Takes() bool // whether thieves may call Take
	Take() (item uint64, outcome stealq.Outcome)
}

// Take lets a thief take one item.
func (a *actor) Take(rune) (items []uint64, empty bool) {
	a.family.pulse.enter(stealing, a.number)
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
	a.family.pulse.enter(pushing, a.number)
	ok := a.Deque.Push(item)
	if ok {
		a.most++
	}
	return ok
}

func (a *actor) Pop() (uint64, bool) {
	a.family.pulse.enter(popping, a.number)
	a.popped = true
	item, ok := a.Deque.Pop()
	if ok {
		a.most--
	}
	return item, ok
}

func (a *actor) Steal(victim scene.Deque, amount rune) (n int, empty bool) {
	n, o := a.steal(victim.(interface{ self() *actor }).self(), letters[amount])
	return n, o == stealq.Empty
}

func (a *actor) steal(victim *actor, amount stealq.Amount) (int, stealq.Outcome) {
	a.family.pulse.enter(stealing, a.number)
	n, o := a.Deque.Steal(victim.Deque, amount)
	if wrong := answersWrong(a.family.kind, a.Cap(), amount, n, o); wrong != "" {
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

// held is the number of items in d, with those that its Len leaves out.
func held(d stealq.Deque) int {
	if e, ok := d.(stealq.Exposer); ok {
		return e.Held()
	}
	return d.Len()
}

// exposer is a deque of a kind that is OnRequest.
type exposer struct{ *actor }

func (e exposer) Expose() {
	if d, ok := e.Deque.(stealq.Exposer); ok {
		d.Expose()
	}
}

package stealqtest

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// This file lets scenes run any kind of deque, through the public contract alone. What
// the contract does not show is not judged: how many items an owner has shown to thieves
// altogether (Kind.OnRequest), and the state of a deque at rest beyond stealq.Check.

// letters are the letters of steals in scenes.
var letters = map[rune]stealq.Amount{'b': stealq.Balance, 'o': stealq.One, 'h': stealq.Half, 'a': stealq.All}

// formOf is a kind in scenes. The pulse learns of each call.
func formOf(k *stealq.Kind, p *pulse) scene.Form {
	f := scene.Form{Name: k.Name, Shared: k.Shared, OnRequest: k.OnRequest, AtRest: lawAtRest}
	for _, letter := range "boha" {
		if k.Offers(letters[letter]) {
			f.Amounts += string(letter)
		}
	}
	f.Make = func(deques, capacity int, start uint64) []scene.Deque {
		return newFamily(k, p, deques, capacity, start).inScene()
	}
	return f
}

// family is the deques of one New. The last one takes part in no program: its owner is
// the set-up, which steals until the others begin at the index that is wanted.
type family struct {
	kind   *stealq.Kind
	pulse  *pulse
	all    []stealq.Deque
	actors []*actor // one for each
	helper *actor   // the last one
	wrong  error    // what the set-up found
}

// newFamily makes that many deques and the helper's.
func newFamily(k *stealq.Kind, p *pulse, deques, capacity int, start uint64) *family {
	p.enter(making, 0)
	f := &family{kind: k, pulse: p, all: k.New(deques+1, capacity)}
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
		if f.kind.OnRequest {
			all = append(all, exposer{a})
		} else {
			all = append(all, a)
		}
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
			f.spoil("Steal with %v moves %d items from a deque that holds 1", few(f.kind), n)
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

// rob lets the helper steal while nobody else is about. Where thieves get only what they
// asked for, the owner answers and the helper tries again.
func (f *family) rob(a *actor) (n int, o stealq.Outcome) {
	n, o = f.helper.steal(a, few(f.kind))
	if f.kind.OnRequest && o == stealq.Empty {
		if e, ok := a.Deque.(stealq.Exposer); ok {
			e.Expose()
		}
		n, o = f.helper.steal(a, few(f.kind))
	}
	return n, o
}

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

// lawAtRest holds all deques of a family against stealq.Check. Beside that, a request is
// answered by the owner's next call. The contract does not show who has taken an item that
// was shown. So this is judged where there is one thief, and the owner only pushes.
func lawAtRest(deques []scene.Deque) error {
	var f *family
	for _, d := range deques {
		a := d.(interface{ self() *actor }).self()
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
	n, _ := f.helper.steal(a, few(f.kind))
	if n == 0 {
		return fmt.Errorf("in the end a thief finds nothing in %c, whose Len is %d, though nobody else is about", 'A'+a.number, had)
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
	if len(a.robbers) != 1 || !a.asked || a.popped || held(a.Deque) == 0 {
		return nil
	}
	exposer{a}.Expose()
	if n, _ := f.helper.steal(a, few(f.kind)); n == 0 {
		return fmt.Errorf("a thief asked and was forgotten: the owner of %c has shown it no item", 'A'+a.number)
	}
	item, _ := f.helper.Pop()
	a.Push(item)
	return nil
}

//go:build interleave && !fullsize

package stealq

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// The deques as scenes know them.

// SceneForm is a kind of deque in scenes. It is there in a build with the tag alone, for tests
// and for gcbench play.
func SceneForm(k *Kind) scene.Form {
	f := scene.Form{Name: k.Name, Link: k.Name, Shared: k.Shared, OnRequest: k.OnRequest, AtRest: checkActors}
	for _, letter := range "boha" {
		if k.Offers(amounts[letter]) {
			f.Amounts += string(letter)
		}
	}
	f.Make = func(deques, capacity int, start uint64) (all []scene.Deque) {
		for _, d := range k.New(deques, capacity) {
			startAt(d, start)
			all = append(all, actorOf(d))
		}
		return all
	}
	return f
}

// amounts are the letters of steals.
var amounts = map[rune]Amount{'b': Balance, 'o': One, 'h': Half, 'a': All}

// actor is a deque in a scene.
type actor struct{ Deque }

func actorOf(d Deque) scene.Deque {
	switch d := d.(type) {
	case *rudolph:
		return pairActor{actor{d}, d}
	case *split:
		return &splitActor{actor: actor{d}, d: d}
	}
	return actor{d}
}

// SceneDeque is a deque as scenes have it: it names its variables, and is scene.Pictured if its kind has a picture.
func SceneDeque(d Deque) scene.Named { return actorOf(d).(scene.Named) }

func (a actor) deque() Deque { return a.Deque }

func (a actor) Root() any { return a.Deque }

func (a actor) Show(name string, v uint64) string { return showWord(a.Deque)(name, v) }

func (a actor) Steal(victim scene.Deque, amount rune) (int, bool) {
	return moved(a.Deque.Steal(victim.(interface{ deque() Deque }).deque(), amounts[amount]))
}

// moved is the answer of a steal or of balancing in scenes.
func moved(n int, o Outcome) (int, bool) {
	if (o == Took) != (n != 0) {
		panic("moved and did not take, or took and did not move")
	}
	return n, o == Empty
}

func checkActors(deques []scene.Deque) error {
	var all []Deque
	for _, d := range deques {
		all = append(all, d.(interface{ deque() Deque }).deque())
	}
	return Check(all)
}

// pairActor is a deque of rudolph.
type pairActor struct {
	actor
	d *rudolph
}

func (a pairActor) Balance(other scene.Deque) (int, bool) {
	return moved(a.d.Balance(other.(pairActor).d))
}

// InSight is a look at the lengths of two deques that have items, where no goroutine
// pops: an item on its way shows in one of them, or the first has changed meanwhile.
func (a pairActor) InSight(other scene.Deque) bool {
	before := a.d.load()
	return before.length()+other.(pairActor).d.load().length() > 0 || a.d.load() != before
}

// splitActor counts the items that a deque of split has shown. An operation of its owner
// shows one at most.
type splitActor struct {
	actor
	d        *split
	shown    uint64
	official uint64 // when the owner's present operation began
}

func (a *splitActor) Shown() uint64 {
	if a.d.own.official > a.official {
		return a.shown + 1
	}
	return a.shown
}

// settle begins or ends an operation of the owner.
func (a *splitActor) settle() { a.shown, a.official = a.Shown(), a.d.own.official }

func (a *splitActor) Private() int { return int(a.d.own.bottom - a.d.own.official) }

func (a *splitActor) Ask() { a.d.targeted.Store(1) }

func (a *splitActor) Expose() {
	a.settle()
	a.d.Expose()
	a.settle()
}

func (a *splitActor) Push(item uint64) bool {
	a.settle()
	defer a.settle()
	return a.Deque.Push(item)
}

func (a *splitActor) Pop() (uint64, bool) {
	a.settle()
	defer a.settle()
	return a.Deque.Pop()
}

// SceneRange makes a work-stealing range for scenes. Links call it workrange.
func SceneRange() scene.Indices { return new(openRange) }

// openRange is a work-stealing range in scenes.
type openRange struct {
	WorkRange
	own Counters
}

func (r *openRange) Root() any { return &r.WorkRange }

// Show writes the word with its parts.
func (r *openRange) Show(name string, v uint64) string {
	if name != "packed" {
		return ""
	}
	return ShowRange(v)
}

// ShowRange writes the packed word of a WorkRange with its parts.
func ShowRange(packed uint64) string {
	s := indexRange(packed)
	return fmt.Sprintf("high %d length %d tag %d", s.high(), s.length(), packed>>indexTagShift)
}

func (r *openRange) Open(over, low, high uint64) {
	r.WorkRange.Open(over, uint32(low), uint32(high), &r.own)
}

func (r *openRange) Take() (scene.Part, bool) {
	p, ok := r.WorkRange.Take(&r.own)
	return part(p), ok
}

func (r *openRange) Steal() (scene.Part, bool) {
	var c Counters
	p, o := r.WorkRange.Steal(&c)
	return part(p), o == Took
}

func part(p Part) scene.Part {
	return scene.Part{Over: p.Over, Low: uint64(p.Low), High: uint64(p.High), Last: p.Last}
}

// ScenePictures are the pictures of a mark's deques, or of the one queue that all workers share.
func ScenePictures(deques []Deque, shared bool) (all []scene.Picture) {
	for i, d := range deques {
		p := SceneDeque(d).(scene.Pictured).Picture()
		p.Name = sceneName(i, shared)
		if all = append(all, p); shared {
			break
		}
	}
	return all
}

// SceneNames gives the variables of a mark's deques names in w, and their values words.
func SceneNames(w *interleave.World, deques []Deque, shared bool) {
	for i, d := range deques {
		named := SceneDeque(d)
		w.Name(sceneName(i, shared), named.Root(), named.Show)
	}
}

// sceneName is the name of a worker's deque in pictures and in tables of schedules.
func sceneName(worker int, shared bool) string {
	if shared {
		return "queue"
	}
	return fmt.Sprint("deque ", worker)
}

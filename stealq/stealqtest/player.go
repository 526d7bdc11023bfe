package stealqtest

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest/internal/small"
)

// player is a goroutine that calls deques. It demands of every call all that the
// contract says of every call.
type player struct {
	pulse
	trial *trial
	name  string
	trail *trail // nil for one of several goroutines
}

// doing is what a call does.
type doing uint8

const ( // the first calls are those of package small
	nothing doing = iota
	making
	pushing
	popping
	stealing
	measuring
	counting
	resetting
)

var names = [...]string{"the check itself", "New", "Push", "Pop", "Steal", "Len", "Counters", "Reset"}

// doing says what p is in the middle of.
func (p *player) doing() string {
	return p.last(p.name, func(deque int) string { return fmt.Sprint("d", deque) })
}

// enter begins a call of a deque, or ends the goroutine if the trial is over.
func (p *player) enter(what doing, on ...*deque) {
	if p.trial.over.Load() {
		panic(stop{})
	}
	number := 0
	for _, d := range on {
		number = d.number
	}
	p.begins(what, number)
}

func (p *player) push(d *deque, item uint64) bool {
	p.enter(pushing, d)
	ok := d.Push(item)
	if ok {
		d.want.Pushes++
	} else {
		d.want.Full++
	}
	return ok
}

func (p *player) pop(d *deque) (uint64, bool) {
	p.enter(popping, d)
	item, ok := d.Pop()
	if ok {
		d.want.Pops++
	} else {
		d.want.PopEmpty++
	}
	return item, ok
}

func (p *player) steal(thief, victim *deque, amount stealq.Amount) (int, stealq.Outcome) {
	n, o := p.attempt(thief, victim, amount)
	p.demand(thief, amount, n, o)
	return n, o
}

// attempt steals, and demands nothing yet.
func (p *player) attempt(thief, victim *deque, amount stealq.Amount) (int, stealq.Outcome) {
	p.enter(stealing, thief)
	n, o := thief.Steal(victim.Deque, amount)
	w := &thief.want
	w.Steals++
	switch o {
	case stealq.Took:
		w.Took++
		w.ItemsStolen += uint64(n)
	case stealq.Empty:
		w.Empty++
	case stealq.Lost:
		w.Lost++
	}
	return n, o
}

// demand holds what a Steal returned against what every Steal promises.
func (p *player) demand(thief *deque, amount stealq.Amount, n int, o stealq.Outcome) {
	if wrong := small.AnswersWrong(p.trial.kind, thief.Cap(), amount, n, o); wrong != "" {
		p.trial.fail("%s", wrong)
	}
}

// length is Len, from wherever.
func (p *player) length(d *deque) int {
	p.enter(measuring, d)
	n := d.Len()
	if n < 0 || n > d.Cap() {
		p.trial.fail("Len of d%d is %d with a capacity of %d", d.number, n, d.Cap())
	}
	return n
}

// held is the number of items in d, hidden ones included. Only its owner knows.
func (p *player) held(d *deque) int {
	p.enter(measuring, d)
	return small.Held(d.Deque)
}

func (p *player) reset(d *deque) {
	p.enter(resetting, d)
	d.Reset()
	d.want = stealq.Counters{}
}

// take steals from victim and pops what came, the oldest first.
func (p *player) take(thief, victim *deque, amount stealq.Amount) (items []uint64) {
	n, _ := p.steal(thief, victim, amount)
	for i := range n {
		item, ok := p.pop(thief)
		if !ok {
			p.trial.fail("Steal with %v moved %d items to d%d, but Pop found only %d", amount, n, thief.number, i)
		}
		items = append(items, item)
	}
	slices.Reverse(items)
	return items
}

// empty pops all that d holds, to which only its owner adds, or the workers that share
// a queue.
func (p *player) empty(d *deque, each func(item uint64)) {
	for range d.Cap() + 1 {
		item, ok := p.pop(d)
		if !ok {
			return
		}
		each(item)
	}
	if !p.trial.kind.Shared {
		p.trial.fail("Pop of d%d found more items than its capacity of %d", d.number, d.Cap())
	}
}

// outcomes is how many of the counters, from Pushes to ItemsStolen, follow from what calls have returned. The
// others say what the calls cost.
const outcomes = 9

// atRest holds the counters of deques that are not in use against the calls that
// there were, and against the conservation laws.
func (p *player) atRest(ds ...*deque) {
	t := p.trial
	for _, d := range ds {
		p.enter(counting, d)
		got := d.Counters()
		if got == nil {
			t.fail("Counters of d%d is nil", d.number)
		}
		said, want := reflect.ValueOf(got).Elem(), reflect.ValueOf(d.want)
		for i := range outcomes {
			if n, w := said.Field(i).Uint(), want.Field(i).Uint(); n != w {
				t.fail("Counters of d%d say %s %d, after calls that come to %d", d.number, said.Type().Field(i).Name, n, w)
			}
		}
		p.length(d)
	}
	p.enter(counting)
	if err := stealq.Check(raw(ds)); err != nil {
		t.fail("stealq.Check of all deques at rest: %v", err)
	}
	p.rest()
}

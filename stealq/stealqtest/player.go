package stealqtest

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// player is a goroutine that calls deques. What the contract says of every call, it
// demands of every call.
type player struct {
	trial *trial
	name  string
	calls uint64
	now   atomic.Uint64 // the number of the present call, its deque and what it is
	trail *trail        // nil for one of several goroutines

	seen  uint64 // by the trial's watch: now, and how often it was the same
	still int
}

// doing is what a call does.
type doing uint8

const (
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

func callOf(now uint64) doing { return doing(now & 0xff) }

// doing says what p is in the middle of.
func (p *player) doing() string {
	now := p.now.Load()
	switch what := callOf(now); what {
	case nothing:
		return p.name
	case making:
		return "New"
	default:
		return fmt.Sprintf("%s of d%d", names[what], now>>8&0xff)
	}
}

// enter begins a call of a deque, or ends the goroutine if the trial is over.
func (p *player) enter(what doing, on ...*deque) {
	if p.trial.over.Load() {
		panic(stop{})
	}
	p.calls++
	now := p.calls<<16 | uint64(what)
	for _, d := range on {
		now |= uint64(d.number) << 8
	}
	p.now.Store(now)
}

// rest says that p is in no call.
func (p *player) rest() { p.now.Store(uint64(nothing)) }

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
	if wrong := answersWrong(p.trial.kind, thief.Cap(), amount, n, o); wrong != "" {
		p.trial.fail("%s", wrong)
	}
}

// answersWrong is what is wrong with the answer of a Steal, whatever its victim held. It is
// "" if nothing is.
func answersWrong(k *stealq.Kind, capacity int, amount stealq.Amount, n int, o stealq.Outcome) string {
	switch {
	case o > stealq.Lost:
		return fmt.Sprintf("Steal with %v returned %v, which is no outcome", amount, o)
	case o == stealq.Took && n == 0:
		return fmt.Sprintf("Steal with %v returned Took with 0 items: it must be Empty or Lost", amount)
	case (o == stealq.Took) != (n > 0):
		return fmt.Sprintf("Steal with %v returned %d items with %v: the number must be positive with Took, and 0 otherwise", amount, n, o)
	case o == stealq.Lost && !k.Loses:
		return fmt.Sprintf("Steal with %v was Lost, though the Kind's Loses is false", amount)
	case amount == stealq.One && n > 1:
		return fmt.Sprintf("Steal with one moved %d items", n)
	case n > capacity:
		return fmt.Sprintf("Steal with %v moved %d items to a deque of capacity %d", amount, n, capacity)
	case k.Shared && n > 0:
		return fmt.Sprintf("Steal with %v moved %d items between handles of one queue, though the Kind is Shared", amount, n)
	}
	return ""
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
	if e, ok := d.Deque.(stealq.Exposer); ok {
		return e.Held()
	}
	return d.Len()
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

// empty pops all that d holds, to which nobody adds but its owner, and those that share
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

// atRest holds the counters of deques that nobody uses against the calls that there
// were, and against the conservation laws.
func (p *player) atRest(ds ...*deque) {
	t := p.trial
	for _, d := range ds {
		p.enter(counting, d)
		got := d.Counters()
		if got == nil {
			t.fail("Counters of d%d is nil", d.number)
		}
		for _, c := range []struct {
			name      string
			got, want uint64
		}{
			{"Pushes", got.Pushes, d.want.Pushes}, {"Full", got.Full, d.want.Full},
			{"Pops", got.Pops, d.want.Pops}, {"PopEmpty", got.PopEmpty, d.want.PopEmpty},
			{"Steals", got.Steals, d.want.Steals}, {"Took", got.Took, d.want.Took}, {"Empty", got.Empty, d.want.Empty},
			{"Lost", got.Lost, d.want.Lost}, {"ItemsStolen", got.ItemsStolen, d.want.ItemsStolen},
		} {
			if c.got != c.want {
				t.fail("Counters of d%d say %s %d, after calls that come to %d", d.number, c.name, c.got, c.want)
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

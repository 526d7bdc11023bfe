package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
)

// office is all the data of the program.
type office struct {
	first    *event // the events in order of time
	accounts map[string]*account
	orders   []order
	index    *node
	random   *rand.Rand
}

type (
	// event is a node of the list. Nothing else refers to it.
	event struct {
		due  uint64
		next *event
		note string
		who  *account
	}
	account struct {
		name   string
		recent []int
	}
	order struct {
		who   *account
		lines []string
	}
	// node is a node of a search tree.
	node struct {
		key         uint64
		left, right *node
	}
)

// perAccount and its relatives say how many events come with one of the other things.
const (
	perAccount = 10
	perOrder   = 20
	perNode    = 10
	orderLines = 3
)

// The life of the program: in each of so many rounds one event in replaced passes, and as
// many new ones come.
const (
	rounds   = 10
	replaced = 4
)

// horizon is how far in the future an event may be, in units of time.
const horizon = 1 << 40

func newOffice(seed uint64) *office {
	return &office{accounts: map[string]*account{}, random: rand.New(rand.NewPCG(seed, 0))}
}

// work lets the program run for some rounds. In the end there are as many events as in the
// beginning.
func (o *office) work(events int) {
	o.receive(events, 0)
	for range rounds {
		var now uint64
		for range events / replaced {
			now, o.first = o.first.due, o.first.next
		}
		o.receive(events/replaced, now)
	}
}

// receive adds events with random times after now. Other data comes with them.
func (o *office) receive(events int, now uint64) {
	arrived := make([]*event, events)
	for i := range arrived {
		who := o.account(i)
		arrived[i] = &event{due: now + o.random.Uint64N(horizon), note: fmt.Sprint("note ", i), who: who}
		if i%perOrder == 0 {
			o.orders = append(o.orders, newOrder(who, i))
		}
		if i%perNode == 0 {
			o.insert(o.random.Uint64())
		}
	}
	slices.SortFunc(arrived, func(a, b *event) int { return cmp.Compare(a.due, b.due) })
	o.merge(arrived)
}

// merge puts events into the list. They are in order of time.
func (o *office) merge(arrived []*event) {
	at := &o.first
	for _, e := range arrived {
		for *at != nil && (*at).due <= e.due {
			at = &(*at).next
		}
		e.next, *at = *at, e
		at = &e.next
	}
}

// account returns an account, which may be new.
func (o *office) account(i int) *account {
	name := fmt.Sprint("account ", i/perAccount)
	a := o.accounts[name]
	if a == nil {
		a = &account{name: name}
		o.accounts[name] = a
	}
	a.recent = append(a.recent, i)
	return a
}

func newOrder(who *account, i int) order {
	o := order{who: who}
	for line := range orderLines {
		o.lines = append(o.lines, fmt.Sprint("order ", i, ", line ", line))
	}
	return o
}

// insert adds a key to the search tree.
func (o *office) insert(key uint64) {
	at := &o.index
	for *at != nil {
		if key < (*at).key {
			at = &(*at).left
		} else {
			at = &(*at).right
		}
	}
	*at = &node{key: key}
}

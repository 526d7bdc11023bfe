package stealq

import (
	"fmt"
	"sync"
	"testing"
)

// centralScript is handles that push ('+') and pop ('-') at once.
type centralScript struct {
	capacity uint64
	fill     int
	ops      []string // by handle

	trusting bool // a pop trusts the length that it saw before it had the lock
	unlocked bool // nobody takes the lock
}

func (s centralScript) String() string {
	return fmt.Sprintf("capacity=%d/fill=%d/ops=%q", s.capacity, s.fill, s.ops)
}

// centralCopy is the queue of central.go over cells.
type centralCopy struct {
	centralScript
	w     *world
	waits *waits
	mu, n *cell
	items []*cell
}

func (d *centralCopy) lock() {
	if d.unlocked {
		return
	}
	for !d.w.over {
		if d.waits.until(d.mu, func(v uint64) bool { return v == 0 }); d.mu.CompareAndSwap(0, 1) {
			return
		}
	}
}

func (d *centralCopy) unlock() {
	if !d.unlocked {
		d.mu.Store(0)
	}
}

func (d *centralCopy) push(item uint64) bool {
	d.lock()
	defer d.unlock()
	n := d.n.Load()
	if n == d.capacity {
		return false
	}
	d.items[n].Store(item)
	d.n.Store(n + 1)
	return true
}

func (d *centralCopy) pop() (uint64, bool) {
	n := d.n.Load()
	if n == 0 {
		return 0, false
	}
	d.lock()
	defer d.unlock()
	if !d.trusting {
		n = d.n.Load()
	}
	if n == 0 {
		return 0, false
	}
	d.n.Store(n - 1)
	return d.items[n-1].Load(), true
}

func (s centralScript) program(w *world) (atEnd func()) {
	b := newBook(w)
	d := &centralCopy{centralScript: s, w: w, waits: newWaits(w)}
	d.mu, d.n = w.newCell("", "mu", -1, nil), w.newCell("", "n", -1, nil)
	for i := range s.capacity {
		d.items = append(d.items, w.newCell("", "item", int(i), nil))
	}
	for range s.fill {
		b.push(len(s.ops), d.push)
	}
	for i, ops := range s.ops {
		w.spawn(fmt.Sprintf("handle %d", i), func() {
			for _, op := range ops {
				if op == '+' {
					b.push(i, d.push)
				} else if item, ok := d.pop(); ok {
					b.take(item)
				}
			}
		})
	}
	return func() {
		b.popAll(d.pop)
		b.close()
	}
}

// TestCentralWrongFormsAreCaught: without the lock, and with a look before the lock
// in place of one with it, an item is lost or taken twice.
func TestCentralWrongFormsAreCaught(t *testing.T) {
	right := centralScript{capacity: 2, fill: 1, ops: []string{"-", "-"}}
	trusting, unlocked := right, right
	trusting.trusting, unlocked.unlocked = true, true
	requireCaught(t, []wrong{
		{"length seen before the lock", trusting, right},
		{"no lock", unlocked, right},
	})
}

// TestCentralEverySchedule: two and three handles, every program of a length, every
// fill.
func TestCentralEverySchedule(t *testing.T) {
	var two, three []script
	for fill := range 3 {
		for _, a := range words("+-", 2) {
			for _, b := range words("+-", 2) {
				two = append(two, centralScript{capacity: 2, fill: fill, ops: []string{a, b}})
			}
		}
		for _, ops := range words("+-", 3) {
			three = append(three, centralScript{capacity: 2, fill: fill, ops: []string{ops[:1], ops[1:2], ops[2:]}})
		}
	}
	requireRight(t, []scripts{{"two handles", false, two}, {"three handles", false, three}})
}

// TestCentralNeverIdlesBesideWork: what list scheduling needs. While the queue holds
// an item no handle's Pop fails, whoever pushed it.
func TestCentralNeverIdlesBesideWork(t *testing.T) {
	const handles, rounds = 4, 2000
	ds := centralKind.New(handles, 64)
	for range rounds {
		for i := range 8 {
			if !ds[0].Push(uint64(i)) {
				t.Fatal("full")
			}
		}
		var wg sync.WaitGroup // 8 items for 4 handles that take 2 each
		for _, d := range ds {
			wg.Go(func() {
				for range 2 {
					if _, ok := d.Pop(); !ok {
						t.Error("a pop failed beside work")
					}
				}
			})
		}
		wg.Wait()
	}
	c := ds[1].Counters()
	if c.Pops != 2*rounds || c.RMW != 2*c.Pops || c.Stores != c.Pops || c.CAS != 0 {
		t.Errorf("%+v: want a lock, an unlock and a store for each of %d pops", *c, 2*rounds)
	}
	if err := Check(ds); err != nil {
		t.Error(err)
	}
}

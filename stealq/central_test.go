package stealq

import (
	"sync"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// centralCopy is the queue of central.go over cells, with two switches. All thieves'
// operations in scenes are pops.
type centralCopy struct {
	trusting bool // a pop trusts the length that it saw before it had the lock
	unlocked bool // nobody takes the lock

	mu    interleave.Mutex
	n     cell
	items []cell
}

func centralForm(trusting, unlocked bool) form {
	return func(capacity, _ uint64) transcript {
		return &centralCopy{trusting: trusting, unlocked: unlocked, items: make([]cell, capacity)}
	}
}

func (d *centralCopy) lock() {
	if !d.unlocked {
		d.mu.Lock()
	}
}

func (d *centralCopy) unlock() {
	if !d.unlocked {
		d.mu.Unlock()
	}
}

func (d *centralCopy) push(item uint64) bool {
	d.lock()
	defer d.unlock()
	n := d.n.Load()
	if n == uint64(len(d.items)) {
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

func (d *centralCopy) take(int, rune) ([]uint64, Outcome) {
	item, ok := d.pop()
	if !ok {
		return nil, Lost
	}
	return []uint64{item}, Took
}

func (d *centralCopy) rob(transcript, rune) error { return nil }

func (d *centralCopy) show(string, uint64) string { return "" }

// TestCentralWrongFormsAreCaught: without the lock, and with a look before the lock
// in place of one with it, an item is lost or taken twice.
func TestCentralWrongFormsAreCaught(t *testing.T) {
	s, right := scene{capacity: 2, setup: []string{"+"}, ops: []string{"-", "-"}}, centralForm(false, false)
	requireCaught(t, []control{
		{"length seen before the lock", s, centralForm(true, false), right},
		{"no lock", s, centralForm(false, true), right},
	})
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

package stealq

import (
	"sync"
	"testing"
)

// TestCentralNeverIdlesBesideWork: what list scheduling needs. While the queue holds
// an item no handle's Pop fails, through whichever handle the item was pushed.
func TestCentralNeverIdlesBesideWork(t *testing.T) {
	const handles, rounds = 4, 2000
	ds := Central.New(handles, 64)
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

// TestCentralServesTheNewest: all handles see one stack.
func TestCentralServesTheNewest(t *testing.T) {
	const capacity = 8
	ds := Central.New(3, capacity)
	for i := range capacity {
		ds[i%3].Push(uint64(i))
	}
	for i := range capacity {
		if item, ok := ds[(i+1)%3].Pop(); !ok || item != uint64(capacity-1-i) {
			t.Fatalf("popped %d (%v), want %d", item, ok, capacity-1-i)
		}
	}
}

package answer

import "testing"

// One worker alone: it scans every object that is found, and then it ends.
func TestAlone(t *testing.T) {
	c := New(1, 2)
	c.Put(1)
	scanned := 0
	c.Work(func(object uint64) []uint64 {
		scanned++
		return map[uint64][]uint64{1: {2, 3}, 3: {4}}[object]
	})
	if scanned != 4 {
		t.Fatalf("%d objects were scanned: want 4", scanned)
	}
}

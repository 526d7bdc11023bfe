package answer

import "testing"

// One worker alone: what is pushed comes back, the newest item first for the owner, the
// oldest first for a thief.
func TestAlone(t *testing.T) {
	d := New(4)
	for item := uint64(1); item <= 3; item++ {
		d.Push(item)
	}
	if item, outcome := d.Steal(); outcome != Took || item != 1 {
		t.Errorf("Steal returned %d, %v: want item 1, Took", item, outcome)
	}
	for _, want := range []uint64{3, 2} {
		if item, ok := d.Pop(); !ok || item != want {
			t.Errorf("Pop returned %d, %v: want item %d, true", item, ok, want)
		}
	}
	if item, ok := d.Pop(); ok {
		t.Errorf("Pop of an empty deque returned item %d", item)
	}
	if item, outcome := d.Steal(); outcome != Empty {
		t.Errorf("Steal from an empty deque returned %d, %v: want Empty", item, outcome)
	}
}

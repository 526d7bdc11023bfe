package answer

import "testing"

// One worker alone, which owns two deques: the owner pops the newest item. A thief takes the
// oldest ones, and they keep their order.
func TestAlone(t *testing.T) {
	victim, thief := New(16), New(16)
	for item := uint64(1); item <= 9; item++ {
		victim.Push(item)
	}
	if n, outcome := thief.Steal(victim); n != 4 || outcome != Took {
		t.Errorf("Steal from 9 items returned %d, %v: want 4, Took", n, outcome)
	}
	popAll(t, "the victim", victim, 9, 8, 7, 6, 5)
	popAll(t, "the thief", thief, 4, 3, 2, 1)
	if n, outcome := thief.Steal(victim); n != 0 || outcome != Empty {
		t.Errorf("Steal from an empty deque returned %d, %v: want 0, Empty", n, outcome)
	}
}

func popAll(t *testing.T, whose string, d *Deque, want ...uint64) {
	t.Helper()
	for _, item := range want {
		if got, ok := d.Pop(); !ok || got != item {
			t.Errorf("Pop of %s returned %d, %v: want item %d, true", whose, got, ok, item)
		}
	}
	if item, ok := d.Pop(); ok {
		t.Errorf("Pop of %s returned item %d: want nothing", whose, item)
	}
}

package answer

import "testing"

// One worker alone, which owns two deques: the owner pops the newest item. A thief takes the
// oldest ones, and they keep their order.
func TestAlone(t *testing.T) {
	victim, thief := New(8), New(8)
	for item := uint64(1); item <= 5; item++ {
		victim.Push(item)
	}
	if n := thief.Steal(victim); n != 2 {
		t.Errorf("Steal from 5 items returned %d: want 2", n)
	}
	if victim.Len() != 3 || thief.Len() != 2 {
		t.Errorf("then the victim has %d items and the thief %d: want 3 and 2", victim.Len(), thief.Len())
	}
	popAll(t, "the victim", victim, 5, 4, 3)
	popAll(t, "the thief", thief, 2, 1)
	if n := thief.Steal(victim); n != 0 {
		t.Errorf("Steal from an empty deque returned %d: want 0", n)
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

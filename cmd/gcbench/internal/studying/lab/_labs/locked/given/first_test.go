package answer

import "testing"

// One worker alone, which owns two deques: the owner pops the newest item. A thief takes the
// oldest ones, and they keep their order.
func TestAlone(t *testing.T) {
	const items, taken = 13, 6
	victim, thief := New(16), New(16)
	for item := uint64(1); item <= items; item++ {
		victim.Push(item)
	}
	if n := thief.Steal(victim); n != taken {
		t.Errorf("Steal from %d items returned %d: want %d", items, n, taken)
	}
	if victim.Len() != items-taken || thief.Len() != taken {
		t.Errorf("then the victim has %d items and the thief %d: want %d and %d", victim.Len(), thief.Len(), items-taken, taken)
	}
	popAll(t, "the victim", victim, items, taken+1)
	popAll(t, "the thief", thief, taken, 1)
	if n := thief.Steal(victim); n != 0 {
		t.Errorf("Steal from an empty deque returned %d: want 0", n)
	}
}

// popAll pops the items from newest down to oldest, and no more.
func popAll(t *testing.T, whose string, d *Deque, newest, oldest uint64) {
	t.Helper()
	for item := newest; item >= oldest; item-- {
		if got, ok := d.Pop(); !ok || got != item {
			t.Errorf("Pop of %s returned %d, %v: want item %d, true", whose, got, ok, item)
		}
	}
	if item, ok := d.Pop(); ok {
		t.Errorf("Pop of %s returned item %d: want nothing", whose, item)
	}
}

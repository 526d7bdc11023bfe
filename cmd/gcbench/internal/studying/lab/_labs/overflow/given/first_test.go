package answer

import "testing"

// One worker alone: each block that is put is taken once.
func TestAlone(t *testing.T) {
	l := New(3)
	if b, ok := l.Take(); ok {
		t.Fatalf("Take from an empty list returned block %d", b)
	}
	for b := uint64(1); b <= 3; b++ {
		l.Put(b)
	}
	had := map[uint64]bool{}
	for range 3 {
		b, ok := l.Take()
		if !ok || b < 1 || b > 3 || had[b] {
			t.Fatalf("Take returned block %d, %v: want a block from 1 to 3 that was not taken before", b, ok)
		}
		had[b] = true
	}
	if b, ok := l.Take(); ok {
		t.Fatalf("Take from an emptied list returned block %d", b)
	}
}

// One worker alone: block 1 holds the blocks 2 and 3, and block 3 holds block 4.
func TestWorkAlone(t *testing.T) {
	l := New(4)
	l.Put(1)
	scanned := 0
	l.Work(func(block uint64) []uint64 {
		scanned++
		return map[uint64][]uint64{1: {2, 3}, 3: {4}}[block]
	})
	if scanned != 4 {
		t.Fatalf("%d blocks were scanned: want 4", scanned)
	}
}

package answer

import "testing"

type deque interface {
	Push(item uint64) bool
	Pop() (item uint64, ok bool)
	Steal(into []uint64) int
}

// One worker alone: no deque is wrong then.
func TestAlone(t *testing.T) {
	for i, d := range []deque{New1(4), New2(4), New3(4), New4(4), New5(4), New6(4)} {
		for item := uint64(1); item <= 4; item++ {
			if !d.Push(item) {
				t.Fatalf("deque %d: Push(%d) returned false", i+1, item)
			}
		}
		if d.Push(5) {
			t.Fatalf("deque %d: Push of a fifth item returned true", i+1)
		}
		into := make([]uint64, 4)
		next := uint64(1)
		for range d.Steal(into) {
			if into[next-1] != next {
				t.Fatalf("deque %d: Steal took item %d: want %d", i+1, into[next-1], next)
			}
			next++
		}
		for want := uint64(4); want >= next; want-- {
			if item, ok := d.Pop(); !ok || item != want {
				t.Fatalf("deque %d: Pop returned %d, %v: want %d", i+1, item, ok, want)
			}
		}
		if item, ok := d.Pop(); ok {
			t.Fatalf("deque %d: Pop of an empty deque returned %d", i+1, item)
		}
	}
}

package main

import (
	"fmt"
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/judge"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/labcheck/answer"
)

// exact are checks with one worker of what the contract of a deque leaves open: how long the
// range is, and how often the owner replaces it.
func exact() []judge.Check {
	return []judge.Check{
		{Name: "ranges", Asks: "a steal takes the whole range, and both ranges fit afterwards", Run: ranges},
		{Name: "few swaps", Asks: "the owner replaces the range only where a pop crosses a power of two", Run: swaps},
	}
}

// capacity is that of the deques in these checks.
const capacity = 64

// filled makes a deque with so many items.
func filled(items int) *answer.Deque {
	d := answer.New(capacity)
	for i := range items {
		d.Push(uint64(i))
	}
	return d
}

// ranges steals from every fill, to every fill.
func ranges() (string, *verdict.Fault) {
	steals := 0
	for has := range capacity + 1 {
		for own := range capacity + 1 {
			victim, thief := filled(has), filled(own)
			_, length, _ := victim.Range()
			want := min(int(length), capacity-own)
			what := fmt.Sprintf("Steal from a deque with %d items and a range of %d, by a thief with room for %d,", has, length, capacity-own)
			if n, _ := thief.Steal(victim); n != want {
				return "", judge.Fault("%s moved %d, want %d", what, n, want)
			}
			if want == 0 {
				continue
			}
			left := eighth(has)
			if want == has {
				left = 0
			}
			if _, now, _ := victim.Range(); now != left {
				return "", judge.Fault("%s left the victim a range of %d, want %d", what, now, left)
			}
			if _, now, _ := thief.Range(); 2*now > uint64(own+want) && own+want > 1 || 4*now <= uint64(own+want) {
				return "", judge.Fault("%s left the thief's own %d items a range of %d, want more than a quarter and at most half", what, own+want, now)
			}
			steals++
		}
	}
	return fmt.Sprintf("%d steals", steals), nil
}

// eighth is an eighth of the power of two above n, but at least 1.
func eighth(n int) uint64 { return max(1, uint64(1)<<bits.Len(uint(n))/8) }

// swaps pops all items of a deque. Each replacement of its range raises the tag by 1. That
// the owner replaces the range often enough is what the explorer has judged.
func swaps() (string, *verdict.Fault) {
	for has := 1; has <= capacity; has++ {
		d := filled(has)
		for n := has; n > 0; n-- {
			_, _, before := d.Range()
			d.Pop()
			if _, _, after := d.Range(); after != before && bits.Len(uint(n)) == bits.Len(uint(n-1)) {
				return "", judge.Fault("Pop has replaced the range where the length went from %d to %d: this crosses no power of two, and no thief was there", n, n-1)
			}
		}
	}
	return fmt.Sprintf("pops of up to %d items", capacity), nil
}

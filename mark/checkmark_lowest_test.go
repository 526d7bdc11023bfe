package mark_test

import "math/bits"

// lowest is a set of numbers that yields its least. Each bit of a level says
// whether a word of the level below has bits:
//
//	level 2   . . . . . . . 1            one word
//	level 1   . . . . . . . .  . 1 . .   a bit for each word of level 0
//	level 0   the numbers themselves
//
// An add or a take touches one word a level: at most 6 for 32-bit numbers.
type lowest [][]uint64

// newLowest returns an empty set of numbers below n.
func newLowest(n uint64) (s lowest) {
	for {
		n = (n + 63) / 64
		s = append(s, make([]uint64, max(n, 1)))
		if n <= 1 {
			return s
		}
	}
}

// add adds a number that is not in the set.
func (s lowest) add(number uint32) {
	for _, level := range s {
		old := level[number/64]
		level[number/64] = old | 1<<(number%64)
		if old != 0 {
			return // the levels above know
		}
		number /= 64
	}
}

// take removes the least number; false if there is none.
func (s lowest) take() (number uint32, ok bool) {
	if s[len(s)-1][0] == 0 {
		return 0, false
	}
	for i := len(s) - 1; i >= 0; i-- {
		number = number*64 + uint32(bits.TrailingZeros64(s[i][number]))
	}
	for at, i := number, 0; i < len(s); i++ {
		s[i][at/64] &^= 1 << (at % 64)
		if s[i][at/64] != 0 {
			break
		}
		at /= 64
	}
	return number, true
}

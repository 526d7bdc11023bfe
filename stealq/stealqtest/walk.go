package stealqtest

import (
	"math/rand/v2"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// short does every sequence of a few calls of two deques, from every fill of the first. It
// finds in few calls what walk finds in many.
func short(s *solo) {
	calls := 4
	if s.hurried {
		calls = 3
	}
	item := 0
	for n := 1; n <= calls; n++ {
		for _, capacity := range []int{2, 4} {
			for fill := range capacity + 1 {
				for _, letters := range scene.Words("+-h.g", n) {
					ds := s.deques(2, capacity)
					s.fill(ds[0], 1, fill)
					for _, letter := range letters {
						item++
						s.call(letter, uint64(100+item%100), ds[0], ds[1])
					}
					s.counted(ds...)
				}
			}
		}
	}
}

// call makes one of five calls.
func (s *solo) call(letter rune, item uint64, first, second *deque) {
	switch letter {
	case '+':
		s.push(first, item)
	case '-':
		s.pop(first)
	case '.':
		s.pop(second)
	case 'h':
		s.steal(second, first, most(s.kind))
	case 'g':
		s.steal(first, second, most(s.kind))
	}
}

// walk does random calls of three deques. It finds wrong arithmetic in long histories:
// indices that wrap, lengths that jump, thieves that are robbed. The first walks are
// short, so that a failure has few calls if few are enough for it.
func walk(s *solo) {
	rng := s.random(0)
	for i := range max(100, s.scale(300)) {
		ds := s.deques(3, 2<<rng.IntN(6))
		for range min(3+i, 100) {
			step(s, rng, ds)
			s.counted(ds...)
		}
	}
}

// step is a run of pushes or of pops, a steal, or seldom a Reset of all three deques:
// their counters belong together.
func step(s *solo, rng *rand.Rand, ds []*deque) {
	i := rng.IntN(3)
	switch roll := rng.IntN(31); {
	case roll < 10:
		for range 1 + rng.IntN(20) {
			s.push(ds[i], rng.Uint64N(1000))
		}
	case roll < 20:
		for range 1 + rng.IntN(20) {
			s.pop(ds[i])
		}
	case roll < 30:
		s.steal(ds[i], ds[(i+1+rng.IntN(2))%3], s.kind.Amounts[rng.IntN(len(s.kind.Amounts))])
	default:
		s.reset(ds...)
	}
}

package stealqtest

import "math/rand/v2"

// walk does random calls of three deques. It finds wrong arithmetic in long histories:
// indices that wrap, lengths that jump, thieves that are robbed. The first walks are
// short, so that a failure has few calls if few are enough for it.
func walk(s *solo) {
	rng := s.random(0)
	for i := range max(100, scale(300)) {
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

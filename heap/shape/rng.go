package shape

import (
	"math"
	"math/bits"
)

// rng is SplitMix64: a counter with a good mixing function. Steele, Lea and Flood,
// "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014, with Stafford's
// variant 13 of the mixing function. It is written out here because the bytes of every
// heap depend on it, and nothing outside this package can change them. For the same reason
// all arithmetic is on integers: compilers round floating-point operations differently on
// some platforms.
type rng struct{ state uint64 }

// gamma is the odd number that is nearest to 2^64 divided by the golden ratio.
const gamma = 0x9e3779b97f4a7c15

// stream is the number of a random sequence. One seed feeds several sequences. A shape
// that draws more from one sequence does not change another.
type stream uint64

const (
	graphStream   stream = 1 // the live graph
	garbageStream stream = 2 // garbage objects
	layoutStream  stream = 3 // the order of addresses
	nameStream    stream = 4 // the renaming of vertices
)

// newRNG returns the generator of one stream of a seed. It mixes seed and stream.
// Without this, the states of two generators could differ by a multiple of gamma, and
// one sequence would repeat the other, shifted.
func newRNG(seed uint64, s stream) rng {
	return rng{mix(mix(seed) + uint64(s))}
}

// next returns 64 random bits.
func (r *rng) next() uint64 {
	r.state += gamma
	return mix(r.state)
}

// below returns a random number below n, for n at least 1. It is the high word of a
// 64-by-64-bit product (Lemire, "Fast Random Integer Generation in an Interval", ACM
// TOMACS 29(1), 2019). Lemire's rejection step is left out. Without it the probability
// of a value is off by at most n in 2^64, which no heap shows.
func (r *rng) below(n uint64) uint64 {
	hi, _ := bits.Mul64(r.next(), n)
	return hi
}

// bernoulli returns a word in which each of the needed bits is 1 with probability p/2^16,
// for p from 1. The other bits are 0. The bits of p, from the last, say whether the next
// random word is and-ed or or-ed to the result. An and halves the probability so far. An
// or moves it halfway to 1.
//
// The words are taken from the last to the first. The last word decides half of all bits:
// those that are 1 and or-ed, or 0 and and-ed. The word before decides half of the rest.
// Few words are ever computed. But all of them are counted: r moves on as if they had
// been.
func (r *rng) bernoulli(p uint32, needed uint64) uint64 {
	first := bits.TrailingZeros32(p)
	at := r.state + uint64(16-first)*gamma
	r.state = at
	word, open := uint64(0), needed
	for i := 16; i > first && open != 0; {
		for end := max(i-4, first); i > end; at -= gamma { // four at a time: to stop in time costs more
			i--
			draw, or := mix(at), -uint64(p>>i&1)
			word |= open & draw & or
			open &= draw ^ or
		}
	}
	return word // before the first word, all bits are 0
}

// binomial returns how many of n independent events of probability p/2^16 happen.
func (r *rng) binomial(n, p uint32) uint32 {
	happen := 0
	for ; n > 64; n -= 64 {
		happen += bits.OnesCount64(r.bernoulli(p, math.MaxUint64))
	}
	if n > 0 {
		happen += bits.OnesCount64(r.bernoulli(p, math.MaxUint64<<(64-n)))
	}
	return uint32(happen)
}

// mix is a bijection on 64-bit words. Every input bit affects every output bit.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

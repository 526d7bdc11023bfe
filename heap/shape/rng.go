package shape

import "math/bits"

// rng is SplitMix64: a counter with a good mixing function. Steele, Lea and
// Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014, with
// Stafford's variant 13 of the mixing function. It is written out here because
// the bytes of every heap depend on it: nothing outside this package can
// change them.
type rng struct{ state uint64 }

// gamma is the odd number nearest to 2^64 divided by the golden ratio.
const gamma = 0x9e3779b97f4a7c15

// stream separates the random sequences that one seed feeds, so that drawing
// more from one does not shift another.
type stream uint64

const (
	graphStream   stream = 1 // the live graph
	garbageStream stream = 2 // garbage objects
	layoutStream  stream = 3 // the order of addresses
	nameStream    stream = 4 // the renaming of vertices
)

// newRNG returns the generator of one stream of a seed. Seed and stream are
// mixed, since generators whose states differ by a multiple of gamma would
// repeat one another's sequence with a shift.
func newRNG(seed uint64, s stream) rng {
	return rng{mix(mix(seed) + uint64(s))}
}

// next returns 64 random bits.
func (r *rng) next() uint64 {
	r.state += gamma
	return mix(r.state)
}

// below returns a random number below n, n at least 1: the high word of a
// 64-by-64-bit product (Lemire, "Fast Random Integer Generation in an
// Interval", ACM TOMACS 29(1), 2019). His rejection step is left
// out: without it a value is off by at most n in 2^64, which no heap shows.
func (r *rng) below(n uint64) uint64 {
	hi, _ := bits.Mul64(r.next(), n)
	return hi
}

// bernoulli returns a word each bit of which is 1 with probability p/2^16, for
// p from 1: bits of p, from the last, decide whether a random word is and-ed
// or or-ed, which halves the probability so far or moves it halfway to 1.
func (r *rng) bernoulli(p uint32) uint64 {
	word := uint64(0)
	for i := bits.TrailingZeros32(p); i < 16; i++ {
		if p>>i&1 == 1 {
			word |= r.next()
		} else {
			word &= r.next()
		}
	}
	return word
}

// binomial returns how many of n events of probability p/2^16 happen.
func (r *rng) binomial(n, p uint32) uint32 {
	happen := 0
	for ; n > 64; n -= 64 {
		happen += bits.OnesCount64(r.bernoulli(p))
	}
	if n > 0 {
		happen += bits.OnesCount64(r.bernoulli(p) >> (64 - n))
	}
	return uint32(happen)
}

// mix is a bijection on 64-bit words in which every input bit affects every
// output bit.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

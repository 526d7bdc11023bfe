package shape

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSplitMix64 holds the generator to the published sequence for the state
// 1234567, so that no edit changes it by accident.
func TestSplitMix64(t *testing.T) {
	r := rng{1234567}
	for i, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423,
		4593380528125082431, 16408922859458223821,
	} {
		assert.Equal(t, want, r.next(), "number %d", i)
	}
}

func TestBelowReachesAllAndNoMore(t *testing.T) {
	for n := uint64(1); n <= 20; n++ {
		r, seen := newRNG(n, graphStream), make([]int, n)
		for range 200 * n {
			seen[r.below(n)]++
		}
		for v, times := range seen { // 200 expected, standard deviation 14
			assert.InDelta(t, 200, times, 85, "%d of %d", v, n)
		}
	}
}

// TestStreamsDiffer: neighbouring seeds and streams share no number.
func TestStreamsDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(20) {
		for s := graphStream; s <= nameStream; s++ {
			r := newRNG(seed, s)
			for range 100 {
				seen[r.next()] = true
			}
		}
	}
	assert.Len(t, seen, 20*4*100)
}

// TestBernoulli counts the ones in many words, for small and large chances.
func TestBernoulli(t *testing.T) {
	r := newRNG(1, graphStream)
	for _, p := range []uint32{1 << 15, quarter, sixth, lowerHalf, 3, 65535} {
		const words = 20000
		ones := 0
		for range words {
			ones += bits.OnesCount64(r.bernoulli(p, math.MaxUint64))
		}
		assert.InDelta(t, float64(p)/65536, float64(ones)/(64*words), 0.003, "p=%d", p)
	}
}

// TestBernoulliAgainstAllWords: the needed bits are those that all words give, in order,
// and the next number is the same as after all of them.
func TestBernoulliAgainstAllWords(t *testing.T) {
	for p := uint32(1); p < 1<<16; p += 1 + p%7 {
		r := newRNG(uint64(p), graphStream)
		plain := r
		word := uint64(0)
		for i := bits.TrailingZeros32(p); i < 16; i++ {
			if p>>i&1 == 1 {
				word |= plain.next()
			} else {
				word &= plain.next()
			}
		}
		needed := mix(uint64(p))
		if p%3 == 0 {
			needed = math.MaxUint64
		}
		if got := r.bernoulli(p, needed); got != word&needed || r != plain {
			t.Fatalf("p=%d: %x, and not %x; then %v, and not %v", p, got, word&needed, r, plain)
		}
	}
}

func TestBinomial(t *testing.T) {
	r := newRNG(1, graphStream)
	for _, n := range []uint32{0, 1, 2, 63, 64, 65, 128, 200} {
		const times = 4000
		sum := 0
		for range times {
			k := r.binomial(n, quarter)
			assert.LessOrEqual(t, k, n)
			sum += int(k)
		}
		assert.InDelta(t, float64(n)/4, float64(sum)/times, 0.05+float64(n)/400, "n=%d", n)
	}
}

func TestSqrt(t *testing.T) {
	for n := range uint64(5000) {
		r := sqrt(n)
		if r*r > n || n >= (r+1)*(r+1) {
			t.Fatalf("sqrt(%d) = %d", n, r)
		}
	}
	assert.Equal(t, uint64(65535), sqrt(1<<32-1))
	assert.Equal(t, uint64(65536), sqrt(1<<32))
}

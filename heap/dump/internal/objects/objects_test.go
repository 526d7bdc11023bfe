package objects

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSpacing(t *testing.T) {
	for _, c := range []struct{ size, refs, want uint64 }{
		{8, 0, 0}, {8, 1, 0}, {16, 0, 8}, {16, 1, 0}, {24, 2, 8}, {32, 3, 8}, {256, 0, 248}, {1 << 40, 0, 248}, {1 << 20, 1000, 0}, {256, 61, 0}, {256, 62, 0}, {256, 63, 0},
	} {
		assert.Equal(t, c.want, Payload(c.size, c.refs), "%+v", c)
	}
}

func TestIndexAgainstLinearSearch(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	found, missed := 0, 0
	for range 1000 {
		// Addresses of very different spread: dense, in clusters, over all 64 bits.
		var all []Object
		for next := rng.Uint64() >> rng.IntN(64); len(all) < rng.IntN(40); {
			size := 1 + rng.Uint64()>>(20+rng.IntN(44))
			if next+size < next {
				break
			}
			all = append(all, Object{Addr: next, Bytes: size})
			next += size
			if gap := rng.Uint64() >> (1 + rng.IntN(63)); rng.IntN(2) == 0 && next+gap > next {
				next += gap
			}
		}
		x := NewIndex(all)
		require.LessOrEqual(t, len(x.table), len(all)+2)
		probe := func(addr uint64) {
			want := slices.IndexFunc(all, func(o Object) bool { return addr-o.Addr < o.Bytes && addr >= o.Addr })
			got, ok := x.Inside(addr)
			require.Equal(t, want >= 0, ok, "%#x in %+v", addr, all)
			if ok {
				require.Equal(t, want, got)
				found++
			} else {
				missed++
			}
		}
		for _, o := range all {
			for _, a := range []uint64{o.Addr - 1, o.Addr, o.Addr + o.Bytes/2, o.Addr + o.Bytes - 1, o.Addr + o.Bytes} {
				probe(a)
			}
		}
		probe(0)
		probe(math.MaxUint64)
		probe(rng.Uint64())
	}
	assert.Positive(t, found)
	assert.Positive(t, missed)
}

// TestIndexOfFarApart: addresses whose sum wraps are indexed, and a table is never so
// coarse that it has fewer than one range for two objects.
func TestIndexOfFarApart(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 8, 13, 21} {
		for _, low := range []uint64{0, 1, 1 << 20, 1 << 62, 1<<63 - 8, 1 << 63} {
			for shift := 0; shift < 64; shift += 3 {
				var all []Object
				for k := uint64(0); k < uint64(n) && k<<shift>>shift == k && low+k<<shift >= low; k++ {
					all = append(all, Object{Addr: low + k<<shift, Bytes: 1})
				}
				x := NewIndex(all)
				require.GreaterOrEqual(t, 2*len(x.table), len(all), "%d objects from %#x, 2^%d apart", n, low, shift)
				for i, o := range all {
					if got, ok := x.Inside(o.Addr); !ok || got != i {
						t.Fatalf("object %d of %d from %#x, 2^%d apart, is found at %d, %v", i, n, low, shift, got, ok)
					}
				}
				_, ok := x.Inside(all[len(all)-1].Addr + 1)
				require.False(t, ok)
			}
		}
	}
	x := NewIndex([]Object{{Addr: 1 << 62, Bytes: 8}, {Addr: 3 << 62, Bytes: 8}})
	for addr, want := range map[uint64]bool{0: false, 1<<62 - 1: false, 1 << 62: true, 1<<62 + 8: false, 3<<62 - 1: false, 3<<62 + 7: true, 3<<62 + 8: false, math.MaxUint64: false} {
		_, ok := x.Inside(addr)
		assert.Equal(t, want, ok, "%#x", addr)
	}
}

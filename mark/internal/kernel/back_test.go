package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// plainBack is what LookBack says: the nodes of these words that are found, if each of them sees the bits that its word has had, and all
// bits that were set in the words before.
func plainBack(r *Rows, marked []bool, low, high int) (found []uint32) {
	for word := low; word < high; word++ {
		now := slices.Clone(marked)
		for node := 64 * word; node < min(64*word+64, r.Nodes()); node++ {
			if !now[node] && slices.ContainsFunc(r.Of(uint32(node)), func(p uint32) bool { return now[p] }) {
				marked[node] = true
				found = append(found, uint32(node))
			}
		}
	}
	return found
}

// LookBack finds what a plain search does, in any part of the bitmap, and lists as much as there is room for.
func TestLookBackEqualsPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 82))
	for range 2000 {
		degrees := make([]int, 1+rng.IntN(300))
		for i := range degrees {
			degrees[i] = rng.IntN(4)
		}
		both := rowsOf(degrees, 0)
		for i := range both[0].Targets {
			both[0].Targets[i] = uint32(rng.IntN(len(degrees))) // of both
		}
		words := (len(degrees) + 63) / 64
		low := rng.IntN(words + 1)
		high := low + rng.IntN(words+1-low)
		list := make([]uint32, rng.IntN(200))
		for _, r := range both {
			marks, marked := make([]Word, words), make([]bool, len(degrees))
			for i := range marked {
				if marked[i] = rng.IntN(8) == 0; marked[i] {
					marks[i/64].Store(marks[i/64].Load() | 1<<(i%64))
				}
			}
			want := plainBack(&r, marked, low, high)
			l := r.LookBack(marks, low, high, list)
			require.False(t, l.Bad)
			require.Equal(t, len(want), l.Found)
			require.True(t, slices.Equal(want[:l.Listed], list[:l.Listed]), "%v, not %v", list[:l.Listed], want)
			require.True(t, l.Listed == l.Found || l.Listed+64 > len(list), "there is room for %d, and %d of %d are listed", len(list), l.Listed, l.Found)
			for i := range marked {
				require.Equal(t, marked[i], marks[i/64].Load()>>(i%64)&1 == 1, "node %d of %d", i, len(marked))
			}
			require.Zero(t, marks[words-1].Load()>>((len(marked)-1)%64)>>1, "no node has these bits")
		}
	}
}

// Arrays that are wrong end a look back at the node, and never in a panic.
func TestLookBackAtWrongRows(t *testing.T) {
	for _, r := range []Rows{
		{Narrow: []uint32{0, 1, 2}, Targets: []uint32{0, 64}}, // beyond the bitmap
		{Narrow: []uint32{0, 1, 3}, Targets: []uint32{0, 0}},
		{Narrow: []uint32{0, 1, 0}, Targets: []uint32{0, 0}},
		{Wide: []uint64{0, 1, 1 << 63}, Targets: []uint32{0, 0}},
	} {
		l := r.LookBack(make([]Word, 1), 0, 1, nil)
		require.Equal(t, Looked{Wrong: 1, Bad: true}, l)
	}
}

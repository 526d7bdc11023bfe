package heap

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRefList compares both ends with a plain slice, in walks that cross several blocks up and
// down.
func TestRefList(t *testing.T) {
	for name, pop := range map[string]struct {
		list  func(*refList) Ref
		plain func([]Ref) (Ref, []Ref)
	}{
		"last":  {(*refList).popLast, func(s []Ref) (Ref, []Ref) { return s[len(s)-1], s[:len(s)-1] }},
		"first": {(*refList).popFirst, func(s []Ref) (Ref, []Ref) { return s[0], s[1:] }},
	} {
		var l refList
		var plain []Ref
		rng := rand.New(rand.NewPCG(1, 2))
		most := 0
		for round := range 12 {
			for range rng.IntN(3 * refBlock) {
				r := Ref(rng.Uint32())
				l.push(r)
				plain = append(plain, r)
			}
			most = max(most, len(plain))
			pops := rng.IntN(len(plain) + 1)
			if round%4 == 3 {
				pops = len(plain)
			}
			for range pops {
				var want Ref
				want, plain = pop.plain(plain)
				if got := pop.list(&l); got != want {
					t.Fatalf("%s: ref %d came out, and not %d", name, got, want)
				}
			}
			require.EqualValues(t, len(plain), l.length, name)
		}
		require.LessOrEqual(t, len(l.free)+len(l.blocks), most/refBlock+3, "blocks are used again")
	}
}

// TestSearchesTakeLittle: a search takes its set, and blocks for what it holds at once.
func TestSearchesTakeLittle(t *testing.T) {
	const n = 200_000
	b := NewBuilder(n+1, n)
	all := make([]uint32, n)
	for i := range all {
		all[i] = uint32(i + 1)
	}
	b.Add(0, all...)
	for range n {
		b.Add(8)
	}
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	bound := uint64(len(h.Arena()))/64 + 4*n + 2*4*refBlock + 32<<10
	require.LessOrEqual(t, allocated(func() { _, _ = Reachable(h) }), bound)
	require.LessOrEqual(t, allocated(func() { _, _ = Levels(h) }), bound)
}

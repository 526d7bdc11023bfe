package overflow_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed-3ccf4018/halfmark/overflow"
)

// TestPublishEveryLength publishes every number of references, up to more than
// the pool holds, and takes them back.
func TestPublishEveryLength(t *testing.T) {
	short, partial := 0, 0
	for blocks := 0; blocks <= 3; blocks++ {
		for _, grain := range []int{1, 2, 64} {
			p := overflow.NewPool(blocks, grain)
			l := overflow.NewList(p)
			for n := 0; n <= (blocks+1)*grain+1; n++ {
				refs := ascending(n)
				stored := l.Publish(refs)
				require.Equal(t, min(n, blocks*grain), stored)
				require.Equal(t, stored == 0, l.Empty())
				require.Equal(t, blocks-(stored+grain-1)/grain, p.Free())
				require.Equal(t, refs, ascending(n), "Publish changes nothing")
				back := drainList(l, grain)
				slices.Sort(back)
				require.True(t, slices.Equal(refs[:stored], back))
				require.Equal(t, blocks, p.Free())
				if stored < n {
					short++
				}
				if stored%grain != 0 {
					partial++
				}
			}
		}
	}
	require.Positive(t, short)
	require.Positive(t, partial)
}

func ascending(n int) []uint32 {
	refs := make([]uint32, n)
	for i := range refs {
		refs[i] = uint32(i) * 3
	}
	return refs
}

func drainList(l *overflow.List, grain int) (all []uint32) {
	buf := make([]uint32, grain)
	for n := l.Take(buf); n > 0; n = l.Take(buf) {
		all = append(all, buf[:n]...)
	}
	return all
}

func TestTakePassesOverEmptyBlocks(t *testing.T) {
	p := overflow.NewPool(3, 2)
	l := overflow.NewList(p)
	require.Equal(t, 1, l.Publish([]uint32{7}))
	for range 2 {
		b, ok := p.Get()
		require.True(t, ok)
		l.Push(b)
	}
	buf := make([]uint32, 2)
	require.Equal(t, 1, l.Take(buf))
	require.Equal(t, uint32(7), buf[0])
	require.Equal(t, 3, p.Free())
	require.Zero(t, l.Take(buf))
}

// TestTwoListsOnePool: lists of one pool do not mix.
func TestTwoListsOnePool(t *testing.T) {
	p := overflow.NewPool(4, 1)
	a, b := overflow.NewList(p), overflow.NewList(p)
	require.Equal(t, 2, a.Publish([]uint32{1, 2}))
	require.Equal(t, 2, b.Publish([]uint32{3, 4, 5}))
	require.Equal(t, []uint32{2, 1}, drainList(a, 1))
	require.True(t, a.Empty())
	require.Equal(t, []uint32{4, 3}, drainList(b, 1))
	require.Equal(t, 4, p.Free())
}

// TestListStateMachine compares random histories with slices.
func TestListStateMachine(t *testing.T) {
	dry := 0
	rapid.Check(t, func(r *rapid.T) {
		m := newTwin(t, rapid.IntRange(0, 9).Draw(r, "blocks"), rapid.IntRange(1, 70).Draw(r, "grain"))
		operand := func(r *rapid.T) int {
			if len(m.held) == 0 {
				r.Skip("no block held")
			}
			return rapid.IntRange(0, len(m.held)-1).Draw(r, "which")
		}
		r.Repeat(map[string]func(*rapid.T){
			"get":  func(*rapid.T) { m.get() },
			"pop":  func(*rapid.T) { m.pop() },
			"put":  func(r *rapid.T) { m.put(operand(r)) },
			"push": func(r *rapid.T) { m.push(operand(r)) },
			"":     func(*rapid.T) { m.check() },
		})
		dry += m.dry
	})
	require.Positive(t, dry, "no history exhausted its pool")
}

package namelist

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNames: numbers in order of first occurrence, and each name is found, whatever its
// length and whatever lies in the same slots.
func TestNames(t *testing.T) {
	n, want := newNames(), map[string]uint32{}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 30_000 {
		name := fmt.Sprint(rng.IntN(20_000))
		if rng.IntN(500) == 0 {
			name += strings.Repeat("x", rng.IntN(MaxNameBytes-5))
		}
		i, isNew := n.intern([]byte(name))
		before, known := want[name]
		require.Equal(t, !known, isNew, name)
		if known {
			require.Equal(t, before, i)
		}
		want[name] = i
	}
	require.Equal(t, len(want), n.Len())
	for name, i := range want {
		found, ok := n.Find(name)
		require.True(t, ok && uint32(found) == i, name)
		require.Equal(t, name, n.Name(int(i)))
	}
	for i := range 1000 {
		_, ok := n.Find(fmt.Sprint(20_000 + i))
		assert.False(t, ok)
	}
	_, ok := n.Find("")
	assert.False(t, ok)
	assert.LessOrEqual(t, n.Len(), len(n.table)/4*3, "there are free slots")
}

// TestNamesInOneSlot: names whose hashes are the same are told apart.
func TestNamesInOneSlot(t *testing.T) {
	n := newNames()
	const hash = 1<<32 - 1 // the last slot: the search goes on at the first one
	for i := range 10 {
		name := []byte(fmt.Sprint(i))
		found, slot := n.search(name, hash)
		require.Zero(t, found)
		n.store(name)
		n.table[slot] = hash<<32 | uint64(i+1)
	}
	n.grow()
	for i := range 10 {
		found, _ := n.search([]byte(fmt.Sprint(i)), hash)
		assert.EqualValues(t, i+1, found)
	}
}

// TestNamesMemory: a name takes no more than is promised.
func TestNamesMemory(t *testing.T) {
	const count = 200_000
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	n, length := newNames(), 0
	for i := range count {
		name := fmt.Appendf(nil, "package/%d", i)
		length += len(name)
		n.intern(name)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	each := (float64(after.HeapAlloc-before.HeapAlloc) - float64(length)) / count
	assert.Less(t, each, 33.0, "bytes a name")
	runtime.KeepAlive(n)
}

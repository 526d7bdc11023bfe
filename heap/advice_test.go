package heap

import (
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAhead follows which granules are asked for.
func TestAhead(t *testing.T) {
	const (
		gap  = gapGranules
		most = mostGranules
	)
	h := &Heap{arena: make([]byte, 8), file: make([]byte, 1)} // nothing is read: the file ends before the arena
	a := h.Ahead()
	ask := func(low, high uint64, refs ...uint32) {
		t.Helper()
		a.Ask(refs)
		require.Equal(t, []uint64{low, high}, []uint64{a.low, a.high})
	}
	ask(0, 0)
	ask(10*gap, 10*gap+8, 10*gap)
	ask(10*gap, 10*gap+8, 10*gap)                                   // once more: nothing new
	ask(1000*gap, 1001*gap+8, 20*gap, 20*gap+5, 1000*gap, 1001*gap) // the last of two pieces
	ask(1002*gap, 1003*gap+8, 1002*gap)                             // upwards
	ask(1002*gap, 1003*gap+8, 1002*gap+1, 1003*gap)                 // asked for already
	ask(1003*gap+1, 1006*gap+9, 1003*gap+1)                         // more each time
	ask(50*gap, 50*gap+8, 50*gap)                                   // elsewhere: no more than that
	ask(48*gap+9, 49*gap+17, 49*gap+9)                              // downwards
	ask(45*gap+1, 48*gap+9, 48*gap+1)                               // and more
	ask(45*gap+1, 48*gap+9, 48*gap)                                 // asked for already
	for r := uint32(50 * gap); r < 500*gap; r += gap / 2 {          // a long way up
		a.Ask([]uint32{r})
		require.LessOrEqual(t, a.high, uint64(r)+8+most)
	}
	require.EqualValues(t, most, a.extra)
	for r := uint32(400 * gap); r > gap; r -= gap / 2 { // a long way down, to the start
		a.Ask([]uint32{r})
		require.LessOrEqual(t, a.low, uint64(r))
		require.LessOrEqual(t, a.high, uint64(r)+8+most)
	}
	require.Zero(t, a.low)
}

// TestInPieces: every object lies in a piece with its head, and pieces are as few as gaps allow.
func TestInPieces(t *testing.T) {
	const gap = gapGranules
	for _, c := range []struct {
		refs []uint32
		want [][2]uint64
	}{
		{[]uint32{7}, [][2]uint64{{7, 15}}},
		{[]uint32{7, 7, 8}, [][2]uint64{{7, 16}}},
		{[]uint32{0, gap, 2 * gap}, [][2]uint64{{0, 2*gap + 8}}},
		{[]uint32{0, 5, gap + 6, gap + 9}, [][2]uint64{{0, 13}, {gap + 6, gap + 17}}},
		{[]uint32{1, 9 * gap, math.MaxUint32}, [][2]uint64{{1, 9}, {9 * gap, 9*gap + 8}, {math.MaxUint32, math.MaxUint32 + 8}}},
	} {
		var got [][2]uint64
		inPieces(c.refs, func(low, high uint64) { got = append(got, [2]uint64{low, high}) })
		require.Equal(t, c.want, got)
	}
}

// TestPages: what is asked for begins with a page, has all granules, and ends where they end or the file does.
func TestPages(t *testing.T) {
	require.EqualValues(t, 32<<10, gapGranules*GranuleBytes)
	require.EqualValues(t, 1<<20, mostGranules*GranuleBytes)
	page := uint64(os.Getpagesize())
	h := &Heap{file: make([]byte, headerBytes+10*page+24)}
	for _, low := range []uint64{0, 1, page/GranuleBytes - 1, page / GranuleBytes, 3*page/GranuleBytes + 5, 10 * page / GranuleBytes} {
		for _, n := range []uint64{1, 8, page / GranuleBytes} {
			from, to := h.pages(low, low+n)
			begins := headerBytes + low*GranuleBytes
			require.Zero(t, from%page, "granule %d", low)
			require.LessOrEqual(t, from, begins)
			require.Less(t, begins-from, page, "no page before the first granule's")
			require.Equal(t, min(begins+n*GranuleBytes, uint64(len(h.file))), to)
		}
	}
	from, to := h.pages(1<<32, 1<<33)
	require.LessOrEqual(t, from, to)
	require.LessOrEqual(t, to, uint64(len(h.file)))
}

// TestAskOnwards: a walk through the arena asks again before it comes to what it has not asked for.
func TestAskOnwards(t *testing.T) {
	h := &Heap{file: make([]byte, 1)}
	for granule := uint64(1); granule < 20*mostGranules; {
		again := h.askOnwards(granule)
		require.Greater(t, again, granule)
		require.Less(t, again, granule+4*mostGranules)
		granule = again
	}
	require.Equal(t, uint64(math.MaxUint64), new(Heap).askOnwards(1), "a heap in memory asks for nothing")
}

// TestAheadOfNothing: an Ahead of a heap in memory does nothing, and neither does the zero value.
func TestAheadOfNothing(t *testing.T) {
	new(Ahead).Ask([]uint32{1, 2})
	a := sample(t).Ahead()
	a.Ask([]uint32{1, 4})
	require.Zero(t, a.high)
}

// TestAheadStaysInTheFile: what is asked for ends where the file ends, wherever a damaged heap leads.
func TestAheadStaysInTheFile(t *testing.T) {
	s, err := OpenSnapshot(save(t, snapshotOf(t, sample(t))))
	require.NoError(t, err)
	defer s.Close()
	a := s.Heap().Ahead()
	for _, refs := range [][]uint32{{1}, {1, 4, 60}, {1<<32 - 1}, {60, 1<<32 - 1}, {0, 1 << 31}} {
		a.Ask(refs)
	}
	require.NoError(t, s.Verify())
	require.NoError(t, s.Close())
	a.Ask([]uint32{1})
}

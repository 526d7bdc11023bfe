package kernel

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// canary is what lies where nothing may be written.
const canary uint32 = 0xdeadbeef

// guarded returns a slice of n places, and the same memory with what lies behind.
// The slice's capacity goes on into the canaries, so only its length protects them.
func guarded(n int) (room, whole []uint32) {
	whole = slices.Repeat([]uint32{canary}, n+4*SmallRefs)
	return whole[:n], whole
}

// A caller that forgets to make room gets a panic, and nothing is written behind the
// slice.
func TestTooLittleRoomPanics(t *testing.T) {
	const objects = 5
	arena := make([]byte, objects*CollectRoom)
	batch, refs := make([]uint32, objects), make([]uint32, objects)
	for i := range batch {
		batch[i] = uint32(i * CollectRoom / heap.GranuleBytes)
		binary.LittleEndian.PutUint32(arena[i*CollectRoom:], SmallRefs)
		refs[i] = uint32(i)
	}
	wide, narrow := make([]uint64, objects+1), make([]uint32, objects+1)
	for i := range wide {
		wide[i], narrow[i] = uint64(i*SmallRefs), uint32(i*SmallRefs)
	}
	targets := make([]uint32, objects*SmallRefs)
	for _, f := range []struct {
		name string
		room int // what is enough
		call func(out []uint32)
	}{
		{"CollectRefs", objects * SmallRefs, func(out []uint32) { CollectRefs(arena, batch, out) }},
		{"Rows.Collect, 64 bits", objects * SmallRefs, func(out []uint32) { (&Rows{Wide: wide, Targets: targets}).Collect(refs, out) }},
		{"Rows.Collect, 32 bits", objects * SmallRefs, func(out []uint32) { (&Rows{Narrow: narrow, Targets: targets}).Collect(refs, out) }},
		{"ClaimAlone", objects, func(out []uint32) { ClaimAlone(make([]Word, 1), refs, out) }},
		{"ClaimShared", objects, func(out []uint32) { ClaimShared(make([]Word, 1), refs, out) }},
	} {
		for short := range f.room + 1 {
			room, whole := guarded(f.room - short)
			if short == 0 {
				require.NotPanics(t, func() { f.call(room) }, f.name)
				require.NotContains(t, room, canary, "%s wrote less than this test believes", f.name)
			} else {
				require.Panics(t, func() { f.call(room) }, "%s with room for %d of %d", f.name, len(room), f.room)
			}
			require.Equal(t, slices.Repeat([]uint32{canary}, len(whole)-len(room)), whole[len(room):], "%s wrote behind its room", f.name)
		}
	}
}

// Nothing is read or written for an empty slice.
func TestEmptySlices(t *testing.T) {
	refs, objects := CollectRefs(nil, nil, nil)
	require.Equal(t, []int{0, 0}, []int{refs, objects})
	out, whole := guarded(SmallRefs)
	refs, objects = CollectRefs(nil, []uint32{0}, out)
	require.Equal(t, []int{0, 0}, []int{refs, objects})
	for _, marks := range [][]Word{nil, make([]Word, 1)} {
		pushed, done := ClaimAlone(marks, nil, nil)
		require.Equal(t, []int{0, 0}, []int{pushed, done})
		white, done := FilterWhite(marks, nil)
		require.Equal(t, []int{0, 0}, []int{white, done})
		require.Zero(t, ClaimShared(marks, nil, nil))
		require.Zero(t, DropNil(marks, nil))
		PrefetchBits(marks, nil)
	}
	pushed, done := ClaimAlone(nil, []uint32{0}, out)
	require.Equal(t, []int{0, 0}, []int{pushed, done})
	white, done := FilterWhite(nil, []uint32{0})
	require.Equal(t, []int{0, 0}, []int{white, done})
	require.NotContains(t, whole, uint32(0))
	PrefetchObjects(nil, nil)
	PrefetchToWrite(nil)
	PrefetchToWrite(make([]uint32, 33))
	for _, rows := range []Rows{{}, {Wide: []uint64{0}}, {Narrow: []uint32{0}}, {Narrow: []uint32{0, 0}}} {
		for _, nodes := range [][]uint32{nil, {0}} {
			rows.PrefetchOffsets(nodes)
			rows.PrefetchTargets(nodes)
			refs, taken := rows.Collect(nodes, out)
			require.Equal(t, []int{0, 0}, []int{refs, taken})
		}
	}
	require.NotContains(t, whole, uint32(0))
}

// Of several workers that claim the same references, each reference is one's.
func TestClaimSharedClaimsOnce(t *testing.T) {
	marks := make([]Word, 2)
	marks[1].Store(1 << 5)
	stack := make([]uint32, 4)
	require.Equal(t, 2, ClaimShared(marks, []uint32{3, 3, 64 + 5, 127}, stack))
	require.Equal(t, []uint32{3, 127}, stack[:2])
	require.Zero(t, ClaimShared(marks, []uint32{127, 3}, stack))
	require.Equal(t, []uint64{1 << 3, 1<<5 | 1<<63}, []uint64{marks[0].Load(), marks[1].Load()})
}

package kernel

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
)

// splits returns SplitTwo and every form of it that this machine can run.
func splits() []func(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int) {
	all := []func(refs, out []uint32, shift, id uint32, zero uint64) (own, foreign int){SplitTwo, splitTwoScalar, splitTwoPlain}
	if wide {
		all = append(all, splitTwoWide)
	}
	return all
}

// ownerOfTwo is the plain formula.
func ownerOfTwo(ref, shift uint32) uint32 { return (ref >> shift) * SegmentHash >> 31 }

// checkSplit holds SplitTwo against two lists made with a branch.
func checkSplit(t *testing.T, refs []uint32, shift, id uint32, zero uint64) {
	t.Helper()
	var mine, theirs []uint32
	for _, r := range refs {
		switch {
		case r == 0 && zero == NilDropped:
		case ownerOfTwo(r, shift) == id:
			mine = append(mine, r)
		default:
			theirs = append(theirs, r)
		}
	}
	for _, split := range splits() {
		in, out := append(append([]uint32(nil), refs...), 54321), make([]uint32, len(refs)+1)
		out[len(refs)] = 12345
		own, foreign := split(in[:len(refs)], out[:len(refs)], shift, id, zero)
		require.Equal(t, append([]uint32{}, mine...), append([]uint32{}, in[:own]...))
		require.Equal(t, append([]uint32{}, theirs...), append([]uint32{}, out[:foreign]...))
		require.EqualValues(t, 12345, out[len(refs)], "written beyond out")
		require.EqualValues(t, 54321, in[len(refs)], "written beyond the refs")
	}
}

// Each ref goes to its owner once and in order. Nil goes nowhere in a heap, and node 0 is a
// node in a graph.
func TestSplitTwo(t *testing.T) {
	for _, zero := range []uint64{NilDropped, NilIsNode} {
		for id := range uint32(2) {
			for _, refs := range [][]uint32{nil, {0}, {0, 0}, {1}, {64, 0, 128, 0, 1 << 31, 1<<32 - 1}} {
				checkSplit(t, refs, 6, id, zero)
			}
			refs := make([]uint32, 2048)
			for i := range refs {
				refs[i] = uint32(i*i) * 2654435769 >> (i % 32)
			}
			for _, shift := range []uint32{6, 9, 15} {
				checkSplit(t, refs, shift, id, zero)
				for n := range 66 {
					checkSplit(t, refs[n:2*n], shift, id, zero)
				}
			}
		}
	}
	require.Panics(t, func() { SplitTwo(make([]uint32, 3), make([]uint32, 2), 6, 0, NilIsNode) })
}

func FuzzSplitTwo(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 0, 0, 0, 0}, byte(6), true)
	f.Fuzz(func(t *testing.T, b []byte, shift byte, graph bool) {
		var refs []uint32
		for ; len(b) >= 4; b = b[4:] {
			refs = append(refs, binary.LittleEndian.Uint32(b))
		}
		zero := uint64(NilDropped)
		if graph {
			zero = NilIsNode
		}
		checkSplit(t, refs, uint32(shift%32), uint32(shift>>7), zero)
	})
}

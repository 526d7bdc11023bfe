package kernel

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
)

// splits returns Split and every form of it that this machine can run.
func splits() []func(refs, out []uint32, shift, limit, flip uint32, zero uint64) (stay, leave int) {
	all := []func(refs, out []uint32, shift, limit, flip uint32, zero uint64) (stay, leave int){Split, splitScalar, splitPlain}
	if lanes >= 8 {
		all = append(all, splitEight)
	}
	if lanes >= 16 {
		all = append(all, splitWide)
	}
	return all
}

// checkSplit holds Split against two lists made with a branch.
func checkSplit(t *testing.T, refs []uint32, shift, limit uint32, zero uint64) {
	t.Helper()
	var low, high []uint32
	for _, r := range refs {
		switch {
		case r == 0 && zero == NilDropped:
		case (r>>shift)*SegmentHash < limit:
			low = append(low, r)
		default:
			high = append(high, r)
		}
	}
	for i, split := range append(splits(), splits()...) {
		flip, stays, leaves := uint32(0), low, high
		if i >= len(splits()) {
			flip, stays, leaves = 1<<32-1, high, low
		}
		in, out := append(append([]uint32(nil), refs...), 54321), make([]uint32, len(refs)+1)
		out[len(refs)] = 12345
		stay, leave := split(in[:len(refs)], out[:len(refs)], shift, limit, flip, zero)
		require.Equal(t, append([]uint32{}, stays...), append([]uint32{}, in[:stay]...))
		require.Equal(t, append([]uint32{}, leaves...), append([]uint32{}, out[:leave]...))
		require.EqualValues(t, 12345, out[len(refs)], "written beyond out")
		require.EqualValues(t, 54321, in[len(refs)], "written beyond the refs")
	}
}

// Each ref goes to its part once and in order. Nil goes nowhere in a heap, and node 0 is a
// node in a graph.
func TestSplit(t *testing.T) {
	for _, zero := range []uint64{NilDropped, NilIsNode} {
		for _, limit := range []uint32{0, 1, 1 << 30, 1 << 31, 0xaaaaaaab, 1<<32 - 1} {
			for _, refs := range [][]uint32{nil, {0}, {0, 0}, {1}, {64, 0, 128, 0, 1 << 31, 1<<32 - 1}} {
				checkSplit(t, refs, 6, limit, zero)
			}
			refs := make([]uint32, 2048)
			for i := range refs {
				refs[i] = uint32(i*i) * 2654435769 >> (i % 32)
			}
			for _, shift := range []uint32{6, 9, 15} {
				checkSplit(t, refs, shift, limit, zero)
				for n := range 66 {
					checkSplit(t, refs[n:2*n], shift, limit, zero)
				}
			}
		}
	}
	require.Panics(t, func() { Split(make([]uint32, 3), make([]uint32, 2), 6, 0, 0, NilIsNode) })
}

func FuzzSplit(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 0, 0, 0, 0}, byte(6), uint32(1<<31), true)
	f.Fuzz(func(t *testing.T, b []byte, shift byte, limit uint32, graph bool) {
		var refs []uint32
		for ; len(b) >= 4; b = b[4:] {
			refs = append(refs, binary.LittleEndian.Uint32(b))
		}
		zero := uint64(NilDropped)
		if graph {
			zero = NilIsNode
		}
		checkSplit(t, refs, uint32(shift%32), limit, zero)
	})
}

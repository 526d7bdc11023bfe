package heap

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestSnapshotStreamRoundTrip(t *testing.T) {
	empty, err := new(Builder).Build()
	require.NoError(t, err)
	for name, h := range map[string]*Heap{"sample": sample(t), "empty": empty, "large": large(t)} {
		file := snapshotOf(t, h)
		for _, r := range []io.Reader{bytes.NewReader(file), iotest.HalfReader(bytes.NewReader(file)), iotest.DataErrReader(bytes.NewReader(file))} {
			got, err := ReadSnapshotStream(r)
			require.NoError(t, err, name)
			require.NoError(t, got.Check())
			equalHeaps(t, h, got)
		}
		info, err := ReadSnapshotInfo(file)
		require.NoError(t, err)
		require.Equal(t, SnapshotInfo{h.objects, h.edges, uint64(len(h.roots)), uint64(len(h.arena)), uint64(len(file))}, info)
	}
}

// TestStreamDamageIsLocated damages a byte in every block of a larger file.
func TestStreamDamageIsLocated(t *testing.T) {
	file := snapshotOf(t, large(t))
	hd, err := decodeHeader(file[:headerBytes])
	require.NoError(t, err)
	damaged := 0
	for _, s := range []section{hd.arenaSection(), hd.rootsSection()} {
		for i := uint64(0); i*blockBytes < s.length; i++ {
			off := s.off + min((i+1)*blockBytes, s.length) - 1
			file[off] ^= 0x10
			_, err := readStream(file)
			located(t, err, hd, int(off))
			file[off] ^= 0x10
			damaged++
		}
	}
	require.Equal(t, 6, damaged)
}

func TestStreamTruncationIsFound(t *testing.T) {
	file := snapshotOf(t, sample(t))
	for n := range file {
		h, err := readStream(file[:n])
		require.Nil(t, h)
		var bad *FormatError
		require.ErrorAs(t, err, &bad)
		if n >= headerBytes {
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		}
	}
	broken := errors.New("disk on fire")
	for _, n := range []int{0, 100, headerBytes, 4584, 4600, len(file)} {
		_, err := ReadSnapshotStream(io.MultiReader(bytes.NewReader(file[:n]), iotest.ErrReader(broken)))
		require.ErrorIs(t, err, broken, "after %d bytes", n)
	}
}

// TestAsksForMuchInLittle: 44 bytes of a file, and a whole header, that ask for
// tens of gigabytes and more are refused by every reader in constant memory.
func TestAsksForMuchInLittle(t *testing.T) {
	for _, hd := range []snapshotHeader{
		{arenaBytes: MaxGranules * GranuleBytes, objects: MaxObjects},
		{arenaBytes: 8, roots: maxRoots},
		{arenaBytes: MaxGranules * GranuleBytes, roots: maxRoots},
	} {
		for _, n := range []int{44, headerBytes, headerBytes + 44} {
			file := append(hd.encode(), make([]byte, 44)...)[:n]
			path := save(t, file)
			for name, read := range map[string]func() error{
				"read":     func() error { _, err := readVerified(file); return err },
				"trusting": func() error { _, err := readUnverified(file); return err },
				"stream":   func() error { _, err := readStream(file); return err },
				"mapped":   func() error { _, err := OpenSnapshot(path); return err },
			} {
				var err error
				bytes := allocated(func() { err = read() })
				require.Error(t, err)
				require.Less(t, bytes, uint64(2*streamStart+64<<10), "%s of %d bytes: %v", name, n, err)
			}
		}
	}
}

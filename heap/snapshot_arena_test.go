package heap

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSnapshotWriter: an arena in pieces of any length gives the bytes of WriteSnapshot.
func TestSnapshotWriter(t *testing.T) {
	empty, err := new(Builder).Build()
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(1, 2))
	for name, h := range map[string]*Heap{"empty": empty, "small": sample(t), "large": large(t)} {
		for _, most := range []int{1 << 10, blockBytes, 3 * blockBytes} {
			path := filepath.Join(t.TempDir(), "a.heap")
			f, err := os.Create(path)
			require.NoError(t, err)
			s := NewSnapshotWriter(f)
			for rest := h.Arena(); len(rest) > 0; {
				n := min(len(rest), 1+random.IntN(most))
				_, err := s.Write(rest[:n])
				require.NoError(t, err)
				rest = rest[n:]
			}
			require.NoError(t, s.Finish(h.NumObjects(), h.NumEdges(), h.Roots()))
			require.NoError(t, f.Close())
			got, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, snapshotOf(t, h), got, "%s, pieces up to %d", name, most)
		}
	}
}

// full is a file that takes so many bytes.
type full struct{ room int }

var errFull = errors.New("the disk is full")

func (f *full) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func (f *full) WriteAt(b []byte, _ int64) (int, error) { return f.Write(b) }

// TestSnapshotWriterFails: wherever the file ends, the error comes out. Numbers that do not fit
// are refused.
func TestSnapshotWriterFails(t *testing.T) {
	h := large(t)
	whole := len(snapshotOf(t, h))
	for _, room := range []int{0, headerBytes - 1, headerBytes + 5, whole - 1, whole + headerBytes - 1, whole + headerBytes} {
		s := NewSnapshotWriter(&full{room})
		_, wrote := s.Write(h.Arena())
		err := s.Finish(h.NumObjects(), h.NumEdges(), h.Roots())
		if room == whole+headerBytes {
			require.NoError(t, err)
			continue
		}
		require.ErrorIs(t, err, errFull, "room for %d", room)
		if room < headerBytes+len(h.Arena())-blockBytes {
			require.ErrorIs(t, wrote, errFull)
		}
	}
	s := NewSnapshotWriter(&full{1 << 30})
	_, err := s.Write(make([]byte, 16))
	require.NoError(t, err)
	require.ErrorContains(t, s.Finish(5, 0, nil), "heap: section header, offset 24: 5 objects")
}

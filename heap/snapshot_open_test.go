package heap

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
	"github.com/stretchr/testify/require"
)

// save writes a file into a temporary directory.
func save(t testing.TB, file []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.heap")
	require.NoError(t, os.WriteFile(path, file, 0o600))
	return path
}

// TestOpenSnapshot opens a file in both ways, mapped and read, whichever this
// platform uses.
func TestOpenSnapshot(t *testing.T) {
	for name, getAt := range map[string]func(*os.File, int) ([]byte, func() error, error){"default": mapFile, "read": readWhole} {
		t.Run(name, func(t *testing.T) {
			want := large(t)
			file := snapshotOf(t, want)
			f, err := os.Open(save(t, file))
			require.NoError(t, err)
			s, err := openSnapshot(f, int64(len(file)), getAt)
			require.NoError(t, err)
			require.NoError(t, f.Close())
			require.NoError(t, s.Verify())
			require.NoError(t, s.Heap().Check())
			require.Same(t, s.Heap(), s.Heap())
			equalHeaps(t, want, s.Heap())
			require.True(t, bytes.Equal(file, snapshotOf(t, s.Heap())))

			h := s.Heap()
			require.NoError(t, s.Close())
			require.NoError(t, s.Close())
			require.Zero(t, h.Granules(), "a closed heap is empty")
			_, _, ok := h.Object(1)
			require.False(t, ok)
		})
	}
}

func TestOpenSnapshotRefusesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	_, err := OpenSnapshot(filepath.Join(dir, "missing.heap"))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = OpenSnapshot(dir)
	require.Error(t, err)
	_, err = OpenSnapshot(save(t, nil))
	require.ErrorContains(t, err, "not a snapshot")
}

// TestMappingFails says what OpenSnapshot says when the system refuses to map.
func TestMappingFails(t *testing.T) {
	f, err := os.Open(save(t, snapshotOf(t, sample(t))))
	require.NoError(t, err)
	defer f.Close()
	info, err := f.Stat()
	require.NoError(t, err)
	refused := errors.New("no more mappings")
	s, err := openSnapshot(f, info.Size(), func(*os.File, int) ([]byte, func() error, error) { return nil, nil, refused })
	require.Nil(t, s)
	require.ErrorIs(t, err, refused)
	require.EqualError(t, err, "heap: section file, offset 0: 4616 bytes could not be mapped: no more mappings")
}

// TestFlipsAreFoundWhenMapped is TestEveryBitFlipIsFound for OpenSnapshot and Verify, in a real file: one bit of
// each byte, another in each.
func TestFlipsAreFoundWhenMapped(t *testing.T) {
	step := 8
	if testing.Short() {
		step = 8 * 5 // of a fifth of the bytes
	}
	flipWhenMapped(t, step)
}

// TestSlowEveryBitFlipIsFoundWhenMapped flips all bits.
func TestSlowEveryBitFlipIsFoundWhenMapped(t *testing.T) {
	tagged.Slow(t)
	flipWhenMapped(t, 1)
}

// flipWhenMapped flips one bit of so many in turn.
func flipWhenMapped(t *testing.T, step int) {
	file := snapshotOf(t, sample(t))
	hd, err := decodeHeader(file[:headerBytes])
	require.NoError(t, err)
	path := save(t, file)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	defer f.Close()
	check := func() error {
		s, err := OpenSnapshot(path)
		if err != nil {
			return err
		}
		defer s.Close()
		return s.Verify()
	}
	flips := 0
	for i := 0; i < 8*len(file); i += step {
		off := i / 8
		_, err := f.WriteAt([]byte{file[off] ^ 1<<((i+off)%8)}, int64(off))
		require.NoError(t, err)
		located(t, check(), hd, off)
		_, err = f.WriteAt(file[off:off+1], int64(off))
		require.NoError(t, err)
		flips++
	}
	require.NoError(t, check(), "the intact file")
	require.Equal(t, (8*len(file)+step-1)/step, flips)
}

func TestTruncatedAndLyingFilesAreNotOpened(t *testing.T) {
	file := snapshotOf(t, sample(t))
	path := save(t, file)
	for n := len(file) - 1; n >= 0; n -= 1 + n%3 {
		require.NoError(t, os.Truncate(path, int64(n)))
		s, err := OpenSnapshot(path)
		require.Nil(t, s)
		var bad *FormatError
		require.ErrorAs(t, err, &bad)
	}
	hd := snapshotHeader{arenaBytes: MaxGranules * GranuleBytes}
	path = save(t, append(hd.encode(), 1, 2, 3))
	bytes := allocated(func() {
		_, err := OpenSnapshot(path)
		require.ErrorContains(t, err, "the file has 4099 bytes and should have ")
	})
	require.Less(t, bytes, uint64(64<<10))
}

// sparseSnapshot writes a valid snapshot whose arena of n blocks is zero, and
// so takes no room on most file systems. It holds no objects: Check would
// reject it, opening and verifying do not look.
func sparseSnapshot(t testing.TB, n uint64) string {
	t.Helper()
	hd := snapshotHeader{arenaBytes: n * blockBytes}
	zero := xxhash.Sum64(make([]byte, blockBytes))
	var sums []byte
	for range n {
		sums = binary.LittleEndian.AppendUint64(sums, zero)
	}
	hd.sumsHash = xxhash.Sum64(sums)
	path := save(t, hd.encode())
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.WriteAt(sums, int64(hd.sumsSection().off))
	require.NoError(t, errors.Join(err, f.Close()))
	return path
}

// BenchmarkOpenSnapshot shows that the size of the arena does not matter.
func BenchmarkOpenSnapshot(b *testing.B) {
	for _, size := range []struct {
		name   string
		blocks uint64
	}{{"arena=1MiB", 1}, {"arena=64MiB", 64}, {"arena=1GiB", 1024}} {
		b.Run(size.name, func(b *testing.B) {
			path := sparseSnapshot(b, size.blocks)
			b.ReportAllocs()
			for b.Loop() {
				s, err := OpenSnapshot(path)
				if err != nil {
					b.Fatal(err)
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkVerify measures the checksums alone, from the page cache.
func BenchmarkVerify(b *testing.B) {
	s, err := OpenSnapshot(sparseSnapshot(b, 64))
	require.NoError(b, err)
	defer s.Close()
	b.SetBytes(64 * blockBytes)
	for b.Loop() {
		if err := s.Verify(); err != nil {
			b.Fatal(err)
		}
	}
}

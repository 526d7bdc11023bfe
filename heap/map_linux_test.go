package heap

import (
	"io"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// These tests depend on what Linux does with a mapping: pages beyond the end
// of a file that was cut fault when they are touched.

// mappedRing is a ring of 3,000 objects of 1,016 bytes in a file that is mapped.
func mappedRing(t *testing.T) (s *Snapshot, path string) {
	t.Helper()
	b := NewBuilder(3000, 3000)
	for i := range uint32(3000) {
		b.Add(1000, (i+1)%3000)
	}
	b.Root(0)
	h, err := b.Build()
	require.NoError(t, err)
	path = save(t, snapshotOf(t, h))
	s, err = OpenSnapshot(path)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s, path
}

// TestMappedFileCutWhileOpen cuts the file under an open snapshot. Everything
// that reads a whole heap reports it.
func TestMappedFileCutWhileOpen(t *testing.T) {
	s, path := mappedRing(t)
	h := s.Heap()
	live, err := Reachable(h)
	require.NoError(t, err)
	require.EqualValues(t, 3000, live.Count)

	const left = headerBytes + blockBytes + blockBytes/2
	require.NoError(t, os.Truncate(path, left))
	var bad *FormatError
	require.ErrorAs(t, s.Verify(), &bad)
	require.Equal(t, "arena", bad.Section)
	require.EqualValues(t, blockBytes, bad.Offset, "the block that holds the cut")
	require.Error(t, bad.Err)
	require.ErrorContains(t, bad, "the mapped file was truncated or its disk failed")

	for name, read := range map[string]func() error{
		"Check":         h.Check,
		"Reachable":     func() error { _, err := Reachable(h); return err },
		"Levels":        func() error { _, err := Levels(h); return err },
		"Digest":        func() error { _, err := Digest(h, live); return err },
		"WriteSnapshot": func() error { return WriteSnapshot(io.Discard, h) },
	} {
		require.ErrorContains(t, read(), "section arena could not be read", name)
	}

	require.False(t, debug.SetPanicOnFault(false), "faults are panics only inside these calls")
	require.NoError(t, s.Close())
}

// TestMappedFileCutWithinAPage: the rest of the page reads as zeros, so there the walk through all objects ends
// without a fault. A digest of the objects before it would be one of another heap.
func TestMappedFileCutWithinAPage(t *testing.T) {
	s, path := mappedRing(t)
	live, err := Reachable(s.Heap())
	require.NoError(t, err)
	require.NoError(t, os.Truncate(path, headerBytes+blockBytes+100))
	_, err = Digest(s.Heap(), live)
	require.ErrorContains(t, err, "of 3000 objects could be walked through: the mapped file was cut")
}

// TestOpenDoesNotTouchTheArena opens a snapshot through a mapping that faults
// at every access: opening succeeds, verifying does not.
func TestOpenDoesNotTouchTheArena(t *testing.T) {
	path := sparseSnapshot(t, 1024)
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	info, err := f.Stat()
	require.NoError(t, err)
	require.Greater(t, info.Size(), int64(1<<30))
	inaccessible := func(_ *os.File, size int) ([]byte, func() error, error) {
		data, err := syscall.Mmap(-1, 0, size, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
		return data, func() error { return syscall.Munmap(data) }, err
	}
	var s *Snapshot
	bytes := allocated(func() { s, err = openSnapshot(f, info.Size(), inaccessible) })
	require.NoError(t, err)
	require.Less(t, bytes, uint64(64<<10), "opening 1 GiB")
	require.ErrorContains(t, s.Verify(), "section arena, offset 0: ")
	require.NoError(t, s.Close())
}

// TestOtherPanicsPassThrough: only faults of memory become errors.
func TestOtherPanicsPassThrough(t *testing.T) {
	require.PanicsWithValue(t, "mine", func() { _ = CatchFaults(func() error { panic("mine") }) })
	require.Panics(t, func() {
		_ = CatchFaults(func() error { var h *Heap; _ = h.objects; return nil })
	}, "a nil pointer is a bug, not a damaged file")
	require.ErrorIs(t, CatchFaults(func() error { return io.EOF }), io.EOF)
}

// readings returns how the kernel is going to read the mapping of a file: rr is for pages one by one, sr is for
// pages in order (proc(5), VmFlags).
func readings(t *testing.T, path string) (flags []string) {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/smaps")
	require.NoError(t, err)
	_, of, ok := strings.Cut(string(maps), path+"\n")
	require.True(t, ok, "the file is mapped")
	_, of, ok = strings.Cut(of, "VmFlags:")
	if !ok {
		t.Skip("this kernel does not say how it reads mappings")
	}
	of, _, _ = strings.Cut(of, "\n")
	for _, flag := range strings.Fields(of) {
		if flag == "rr" || flag == "sr" {
			flags = append(flags, flag)
		}
	}
	return flags
}

// TestPatterns: an arena is mapped to be read at any place, a walk through all of it reads in order, and
// afterwards everything is as it was, also after an error.
func TestPatterns(t *testing.T) {
	path := save(t, snapshotOf(t, sample(t)))
	s, err := OpenSnapshot(path)
	require.NoError(t, err)
	defer s.Close()
	anywhere := []string{"rr"}
	require.Equal(t, anywhere, readings(t, path))
	for _, fails := range []error{nil, io.EOF} {
		var during []string
		require.ErrorIs(t, s.Heap().inOrder(func() error {
			during = readings(t, path)
			return fails
		}), fails)
		require.Equal(t, []string{"sr"}, during)
		require.Equal(t, anywhere, readings(t, path))
	}
	require.NoError(t, s.Verify())
	require.NoError(t, s.Heap().Check())
	require.Equal(t, anywhere, readings(t, path))
}

package heap

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// snapshotOf returns the snapshot file of h.
func snapshotOf(t testing.TB, h *Heap) []byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, WriteSnapshot(&file, h))
	return file.Bytes()
}

func readVerified(file []byte) (*Heap, error) {
	return ReadSnapshot(bytes.NewReader(file), int64(len(file)))
}

func readUnverified(file []byte) (*Heap, error) {
	return ReadSnapshotUnverified(bytes.NewReader(file), int64(len(file)))
}

// equalHeaps requires that two heaps are the same.
func equalHeaps(t testing.TB, want, got *Heap) {
	t.Helper()
	require.True(t, bytes.Equal(want.arena, got.arena))
	require.True(t, slices.Equal(want.roots, got.roots))
	require.Equal(t, want.objects, got.objects)
	require.Equal(t, want.edges, got.edges)
}

// large returns a heap whose arena and roots have three blocks each.
func large(t testing.TB) *Heap {
	const n = 600_001 // roots; odd, so that they are padded
	b := NewBuilder(2, 1)
	b.Add(2*blockBytes+12345, 1)
	b.Add(0)
	for i := range uint32(n) {
		b.Root(i % 2)
	}
	h, err := b.Build()
	require.NoError(t, err)
	return h
}

func TestSnapshotRoundTrip(t *testing.T) {
	empty, err := new(Builder).Build()
	require.NoError(t, err)
	for name, h := range map[string]*Heap{"sample": sample(t), "empty": empty, "large": large(t)} {
		t.Run(name, func(t *testing.T) {
			file := snapshotOf(t, h)
			require.True(t, IsSnapshot(file))
			for _, read := range []func([]byte) (*Heap, error){readVerified, readUnverified} {
				got, err := read(file)
				require.NoError(t, err)
				require.NoError(t, got.Check())
				equalHeaps(t, h, got)
				require.True(t, bytes.Equal(file, snapshotOf(t, got)))
			}
		})
	}
}

func TestIsSnapshot(t *testing.T) {
	file := snapshotOf(t, sample(t))
	require.True(t, IsSnapshot(file[:len(snapshotMagic)]))
	require.False(t, IsSnapshot(file[:len(snapshotMagic)-1]))
	require.False(t, IsSnapshot(nil))
	require.False(t, IsSnapshot([]byte("go1.7 heap dump\n")))
	// A transfer in text mode makes these of it.
	require.False(t, IsSnapshot(bytes.ReplaceAll(file, []byte("\r\n"), []byte("\n"))))
	require.False(t, IsSnapshot(bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n"))))
}

var rewrite = flag.Bool("rewrite", false, "rewrite the golden files in testdata")

// TestSnapshotGolden holds the format still: version 1 of the sample is this
// file, today and after any change. Its fields are read here by the offsets
// of the table in snapshot.go, not by the package's own code.
func TestSnapshotGolden(t *testing.T) {
	path := filepath.Join("..", "testdata", "snapshot-v1.heap")
	written := snapshotOf(t, sample(t))
	if *rewrite {
		require.NoError(t, os.WriteFile(path, written, 0o644))
	}
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(file, written), "the format has changed: it needs a new version")

	u32 := func(off int) uint64 { return uint64(binary.LittleEndian.Uint32(file[off:])) }
	u64 := func(off int) uint64 { return binary.LittleEndian.Uint64(file[off:]) }
	require.Equal(t, "\x89HMH\r\n\x1a\n", string(file[:8]))
	require.Equal(t, []uint64{1, 4096, 1 << 20}, []uint64{u32(8), u32(12), u64(16)})
	require.Equal(t, []uint64{6, 10, 3}, []uint64{u64(24), u64(32), u64(40)})
	require.Equal(t, []uint64{4096, 61 * 8, 4584, 16, 4600, 16, 4616}, []uint64{u64(48), u64(56), u64(64), u64(72), u64(80), u64(88), u64(96)})
	require.Len(t, file, 4616)
	require.Equal(t, make([]byte, 3976), file[112:4088])
	require.Equal(t, xxhash.Sum64(file[:4088]), u64(4088))
	require.Equal(t, xxhash.Sum64(file[4600:4616]), u64(104))
	require.Equal(t, xxhash.Sum64(file[4096:4584]), u64(4600))
	require.Equal(t, xxhash.Sum64(file[4584:4600]), u64(4608))
	require.Equal(t, []uint64{1, 15, 1, 0}, []uint64{u32(4584), u32(4588), u32(4592), u32(4596)})
	require.Equal(t, uint64(3<<32|3), u64(4096+8), "the first object: 3 granules, 3 references")
}

// sectionAt says in which section of the file, whose header is hd, a byte is
// and at which offset in it.
func sectionAt(hd *snapshotHeader, off int) (string, int64) {
	name, start := "header", uint64(0)
	for _, s := range []section{hd.arenaSection(), hd.rootsSection(), hd.sumsSection()} {
		if uint64(off) >= s.off {
			name, start = s.name, s.off
		}
	}
	return name, int64(off) - int64(start)
}

// located requires a *FormatError for damage at this byte of the file: it
// names the section, and an offset at most a block before the damage.
func located(t testing.TB, err error, hd *snapshotHeader, off int) {
	t.Helper()
	var bad *FormatError
	if !errors.As(err, &bad) {
		t.Fatalf("byte %d: %v", off, err)
	}
	name, at := sectionAt(hd, off)
	if bad.Section != name || bad.Offset > at || bad.Offset+blockBytes <= at {
		t.Fatalf("damage in %s at %d: %v", name, at, bad)
	}
}

// TestEveryBitFlipIsFound flips each bit of a file in turn.
func TestEveryBitFlipIsFound(t *testing.T) {
	file := snapshotOf(t, sample(t))
	hd, err := decodeHeader(file[:headerBytes])
	require.NoError(t, err)
	rejected := map[string]int{}
	bits := 8
	if testing.Short() {
		bits = 1 // another in each byte
	}
	for off := range file {
		for i := range bits {
			bit := (off + i) % 8
			file[off] ^= 1 << bit
			h, err := readVerified(file)
			if h != nil || err == nil {
				t.Fatalf("bit %d of byte %d flipped: accepted", bit, off)
			}
			located(t, err, hd, off)
			name, _ := sectionAt(hd, off)
			rejected[name]++
			file[off] ^= 1 << bit
		}
	}
	_, err = readVerified(file)
	require.NoError(t, err, "the intact file")
	require.Equal(t, map[string]int{"header": bits * 4096, "arena": bits * 488, "roots": bits * 16, "sums": bits * 16}, rejected)
}

// TestDamageIsLocated damages a byte in every block of a larger file.
func TestDamageIsLocated(t *testing.T) {
	file := snapshotOf(t, large(t))
	hd, err := decodeHeader(file[:headerBytes])
	require.NoError(t, err)
	damaged := 0
	for _, s := range []section{hd.arenaSection(), hd.rootsSection()} {
		for i := uint64(0); i*blockBytes < s.length; i++ {
			for _, off := range []uint64{s.off + i*blockBytes, s.off + min((i+1)*blockBytes, s.length) - 1} {
				file[off] ^= 0x10
				_, err := readVerified(file)
				located(t, err, hd, int(off))
				require.Contains(t, err.Error(), "the checksum of the")
				file[off] ^= 0x10
				damaged++
			}
		}
	}
	require.Equal(t, 12, damaged)
}

// TestEveryTruncationIsFound cuts a file at every length, and reads it both
// with its true length and with the length that it had before.
func TestEveryTruncationIsFound(t *testing.T) {
	file := snapshotOf(t, sample(t))
	for n := range file {
		for _, read := range []func([]byte) (*Heap, error){readVerified, readUnverified} {
			h, err := read(file[:n])
			require.Nil(t, h)
			var bad *FormatError
			require.ErrorAs(t, err, &bad)
			switch {
			case n == 0:
				require.ErrorContains(t, err, "not a snapshot")
			case n < headerBytes:
				require.EqualValues(t, n, bad.Offset)
				require.ErrorContains(t, err, "header of a snapshot alone has 4096: it was truncated")
			default:
				require.Equal(t, "file", bad.Section)
				require.EqualValues(t, n, bad.Offset)
				require.ErrorContains(t, err, "bytes and should have 4616: it was truncated")
			}
		}
		h, err := ReadSnapshot(bytes.NewReader(file[:n]), int64(len(file)))
		require.Nil(t, h)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.ErrorContains(t, err, "bytes could be read")
	}
}

func TestAppendedBytesAreFound(t *testing.T) {
	file := snapshotOf(t, sample(t))
	for _, n := range []int{1, 7, 8, 4096, blockBytes + 1} {
		_, err := readVerified(append(bytes.Clone(file), make([]byte, n)...))
		var bad *FormatError
		require.ErrorAs(t, err, &bad)
		require.Equal(t, "file", bad.Section)
		require.EqualValues(t, len(file), bad.Offset)
		require.ErrorContains(t, err, "something was appended")
	}
}

// forge returns a copy of the file with a field of the header replaced and the
// header's checksum made right again.
func forge(file []byte, off int, value uint64) []byte {
	f := bytes.Clone(file)
	binary.LittleEndian.PutUint64(f[off:], value)
	binary.LittleEndian.PutUint64(f[headerBytes-sumBytes:], xxhash.Sum64(f[:headerBytes-sumBytes]))
	return f
}

// TestLyingHeaders forges each word of the header, checksum included. Every
// lie is refused by every reader, and none is paid for in memory. Of the padding,
// whose words are all alike, it takes a few.
func TestLyingHeaders(t *testing.T) { lyingHeaders(t, false) }

// TestSlowLyingHeaders forges each word of the padding, too.
func TestSlowLyingHeaders(t *testing.T) {
	tagged.Slow(t)
	lyingHeaders(t, true)
}

func lyingHeaders(t *testing.T, every bool) {
	file := snapshotOf(t, sample(t))
	values := []uint64{0, 1, 7, 8, 4095, 4097, 1 << 20, 1<<31 - 1, 1 << 31, 1 << 32, 1<<32 + 1,
		MaxGranules * GranuleBytes, MaxGranules*GranuleBytes + 8, 1 << 48, 1<<48 + 1, 1 << 62, math.MaxInt64, 1 << 63, math.MaxUint64 - 7, math.MaxUint64}
	refused := map[int]int{}
	const padding, step = 112, 8 * 7
	for off := 8; off < headerBytes-sumBytes; off += 8 {
		if !every && off > padding && (off-padding)%step != 0 {
			continue
		}
		truth := binary.LittleEndian.Uint64(file[off:])
		if off == 104 {
			continue // a wrong checksum of the sums is damage like any other
		}
		bytes := allocated(func() {
			for _, v := range append(values, truth-1, truth+1, truth+8, truth-8, truth<<1) {
				// Counts for which the sections have room are Check's to compare.
				if v == truth || off == 24 && v <= 60-5 || off == 32 && v <= 2*(60-6) || off == 40 && v == 4 {
					continue
				}
				lie := forge(file, off, v)
				for _, read := range []func([]byte) (*Heap, error){readVerified, readUnverified} {
					h, err := read(lie)
					var bad *FormatError
					if h != nil || !errors.As(err, &bad) || bad.Section != "header" || bad.Offset > int64(off)+128 {
						t.Fatalf("%#x at offset %d: %v", v, off, err)
					}
					refused[off]++
				}
			}
		})
		require.Less(t, bytes, uint64(2<<20), "the reads of offset %d together", off)
	}
	if every {
		require.Equal(t, 4096/8-3, len(refused), "all words but the magic and the two checksums")
	}
	require.Greater(t, refused[56], 40)
}

// TestConsistentLieAboutTheLength gives a small file a header that is right in
// every respect for the largest arena, and for roots without end.
func TestConsistentLieAboutTheLength(t *testing.T) {
	for _, hd := range []snapshotHeader{
		{arenaBytes: MaxGranules * GranuleBytes},
		{arenaBytes: 8, roots: maxRoots},
		{arenaBytes: MaxGranules * GranuleBytes, roots: maxRoots, objects: MaxObjects, edges: 2},
	} {
		file := append(hd.encode(), make([]byte, 1000)...)
		for _, read := range []func([]byte) (*Heap, error){readVerified, readUnverified} {
			var err error
			bytes := allocated(func() { _, err = read(file) })
			require.ErrorContains(t, err, "the file has 5096 bytes and should have ")
			require.Less(t, bytes, uint64(64<<10))
		}
	}
	_, err := ReadSnapshot(bytes.NewReader(nil), -1)
	require.ErrorContains(t, err, "negative")
}

// TestHeaderLimits tries each limit and the first value beyond it, in headers
// that are otherwise consistent.
func TestHeaderLimits(t *testing.T) {
	const most = MaxGranules * GranuleBytes
	for _, c := range []struct {
		hd   snapshotHeader
		want string
	}{
		{snapshotHeader{arenaBytes: 8}, ""},
		{snapshotHeader{arenaBytes: 0}, "offset 56: the arena has 0 bytes"},
		{snapshotHeader{arenaBytes: 12}, "offset 56: the arena has 12 bytes: it must be a multiple of 8, from 8 to 34359738368"},
		{snapshotHeader{arenaBytes: most, objects: MaxObjects, roots: maxRoots}, ""},
		{snapshotHeader{arenaBytes: most, objects: MaxObjects + 1}, "offset 24: 4294967295 objects"},
		{snapshotHeader{arenaBytes: most + 8}, "offset 56: the arena has 34359738376 bytes"},
		{snapshotHeader{arenaBytes: 80, objects: 9}, ""},
		{snapshotHeader{arenaBytes: 80, objects: 10}, "offset 24: 10 objects: an arena of 80 bytes has room for at most 9"},
		{snapshotHeader{arenaBytes: 80, objects: 5, edges: 8}, ""},
		{snapshotHeader{arenaBytes: 80, objects: 5, edges: 9}, "offset 32: 9 references: an arena of 80 bytes with 5 objects has room for at most 8"},
		{snapshotHeader{arenaBytes: 8, roots: maxRoots + 1}, "offset 40: 281474976710657 roots: at most 281474976710656"},
		{snapshotHeader{arenaBytes: 8, roots: math.MaxUint64}, "offset 40: "},
	} {
		hd, err := decodeHeader(c.hd.encode())
		if c.want == "" {
			require.NoError(t, err)
			require.Equal(t, c.hd, *hd)
		} else {
			require.ErrorContains(t, err, "heap: section header, "+c.want)
		}
	}
}

func TestForgedPayloads(t *testing.T) {
	file := snapshotOf(t, sample(t))

	// Counts that an arena of this length could have: the file is accepted,
	// Check compares.
	for _, off := range []int{24, 32} {
		h, err := readVerified(forge(file, off, 1))
		require.NoError(t, err)
		require.ErrorContains(t, h.Check(), "its header says 1")
	}

	// One root more fits into the padding, where it is nil.
	h, err := readVerified(forge(file, 40, 4))
	require.NoError(t, err)
	require.ErrorContains(t, h.Check(), "section roots, offset 12: root 3 is granule 0")

	// Sums that do not fit the data, although the header vouches for them.
	bad := bytes.Clone(file)
	bad[4608]++ // the sum of the roots
	bad = forge(bad, 104, xxhash.Sum64(bad[4600:]))
	_, err = readVerified(bad)
	require.ErrorContains(t, err, "section roots, offset 0: the checksum of the 16 bytes from here")
	h, err = readUnverified(bad)
	require.NoError(t, err)
	equalHeaps(t, sample(t), h)

	// Padding that every checksum covers and that is not zero all the same.
	bad = bytes.Clone(file)
	bad[4599] = 1
	binary.LittleEndian.PutUint64(bad[4608:], xxhash.Sum64(bad[4584:4600]))
	bad = forge(bad, 104, xxhash.Sum64(bad[4600:]))
	for _, read := range []func([]byte) (*Heap, error){readVerified, readStream} {
		_, err = read(bad)
		require.EqualError(t, err, "heap: section roots, offset 12: the padding after the last root is not zero")
	}
}

func TestOtherVersionsAndFormats(t *testing.T) {
	file := snapshotOf(t, sample(t))
	_, err := readVerified(forge(file, 8, 2|headerBytes<<32))
	require.ErrorContains(t, err, "snapshot version 2 is not supported, only version 1")
	for _, other := range []string{"go1.7 heap dump\n", "# nodes 3\n0 1\n", "\x7fELF", "\x89PNG\r\n\x1a\n", "\x89HMH\n\x1a\n", "\x00"} {
		for _, pad := range []int{0, 10_000} {
			_, err := readVerified(append([]byte(other), make([]byte, pad)...))
			require.ErrorContains(t, err, "section header, offset 0: not a snapshot: a snapshot begins with the bytes 89 48 4d 48 0d 0a 1a 0a")
		}
	}
}

// TestPlatformLimit asks what a platform with slices of 2 GiB says.
func TestPlatformLimit(t *testing.T) {
	hd := snapshotHeader{arenaBytes: 2 << 30}
	require.ErrorContains(t, hd.checkHeld(math.MaxInt32), "a 32-bit platform can hold at most 2147483647: use a 64-bit one")
	require.NoError(t, hd.checkHeld(math.MaxInt64))
	require.NoError(t, hd.checkHeld(hd.fileBytes()))
	require.Error(t, hd.checkHeld(hd.fileBytes()-1))
}

func TestReaderErrorsAreNamed(t *testing.T) {
	broken := errors.New("disk on fire")
	file := snapshotOf(t, sample(t))
	for section, from := range map[string]int64{"header": 0, "arena": 4096, "roots": 4584, "sums": 4600} {
		r := failingReader{bytes.NewReader(file), from, from + 8, broken}
		_, err := ReadSnapshot(r, int64(len(file)))
		require.ErrorIs(t, err, broken)
		require.ErrorContains(t, err, "section "+section+", offset 0: ")
	}
}

// TestShortReadsAreLocated: where a read stops, the error's offset is that of the
// first byte that is missing, counted from the start of its section.
func TestShortReadsAreLocated(t *testing.T) {
	file := snapshotOf(t, large(t))
	hd, err := readHeader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	readers := map[string]func(cut uint64) error{
		"at once": func(cut uint64) error {
			_, err := ReadSnapshotUnverified(bytes.NewReader(file[:cut]), int64(len(file)))
			return err
		},
		"stream": func(cut uint64) error {
			_, err := readStream(file[:cut])
			return err
		},
	}
	for name, read := range readers {
		for _, sec := range []section{hd.arenaSection(), hd.rootsSection()} {
			for _, at := range []uint64{0, 5, blockBytes + 7} {
				want := fmt.Sprintf("heap: section %s, offset %d: %d of 1048576 bytes could be read: unexpected EOF", sec.name, at, at%blockBytes)
				require.EqualError(t, read(sec.off+at), want, name)
			}
		}
	}
}

// failingReader fails reads that begin in [from, to).
type failingReader struct {
	io.ReaderAt
	from, to int64
	err      error
}

func (r failingReader) ReadAt(p []byte, off int64) (int, error) {
	if off >= r.from && off < r.to {
		return 0, r.err
	}
	return r.ReaderAt.ReadAt(p, off)
}

// TestWriterErrorsAreNamed stops the writer after every number of bytes.
func TestWriterErrorsAreNamed(t *testing.T) {
	h := sample(t)
	file := snapshotOf(t, h)
	names := map[string]int{}
	for n := range file {
		err := WriteSnapshot(&shortWriter{n}, h)
		require.ErrorIs(t, err, io.ErrShortWrite)
		hd, _ := decodeHeader(file[:headerBytes])
		name, _ := sectionAt(hd, n)
		require.ErrorContains(t, err, "writing section "+name)
		names[name]++
	}
	require.Len(t, names, 4)
	require.NoError(t, WriteSnapshot(iotest.TruncateWriter(io.Discard, 10), h)) // it lies; not our fault

	require.ErrorContains(t, WriteSnapshot(io.Discard, new(Heap)), "the arena has 0 bytes")

	h = large(t)
	hd := &snapshotHeader{arenaBytes: uint64(len(h.arena)), roots: uint64(len(h.roots))}
	for _, sec := range []section{hd.arenaSection(), hd.rootsSection()} {
		err := WriteSnapshot(&shortWriter{int(sec.off) + blockBytes + 5}, h)
		require.ErrorContains(t, err, "writing section "+sec.name+", offset 1048576: short write")
	}
}

// shortWriter accepts n bytes.
type shortWriter struct{ n int }

func (w *shortWriter) Write(p []byte) (int, error) {
	if len(p) > w.n {
		n := w.n
		w.n = 0
		return n, io.ErrShortWrite
	}
	w.n -= len(p)
	return len(p), nil
}

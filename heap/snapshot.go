package heap

// A snapshot file holds one heap. Every byte of it is under an xxhash64 (seed 0), with
// the padding. Every number in it is little-endian. Sections lie back to back, and the
// last one ends where the file ends. The header's counts and the arena's length determine
// the whole layout. A reader rejects a header that says anything else.
//
//	offset      bytes  what
//	──────────  ─────  ──────────────────────────────────────────────────────
//	header
//	0               8  magic: 89 'H' 'M' 'H' 0D 0A 1A 0A
//	8               4  version: 1
//	12              4  bytes of this header: 4096
//	16              8  bytes of a block, the unit of a checksum: 1,048,576
//	24              8  objects
//	32              8  references that are not nil
//	40              8  N, the number of roots
//	48, 56       8, 8  arena: offset (4096) and length A
//	64, 72       8, 8  roots: offset (4096+A) and length R
//	80, 88       8, 8  sums:  offset (4096+A+R) and length S
//	96              8  bytes of the file: 4096+A+R+S
//	104             8  xxhash64 of the section sums
//	112          3976  zero
//	4088            8  xxhash64 of the bytes 0 to 4087
//	arena
//	4096            A  the arena as it is in memory: whole granules, from 1 to
//	                   2^32 of them, granule 0 zero
//	roots
//	4096+A          R  N references of 4 bytes, and 4 zero bytes if N is odd
//	sums
//	4096+A+R        S  xxhash64 of each block of the arena, then of each block
//	                   of the roots; the last block of either may be shorter
//
// The bytes of the magic are chosen like those of PNG. One is beyond ASCII, both line
// ends occur, and so does the end-of-file character of some systems. If a transfer
// treats the file as text, the magic changes and the reader notices.
//
// The file has a checksum for each block of 1 MiB. Three things follow. Damage is
// located to one MiB. A reader can hash a block while the block is still in the cache.
// And the file is written from start to end without seeking.

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"

	"github.com/cespare/xxhash/v2"
)

const (
	snapshotMagic   = "\x89HMH\r\n\x1a\n"
	snapshotVersion = 1
	headerBytes     = 4096    // so the arena begins at a page on most platforms
	blockBytes      = 1 << 20 // a larger block locates damage less well, a smaller one takes more sums
	sumBytes        = 8

	// maxRoots keeps the arithmetic on lengths from overflowing. No real file comes near
	// it.
	maxRoots = 1 << 48
)

// IsSnapshot reports whether a file that begins with prefix claims to be a snapshot. It looks
// at 8 bytes, and with fewer the answer is false. Any goroutine may call it.
func IsSnapshot(prefix []byte) bool {
	return bytes.HasPrefix(prefix, []byte(snapshotMagic))
}

// snapshotHeader holds what a file's header says, without the parts that are always the
// same.
type snapshotHeader struct {
	objects, edges, roots uint64
	arenaBytes            uint64
	sumsHash              uint64
}

// section is a run of bytes of the file, with its offset in the file and its length in
// bytes.
type section struct {
	name        string
	off, length uint64
}

// blocks returns the number of blocks of 1 MiB in a section of n bytes. The last block
// may be shorter.
func blocks(n uint64) uint64 { return (n + blockBytes - 1) / blockBytes }

// The three sections. The limits of the header keep the sum of their lengths from
// overflowing.
func (hd *snapshotHeader) arenaSection() section {
	return section{"arena", headerBytes, hd.arenaBytes}
}

func (hd *snapshotHeader) rootsSection() section {
	return section{"roots", headerBytes + hd.arenaBytes, refGranules(hd.roots) * GranuleBytes}
}

func (hd *snapshotHeader) sumsSection() section {
	roots := hd.rootsSection()
	return section{"sums", roots.off + roots.length, sumBytes * (blocks(hd.arenaBytes) + blocks(roots.length))}
}

func (hd *snapshotHeader) fileBytes() uint64 {
	sums := hd.sumsSection()
	return sums.off + sums.length
}

// encode returns the header as bytes.
func (hd *snapshotHeader) encode() []byte {
	le := binary.LittleEndian
	b := append(make([]byte, 0, headerBytes), snapshotMagic...)
	b = le.AppendUint32(b, snapshotVersion)
	b = le.AppendUint32(b, headerBytes)
	for _, v := range []uint64{blockBytes, hd.objects, hd.edges, hd.roots} {
		b = le.AppendUint64(b, v)
	}
	for _, s := range []section{hd.arenaSection(), hd.rootsSection(), hd.sumsSection()} {
		b = le.AppendUint64(le.AppendUint64(b, s.off), s.length)
	}
	b = le.AppendUint64(b, hd.fileBytes())
	b = le.AppendUint64(b, hd.sumsHash)
	b = b[:headerBytes-sumBytes] // the rest is zero
	return le.AppendUint64(b, xxhash.Sum64(b))
}

// readHeader reads the header. It compares what the header says with itself and with the
// file's length. After it a caller may allocate memory by the lengths.
func readHeader(r io.ReaderAt, size int64) (*snapshotHeader, error) {
	if size < 0 {
		return nil, formatError("file", 0, "the length %d is negative", size)
	}
	b := make([]byte, min(size, headerBytes))
	if err := readFull(io.NewSectionReader(r, 0, size), "header", 0, b); err != nil {
		return nil, err
	}
	hd, err := decodeHeader(b)
	if err != nil {
		return nil, err
	}
	if end := hd.fileBytes(); uint64(size) < end {
		return nil, formatError("file", uint64(size), "the file has %d bytes and should have %d: it was truncated", size, end)
	} else if uint64(size) > end {
		return nil, formatError("file", end, "the file has %d bytes and should have %d: something was appended", size, end)
	}
	return hd, hd.checkHeld(math.MaxInt)
}

// decodeHeader checks the header b and decodes it. If the file is shorter than a
// header, b is the whole file, and the error says that it was truncated.
func decodeHeader(b []byte) (*snapshotHeader, error) {
	le := binary.LittleEndian
	if n := min(len(b), len(snapshotMagic)); n == 0 || string(b[:n]) != snapshotMagic[:n] {
		return nil, formatError("header", 0, "not a snapshot: a snapshot begins with the bytes % x, this begins with % x", snapshotMagic, b[:n])
	}
	if len(b) < headerBytes {
		return nil, formatError("file", uint64(len(b)), "the file has %d bytes, and the header of a snapshot alone has %d: it was truncated", len(b), headerBytes)
	}
	if v := le.Uint32(b[8:]); v != snapshotVersion {
		return nil, formatError("header", 8, "snapshot version %d is not supported, only version %d: a later program wrote it, or it is damaged", v, snapshotVersion)
	}
	body := b[:headerBytes-sumBytes]
	if got, want := xxhash.Sum64(body), le.Uint64(b[len(body):]); got != want {
		return nil, formatError("header", 0, "the checksum of the header is %016x and should be %016x: the header is damaged", got, want)
	}
	hd := &snapshotHeader{
		objects: le.Uint64(b[24:]), edges: le.Uint64(b[32:]), roots: le.Uint64(b[40:]),
		arenaBytes: le.Uint64(b[56:]), sumsHash: le.Uint64(b[104:]),
	}
	if err := hd.checkLimits(); err != nil {
		return nil, err
	}
	// Everything else in the header follows from these numbers. So a header that is made
	// from them must be equal to b, in every field and in the padding.
	want := hd.encode()
	for i := 8; i < headerBytes; i += 8 {
		if !bytes.Equal(b[i:i+8], want[i:i+8]) {
			return nil, formatError("header", uint64(i), "the word is %#x; with an arena of %d bytes and %d roots it should be %#x",
				le.Uint64(b[i:]), hd.arenaBytes, hd.roots, le.Uint64(want[i:]))
		}
	}
	return hd, nil
}

// checkLimits tests every number against a bound. So nothing that is computed from the
// numbers overflows. A caller may then allocate memory by NumObjects and NumEdges,
// because an arena of this length has room for them.
func (hd *snapshotHeader) checkLimits() error {
	granules := hd.arenaBytes / GranuleBytes
	switch {
	case hd.arenaBytes%GranuleBytes != 0 || granules < 1 || granules > MaxGranules:
		return formatError("header", 56, "the arena has %d bytes: it must be a multiple of %d, from %d to %d",
			hd.arenaBytes, GranuleBytes, GranuleBytes, uint64(MaxGranules*GranuleBytes))
	case hd.objects > min(granules-1, MaxObjects):
		return formatError("header", 24, "%d objects: an arena of %d bytes has room for at most %d", hd.objects, hd.arenaBytes, min(granules-1, MaxObjects))
	case hd.edges > 2*(granules-1-hd.objects):
		return formatError("header", 32, "%d references: an arena of %d bytes with %d objects has room for at most %d",
			hd.edges, hd.arenaBytes, hd.objects, 2*(granules-1-hd.objects))
	case hd.roots > maxRoots:
		return formatError("header", 40, "%d roots: at most %d", hd.roots, uint64(maxRoots))
	}
	return nil
}

// checkHeld tests that this platform can hold the file. Its slices have at most maxLen
// bytes.
func (hd *snapshotHeader) checkHeld(maxLen uint64) error {
	if n := hd.fileBytes(); n > maxLen {
		return formatError("file", 0, "the snapshot has %d bytes, of which a 32-bit platform can hold at most %d: use a 64-bit one", n, maxLen)
	}
	return nil
}

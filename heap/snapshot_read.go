package heap

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"
)

// ReadSnapshot reads a snapshot of size bytes into private memory. It verifies every
// checksum. It allocates memory only after it has compared the header with size. So it
// takes less than size plus 2 MiB. The error is a [*FormatError].
//
// A checksum says that the bytes are those that somebody wrote. It does not say that
// they are a well-formed heap. Call [Heap.Check] before you use a heap from an
// untrusted file. Any goroutine may call ReadSnapshot.
func ReadSnapshot(r io.ReaderAt, size int64) (*Heap, error) {
	return readSnapshot(r, size, true)
}

// ReadSnapshotUnverified is ReadSnapshot without the checksums of arena, roots and
// sums. It is for a file that the caller trusts. It verifies the header all the same.
func ReadSnapshotUnverified(r io.ReaderAt, size int64) (*Heap, error) {
	return readSnapshot(r, size, false)
}

func readSnapshot(r io.ReaderAt, size int64, verify bool) (*Heap, error) {
	hd, err := readHeader(r, size)
	if err != nil {
		return nil, err
	}
	var sums blockSums
	if verify {
		if sums, err = hd.readSums(r); err != nil {
			return nil, err
		}
	}
	h := &Heap{arena: newArena(hd.arenaBytes), objects: hd.objects, edges: hd.edges}
	for i := range blocks(hd.arenaBytes) {
		block := blockOf(h.arena, i)
		if err := readFull(r, hd.arenaSection(), i*blockBytes, block); err != nil {
			return nil, err
		}
		if err := sums.check("arena", i, 0, block); err != nil {
			return nil, err
		}
	}
	if h.roots, err = hd.readRoots(r, sums); err != nil {
		return nil, err
	}
	return h, nil
}

// readRoots reads the roots, compares them with their checksums, and decodes them.
func (hd *snapshotHeader) readRoots(r io.ReaderAt, sums blockSums) ([]Ref, error) {
	sec := hd.rootsSection()
	roots := make([]Ref, 0, hd.roots)
	buf := make([]byte, min(sec.length, blockBytes))
	for i := range blocks(sec.length) {
		block := buf[:min(sec.length-i*blockBytes, blockBytes)]
		if err := readFull(r, sec, i*blockBytes, block); err != nil {
			return nil, err
		}
		if err := sums.check("roots", i, blocks(hd.arenaBytes), block); err != nil {
			return nil, err
		}
		for ; len(block) > 0 && uint64(len(roots)) < hd.roots; block = block[refBytes:] {
			roots = append(roots, Ref(binary.LittleEndian.Uint32(block)))
		}
		if len(block) > 0 && binary.LittleEndian.Uint32(block) != 0 {
			return nil, formatError("roots", hd.roots*refBytes, "the padding after the last root is not zero")
		}
	}
	return roots, nil
}

// blockSums holds the section sums: the checksums of the arena's blocks, and then those
// of the blocks of the roots. A nil blockSums checks nothing.
type blockSums []byte

// readSums reads the section sums and compares it with its checksum in the header.
func (hd *snapshotHeader) readSums(r io.ReaderAt) (blockSums, error) {
	sec := hd.sumsSection()
	sums := make(blockSums, sec.length)
	if err := readFull(r, sec, 0, sums); err != nil {
		return nil, err
	}
	if got := xxhash.Sum64(sums); got != hd.sumsHash {
		return nil, formatError("sums", 0, "the checksum of the section is %016x, the header says %016x: the file is damaged", got, hd.sumsHash)
	}
	return sums, nil
}

// check compares the bytes of block i of a section with their checksum. The checksums
// of this section begin with number first.
func (s blockSums) check(name string, i, first uint64, block []byte) error {
	if s == nil {
		return nil
	}
	if got, want := xxhash.Sum64(block), binary.LittleEndian.Uint64(s[(first+i)*sumBytes:]); got != want {
		return formatError(name, i*blockBytes, "the checksum of the %d bytes from here is %016x and should be %016x: the file is damaged", len(block), got, want)
	}
	return nil
}

// blockOf returns block i of data.
func blockOf(data []byte, i uint64) []byte {
	rest := data[i*blockBytes:]
	return rest[:min(len(rest), blockBytes)]
}

// readFull fills b with the section's bytes from offset off on.
func readFull(r io.ReaderAt, sec section, off uint64, b []byte) error {
	n, err := r.ReadAt(b, int64(sec.off+off))
	if n == len(b) {
		return nil // with io.EOF, if these are the last bytes
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return &FormatError{
		Section: sec.name,
		Offset:  int64(off) + int64(n),
		Problem: fmt.Sprintf("%d of %d bytes could be read", n, len(b)),
		Err:     err,
	}
}

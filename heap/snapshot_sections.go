package heap

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/cespare/xxhash/v2"
)

// sectionReader reads the sections behind the header in order. It computes the checksums of their blocks on the
// way, while a block is in the cache. The checksums of the file come last, and are compared then.
//
// A stream has no length that could be compared with the claims of its header. There the arena and
// the roots grow with the bytes that have arrived:
//
//	stream    │ header │ arena … │ roots … │ sums │ end
//	held               grows     grows
//	computed           one sum a block ──────> compared here
//
// Invariant: the memory held of a stream is less than three times the bytes that have arrived, plus
// streamStart for the arena and streamStart for the roots.
type sectionReader struct {
	r          io.Reader
	hd         *snapshotHeader
	whole      bool // the length of the file is what the header says
	unverified bool // no checksums are computed
	sums       []byte
}

// streamStart is how many bytes of a section are allocated before any of them has arrived.
const streamStart = blockBytes

// heap reads all sections.
func (in *sectionReader) heap() (*Heap, error) {
	if err := in.hd.checkHeld(math.MaxInt); err != nil {
		return nil, err
	}
	arena, err := in.arena()
	if err != nil {
		return nil, err
	}
	roots, _, err := in.rootsAndSums()
	if err != nil {
		return nil, err
	}
	return &Heap{arena: arena, roots: roots, objects: in.hd.objects, edges: in.hd.edges}, nil
}

// arena reads the arena.
func (in *sectionReader) arena() ([]byte, error) {
	sec := in.hd.arenaSection()
	length := min(sec.length, streamStart)
	if in.whole {
		length = sec.length
	}
	data := newArena(length)
	for at := uint64(0); at < sec.length; {
		if at == uint64(len(data)) {
			larger := newArena(min(sec.length, 2*at))
			copy(larger, data)
			data = larger
		}
		block := data[at:min(uint64(len(data)), at+blockBytes)]
		if err := in.block(sec, at, block); err != nil {
			return nil, err
		}
		at += uint64(len(block))
	}
	return data, nil
}

// rootsAndSums reads the sections behind the arena.
func (in *sectionReader) rootsAndSums() (roots []Ref, sums blockSums, err error) {
	sec, number, padding := in.hd.rootsSection(), in.hd.roots, uint32(0)
	if in.whole {
		roots = make([]Ref, 0, number)
	}
	buf := make([]byte, min(sec.length, blockBytes))
	for at := uint64(0); at < sec.length; at += blockBytes {
		block := buf[:min(sec.length-at, blockBytes)]
		if err := in.block(sec, at, block); err != nil {
			return nil, nil, err
		}
		for ; len(block) > 0 && uint64(len(roots)) < number; block = block[refBytes:] {
			roots = append(roots, Ref(binary.LittleEndian.Uint32(block)))
		}
		if len(block) > 0 {
			padding = binary.LittleEndian.Uint32(block)
		}
	}
	if !in.unverified {
		if sums, err = in.readSums(); err != nil {
			return nil, nil, err
		}
	}
	if padding != 0 {
		return nil, nil, formatError("roots", number*refBytes, "the padding after the last root is not zero")
	}
	return roots, sums, nil
}

// block reads a block of a section, and computes its checksum.
func (in *sectionReader) block(sec section, at uint64, b []byte) error {
	err := readFull(in.r, sec.name, at, b)
	if err == nil && !in.unverified {
		in.sums = appendSum(in.sums, b)
	}
	return err
}

// readSums reads the section sums, and compares the checksums with those of the blocks that were read. These are
// the last ones: the roots follow the arena.
func (in *sectionReader) readSums() (blockSums, error) {
	sums := make(blockSums, len(in.sums)) // as many as blocks have arrived; not a claim of the header
	if in.whole {
		sums = make(blockSums, in.hd.sumsSection().length)
	}
	if err := readFull(in.r, "sums", 0, sums); err != nil {
		return nil, err
	}
	if got := xxhash.Sum64(sums); got != in.hd.sumsHash {
		return nil, formatError("sums", 0, "the checksum of the section is %016x, the header says %016x: the file is damaged", got, in.hd.sumsHash)
	}
	for first := uint64(len(sums)-len(in.sums)) / sumBytes; len(in.sums) > 0; first++ {
		if err := in.hd.compare(sums, first, binary.LittleEndian.Uint64(in.sums)); err != nil {
			return nil, err
		}
		in.sums = in.sums[sumBytes:]
	}
	return sums, nil
}

// blockSums holds the section sums: the checksums of the arena's blocks, and then those
// of the blocks of the roots.
type blockSums []byte

// appendSum appends the checksum of a block.
func appendSum(sums, block []byte) []byte {
	return binary.LittleEndian.AppendUint64(sums, xxhash.Sum64(block))
}

// compare returns an error if checksum i is not the one that a block has. The blocks of the arena count first, then
// those of the roots.
func (hd *snapshotHeader) compare(sums blockSums, i, got uint64) error {
	want := binary.LittleEndian.Uint64(sums[i*sumBytes:])
	if got == want {
		return nil
	}
	sec := hd.arenaSection()
	if first := blocks(sec.length); i >= first {
		sec, i = hd.rootsSection(), i-first
	}
	return formatError(sec.name, i*blockBytes, "the checksum of the %d bytes from here is %016x and should be %016x: the file is damaged",
		min(sec.length-i*blockBytes, blockBytes), got, want)
}

// readFull reads all of b. The bytes are at offset at of the section.
func readFull(r io.Reader, section string, at uint64, b []byte) error {
	n, err := io.ReadFull(r, b)
	switch err {
	case nil:
		return nil
	case io.EOF:
		err = io.ErrUnexpectedEOF
	}
	return unread(section, at+uint64(n), n, len(b), err)
}

// unread is the error for bytes of a section that could not be read: n of so many were.
func unread(section string, offset uint64, n, of int, err error) error {
	return &FormatError{Section: section, Offset: int64(offset), Problem: fmt.Sprintf("%d of %d bytes could be read", n, of), Err: err}
}

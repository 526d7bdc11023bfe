package heap

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/cespare/xxhash/v2"
)

// A stream has no length that could be compared with the claims of its header. So the
// arena and the roots grow with the bytes that have arrived. The checksums come last,
// and they are compared when they arrive:
//
//	stream    │ header │ arena … │ roots … │ sums │ end
//	held               grows     grows
//	computed           one sum a block ──────> compared here
//
// Invariant: the memory held is less than three times the bytes that have arrived, plus
// streamStart for the arena and streamStart for the roots.

// streamStart is how many bytes of a section are allocated before any of them has arrived.
const streamStart = blockBytes

// ReadSnapshotStream reads a snapshot from start to end without seeking, for example
// from a pipe or a decompressor. It verifies every checksum. Memory doubles as bytes
// arrive. At most it is less than three times the size of the file. [ReadSnapshotInfo]
// says beforehand how large the file is.
//
// The error is a [*FormatError]. A stream that goes on after the snapshot is an error.
// As after ReadSnapshot, call [Heap.Check] before you use a heap from an untrusted
// source. Any goroutine may call ReadSnapshotStream.
func ReadSnapshotStream(r io.Reader) (*Heap, error) {
	in := &snapshotStream{r: r}
	head := make([]byte, headerBytes)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, &FormatError{Section: "header", Offset: int64(n), Problem: fmt.Sprintf("%d of %d bytes could be read", n, headerBytes), Err: err}
	}
	hd, err := decodeHeader(head[:n])
	if err != nil {
		return nil, err
	}
	if err := hd.checkHeld(math.MaxInt); err != nil {
		return nil, err
	}
	arena, err := in.read(hd.arenaSection())
	if err != nil {
		return nil, err
	}
	packed, err := in.read(hd.rootsSection())
	if err != nil {
		return nil, err
	}
	if err := in.finish(hd); err != nil {
		return nil, err
	}
	h := &Heap{arena: arena, objects: hd.objects, edges: hd.edges, roots: make([]Ref, hd.roots)}
	for i := range h.roots {
		h.roots[i] = Ref(binary.LittleEndian.Uint32(packed[i*refBytes:]))
	}
	if hd.roots%2 == 1 && binary.LittleEndian.Uint32(packed[hd.roots*refBytes:]) != 0 {
		return nil, formatError("roots", hd.roots*refBytes, "the padding after the last root is not zero")
	}
	return h, nil
}

// snapshotStream reads sections in order and computes the checksums of their blocks.
type snapshotStream struct {
	r    io.Reader
	sums blockSums
}

// read reads a section. The header only claims the length of the section.
func (in *snapshotStream) read(sec section) ([]byte, error) {
	data := newArena(min(sec.length, streamStart))
	for at := uint64(0); at < sec.length; {
		if at == uint64(len(data)) {
			larger := newArena(min(sec.length, 2*at))
			copy(larger, data)
			data = larger
		}
		block := data[at:min(uint64(len(data)), at+blockBytes)]
		if err := in.fill(sec, at, block); err != nil {
			return nil, err
		}
		in.sums = binary.LittleEndian.AppendUint64(in.sums, xxhash.Sum64(block))
		at += uint64(len(block))
	}
	return data, nil
}

// fill reads all of b. The bytes are at offset at of the section.
func (in *snapshotStream) fill(sec section, at uint64, b []byte) error {
	n, err := io.ReadFull(in.r, b)
	if err == nil {
		return nil
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return &FormatError{Section: sec.name, Offset: int64(at) + int64(n), Problem: fmt.Sprintf("%d of %d bytes could be read", n, len(b)), Err: err}
}

// finish reads the checksums and compares the computed ones with them. Then it makes
// sure that nothing follows.
func (in *snapshotStream) finish(hd *snapshotHeader) error {
	want := make(blockSums, len(in.sums)) // as many as blocks have arrived; not a claim of the header
	if err := in.fill(hd.sumsSection(), 0, want); err != nil {
		return err
	}
	if got := xxhash.Sum64(want); got != hd.sumsHash {
		return formatError("sums", 0, "the checksum of the section is %016x, the header says %016x: the file is damaged", got, hd.sumsHash)
	}
	for i := uint64(0); i*sumBytes < uint64(len(want)); i++ {
		got, want := in.sums[i*sumBytes:][:sumBytes], want[i*sumBytes:][:sumBytes]
		if !bytes.Equal(got, want) {
			return hd.damaged(i, binary.LittleEndian.Uint64(got), binary.LittleEndian.Uint64(want))
		}
	}
	var more [1]byte
	n, err := io.ReadFull(in.r, more[:])
	switch {
	case n > 0:
		return formatError("file", hd.fileBytes(), "the snapshot should end after %d bytes: something was appended", hd.fileBytes())
	case err != io.EOF:
		return &FormatError{Section: "file", Offset: int64(hd.fileBytes()), Problem: "the end of the snapshot could not be read", Err: err}
	}
	return nil
}

// damaged returns the error for block i. The blocks of the arena count first, then
// those of the roots.
func (hd *snapshotHeader) damaged(i, got, want uint64) error {
	name, first := "arena", blocks(hd.arenaBytes)
	if i >= first {
		name, i = "roots", i-first
	}
	return formatError(name, i*blockBytes, "the checksum of the block from here is %016x and should be %016x: the file is damaged", got, want)
}

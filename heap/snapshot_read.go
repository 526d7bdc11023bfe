package heap

import "io"

// ReadSnapshot reads a snapshot of size bytes into private memory. It verifies every
// checksum. It allocates memory only after it has compared the header with size. It takes less
// than size plus 2 MiB. The error is a [*FormatError].
//
// A checksum says that the bytes are those that were written. It does not say that they are a
// well-formed heap. Call [Heap.Check] before you use a heap from an untrusted file. Any goroutine
// may call ReadSnapshot.
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
	in := &sectionReader{r: io.NewSectionReader(r, headerBytes, size-headerBytes), hd: hd, whole: true, unverified: !verify}
	return in.heap()
}

// ReadSnapshotStream reads a snapshot from start to end without seeking, for example
// from a pipe or a decompressor. It verifies every checksum. Memory doubles as bytes
// arrive. At most it is less than three times the size of the file. [ReadSnapshotInfo]
// says beforehand how large the file is.
//
// The error is a [*FormatError]. A stream that goes on after the snapshot is an error.
// As after ReadSnapshot, call [Heap.Check] before you use a heap from an untrusted
// source. Any goroutine may call ReadSnapshotStream.
func ReadSnapshotStream(r io.Reader) (*Heap, error) {
	head := make([]byte, headerBytes)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, unread("header", uint64(n), n, headerBytes, err)
	}
	hd, err := decodeHeader(head[:n])
	if err != nil {
		return nil, err
	}
	in := &sectionReader{r: r, hd: hd}
	h, err := in.heap()
	if err == nil {
		err = in.end()
	}
	if err != nil {
		return nil, err
	}
	return h, nil
}

// end makes sure that nothing follows the snapshot.
func (in *sectionReader) end() error {
	var more [1]byte
	n, err := io.ReadFull(in.r, more[:])
	switch end := in.hd.fileBytes(); {
	case n > 0:
		return formatError("file", end, "the snapshot should end after %d bytes: something was appended", end)
	case err != io.EOF:
		return &FormatError{Section: "file", Offset: int64(end), Problem: "the end of the snapshot could not be read", Err: err}
	}
	return nil
}

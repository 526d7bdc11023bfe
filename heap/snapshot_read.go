package heap

import "io"

// ReadSnapshot reads a snapshot of size bytes into private memory and verifies every
// checksum. It takes less than size plus 2 MiB, and compares the header with size before it
// allocates. The error is a [*FormatError]. Any goroutine may call it.
//
// A checksum says that the bytes are those that were written, and not that they are a
// well-formed heap. Call [Heap.Check] before you use a heap from an untrusted file.
func ReadSnapshot(r io.ReaderAt, size int64) (*Heap, error) {
	return readSnapshot(r, size, true)
}

// ReadSnapshotUnverified is ReadSnapshot for a file that the caller trusts: it verifies only
// the checksum of the header.
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

// ReadSnapshotStream is [ReadSnapshot] for a source without seeking, such as a pipe or a
// decompressor. Memory doubles as bytes arrive, and stays below three times the size of the
// file. [ReadSnapshotInfo] says beforehand how large the file is. A stream that goes on after
// the snapshot is an error.
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

package heap

import (
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"
)

// Snapshot is a snapshot file that is open as a heap. If the platform maps files into memory
// ([MapsFiles]), the arena is the file: it is read when it is touched, and all processes
// share it. On other platforms the arena is a private copy.
type Snapshot struct {
	heap  *Heap
	hd    *snapshotHeader
	sums  blockSums
	unmap func() error // nil once closed
}

// OpenSnapshot opens the snapshot at path and maps its arena, so the time does not depend on
// the size of the arena. (A platform without mapping reads it.) It verifies the header, the
// roots, the checksums themselves, and every size against the file's length. The error is a
// [*FormatError], or the operating system's error. Any goroutine may call it.
//
// A mapped file that is cut or overwritten later changes under its reader. Code of yours that
// reads the arena needs [CatchFaults]. A heap from [ReadSnapshot] is a copy, so no change of
// the file reaches it.
func OpenSnapshot(path string) (*Snapshot, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("heap: opening a snapshot: %w", err)
	}
	defer f.Close() // a mapping outlives its descriptor
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("heap: opening a snapshot: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("heap: opening a snapshot: %s is not a regular file", path)
	}
	return openSnapshot(f, info.Size(), mapFile)
}

// openSnapshot opens f, which has size bytes. mapFile is the way to get at the bytes.
func openSnapshot(f *os.File, size int64, mapFile func(*os.File, int) ([]byte, func() error, error)) (*Snapshot, error) {
	hd, err := readHeader(f, size)
	if err != nil {
		return nil, err
	}
	behind := int64(headerBytes + hd.arenaBytes)
	in := &sectionReader{r: io.NewSectionReader(f, behind, size-behind), hd: hd, whole: true}
	roots, sums, err := in.rootsAndSums()
	if err != nil {
		return nil, err
	}
	data, unmap, err := mapFile(f, int(size)) // fits: readHeader has checked
	if err != nil {
		return nil, &FormatError{Section: "file", Problem: fmt.Sprintf("%d bytes could not be mapped", size), Err: err}
	}
	h := &Heap{arena: data[headerBytes:behind:behind], roots: roots, objects: hd.objects, edges: hd.edges, mapped: true, file: data}
	advisePattern(data, anywhere)
	return &Snapshot{heap: h, hd: hd, sums: sums, unmap: unmap}, nil
}

// Heap returns the heap, the same one at every call. It may not be used after Close. The
// bytes of its arena are verified only after [Snapshot.Verify] has returned nil, and it is
// known to be well-formed only after [Heap.Check] has, too.
func (s *Snapshot) Heap() *Heap { return s.heap }

// Verify reads the whole arena and compares it with its checksums. OpenSnapshot has verified
// all other bytes of the file. The error is a [*FormatError] with the offset of the damaged
// block of 1 MiB. Any goroutine may call Verify before Close.
func (s *Snapshot) Verify() error {
	i := uint64(0)
	err := s.heap.inOrder(func() error {
		for ; i < blocks(uint64(len(s.heap.arena))); i++ {
			if err := s.hd.compare(s.sums, i, xxhash.Sum64(blockOf(s.heap.arena, i))); err != nil {
				return err
			}
		}
		return nil
	})
	if _, located := err.(*FormatError); err != nil && !located {
		return &FormatError{Section: "arena", Offset: int64(i * blockBytes), Problem: "the block of 1 MiB from here could not be read", Err: err}
	}
	return err
}

// Close unmaps the file. No goroutine may use the heap while Close runs or afterwards. A
// second Close does nothing. One goroutine at a time may call Close.
func (s *Snapshot) Close() error {
	if s.unmap == nil {
		return nil
	}
	unmap := s.unmap
	// The heap becomes empty. Most uses after Close are harmless and not a fault.
	*s.heap, s.unmap = Heap{}, nil
	return unmap()
}

// readWhole takes the place of a memory map. It reads the first size bytes of f.
func readWhole(f *os.File, size int) ([]byte, func() error, error) {
	data := make([]byte, size)
	if err := readFull(io.NewSectionReader(f, 0, int64(size)), "file", 0, data); err != nil {
		return nil, nil, err
	}
	return data, func() error { return nil }, nil
}

package heap

import (
	"fmt"
	"os"
)

// Snapshot is a snapshot file that is open as a heap. Where the platform maps
// files into memory the arena is the file itself, read when it is touched and
// shared with every process that maps it; elsewhere it is a private copy.
type Snapshot struct {
	heap  *Heap
	sums  blockSums
	unmap func() error // nil once closed
}

// OpenSnapshot opens the snapshot at path. It reads and verifies the header,
// the roots and the checksums themselves, and compares every size with the
// file's length; the arena it only maps, so the time does not depend on it (on
// a platform without mapping it reads it). The error is a *FormatError, or the
// operating system's.
//
// A mapped file that is cut or overwritten afterwards changes under the
// reader. The functions of this package that take a whole heap (Check,
// Reachable, Levels, Digest, WriteSnapshot) turn the fault of a cut file into
// an error; a goroutine that reads the arena by other means needs
// debug.SetPanicOnFault. ReadSnapshot has no such worries.
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

// openSnapshot opens f, of size bytes, with the given way to get at its bytes.
func openSnapshot(f *os.File, size int64, mapFile func(*os.File, int) ([]byte, func() error, error)) (*Snapshot, error) {
	hd, err := readHeader(f, size)
	if err != nil {
		return nil, err
	}
	sums, err := hd.readSums(f)
	if err != nil {
		return nil, err
	}
	roots, err := hd.readRoots(f, sums)
	if err != nil {
		return nil, err
	}
	data, unmap, err := mapFile(f, int(size)) // fits: readHeader has checked
	if err != nil {
		return nil, &FormatError{Section: "file", Problem: fmt.Sprintf("%d bytes could not be mapped", size), Err: err}
	}
	end := headerBytes + hd.arenaBytes
	h := &Heap{arena: data[headerBytes:end:end], roots: roots, objects: hd.objects, edges: hd.edges}
	return &Snapshot{heap: h, sums: sums, unmap: unmap}, nil
}

// Heap returns the heap. It is the same one at every call and must not be used
// after Close. Its arena has not been verified unless Verify returned nil, and
// is not known to be well-formed unless Heap().Check() returned nil as well.
func (s *Snapshot) Heap() *Heap { return s.heap }

// Verify compares the arena with its checksums; with what OpenSnapshot has
// verified that covers every byte of the file. It reads the whole arena. The
// error is a *FormatError with the offset of the damaged block of 1 MiB.
func (s *Snapshot) Verify() error {
	for i := range blocks(uint64(len(s.heap.arena))) {
		err := faultsToErrors("arena", func() error {
			return s.sums.check("arena", i, 0, blockOf(s.heap.arena, i))
		})
		if _, located := err.(*FormatError); err != nil && !located {
			err = &FormatError{Section: "arena", Offset: int64(i * blockBytes), Problem: "the block of 1 MiB from here could not be read", Err: err}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Close unmaps the file. No goroutine may use the heap during or after it. A
// second Close does nothing.
func (s *Snapshot) Close() error {
	if s.unmap == nil {
		return nil
	}
	unmap := s.unmap
	// An empty heap makes most uses after Close harmless instead of a fault.
	*s.heap, s.unmap = Heap{}, nil
	return unmap()
}

// readWhole stands in for a memory map: it reads the first size bytes of f.
func readWhole(f *os.File, size int) ([]byte, func() error, error) {
	data := make([]byte, size)
	if err := readFull(f, section{"file", 0, uint64(size)}, 0, data); err != nil {
		return nil, nil, err
	}
	return data, func() error { return nil }, nil
}

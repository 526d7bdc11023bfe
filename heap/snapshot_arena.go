package heap

import (
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"
)

// SnapshotWriter writes a snapshot whose arena comes in pieces, from start to end, and need
// not be in memory. Make one with [NewSnapshotWriter]. It holds one block of 1 MiB, and 8
// bytes for each block of the arena. It belongs to one goroutine.
type SnapshotWriter struct {
	w     SnapshotFile
	block []byte // what has not been written yet
	sums  []byte // of the blocks of the arena
	bytes uint64 // of the arena, so far
	err   error  // the first one stays
}

// SnapshotFile is a file that a [SnapshotWriter] can write, such as an *os.File. The header
// is written last, because it depends on the checksums.
type SnapshotFile interface {
	io.Writer
	io.WriterAt
}

// NewSnapshotWriter begins a snapshot in w, which must be empty.
func NewSnapshotWriter(w SnapshotFile) *SnapshotWriter {
	s := &SnapshotWriter{w: w, block: make([]byte, 0, blockBytes)}
	s.write("header", make([]byte, headerBytes))
	return s
}

// Write appends bytes to the arena. The first 8 bytes of all are granule 0, which is zero.
// The error is that of the file.
func (s *SnapshotWriter) Write(arena []byte) (int, error) {
	s.bytes += uint64(len(arena))
	for rest := arena; len(rest) > 0; {
		n := min(len(rest), blockBytes-len(s.block))
		s.block = append(s.block, rest[:n]...)
		if rest = rest[n:]; len(s.block) == blockBytes {
			s.flush()
		}
	}
	if s.err != nil {
		return 0, s.err
	}
	return len(arena), nil
}

// Finish writes the roots, the checksums and the header. The arguments are the number of the
// arena's objects, the number of their references that are not nil, and the roots. Finish
// does not check the heap: see [Heap.Check]. The error is the file's, or it says that the
// numbers do not fit the format. Until Finish has returned nil, every reader rejects the
// file.
func (s *SnapshotWriter) Finish(objects, edges uint64, roots []Ref) error {
	s.flush()
	hd := &snapshotHeader{objects: objects, edges: edges, roots: uint64(len(roots)), arenaBytes: s.bytes}
	if err := hd.checkLimits(); err != nil {
		return err
	}
	for i := range blocks(hd.rootsSection().length) {
		s.block = appendRootBlock(s.block[:0], roots, i)
		s.sums = appendSum(s.sums, s.block)
		s.write("roots", s.block)
	}
	hd.sumsHash = xxhash.Sum64(s.sums)
	s.write("sums", s.sums)
	if s.err != nil {
		return s.err
	}
	if _, err := s.w.WriteAt(hd.encode(), 0); err != nil {
		return fmt.Errorf("heap: writing section header: %w", err)
	}
	return nil
}

// flush writes the next block of the arena.
func (s *SnapshotWriter) flush() {
	if len(s.block) > 0 {
		s.sums = appendSum(s.sums, s.block)
		s.write("arena", s.block)
		s.block = s.block[:0]
	}
}

// write writes bytes of a section, if nothing has failed before.
func (s *SnapshotWriter) write(section string, b []byte) {
	if s.err == nil {
		s.err = writeSection(s.w, section, b)
	}
}

package heap

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"
)

// WriteSnapshot writes h as a snapshot file. It writes from start to end without
// seeking. It reads the arena twice, because the header comes first and depends on the
// checksums. The same heap gives the same bytes on every platform.
//
// The error is the writer's error. Or it says that h does not fit the format, or that
// the mapped file behind h could not be read. After an error w may hold part of a
// snapshot, and a reader will reject this part. Any goroutine may call WriteSnapshot.
func WriteSnapshot(w io.Writer, h *Heap) error {
	hd := &snapshotHeader{objects: h.objects, edges: h.edges, roots: uint64(len(h.roots)), arenaBytes: uint64(len(h.arena))}
	if err := hd.checkLimits(); err != nil {
		return err
	}
	return h.inOrder(func() error {
		sums := hd.sums(h)
		hd.sumsHash = xxhash.Sum64(sums)
		if _, err := w.Write(hd.encode()); err != nil {
			return fmt.Errorf("heap: writing section header: %w", err)
		}
		for i := range blocks(hd.arenaBytes) {
			if _, err := w.Write(blockOf(h.arena, i)); err != nil {
				return fmt.Errorf("heap: writing section arena, offset %d: %w", i*blockBytes, err)
			}
		}
		var buf []byte
		for i := range blocks(hd.rootsSection().length) {
			buf = appendRootBlock(buf[:0], h.roots, i)
			if _, err := w.Write(buf); err != nil {
				return fmt.Errorf("heap: writing section roots, offset %d: %w", i*blockBytes, err)
			}
		}
		if _, err := w.Write(sums); err != nil {
			return fmt.Errorf("heap: writing section sums: %w", err)
		}
		return nil
	})
}

// sums returns the contents of the section sums.
func (hd *snapshotHeader) sums(h *Heap) []byte {
	sums := make([]byte, 0, hd.sumsSection().length)
	for i := range blocks(hd.arenaBytes) {
		sums = binary.LittleEndian.AppendUint64(sums, xxhash.Sum64(blockOf(h.arena, i)))
	}
	var buf []byte
	for i := range blocks(hd.rootsSection().length) {
		buf = appendRootBlock(buf[:0], h.roots, i)
		sums = binary.LittleEndian.AppendUint64(sums, xxhash.Sum64(buf))
	}
	return sums
}

// appendRootBlock appends block i of the section roots, with its padding.
func appendRootBlock(b []byte, roots []Ref, i uint64) []byte {
	const perBlock = blockBytes / refBytes
	rest := roots[i*perBlock:]
	for _, root := range rest[:min(len(rest), perBlock)] {
		b = binary.LittleEndian.AppendUint32(b, uint32(root))
	}
	for len(b)%GranuleBytes != 0 {
		b = append(b, 0)
	}
	return b
}

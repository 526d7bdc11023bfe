package heap

import (
	"encoding/binary"
	"fmt"
	"io"
	"iter"

	"github.com/cespare/xxhash/v2"
)

// WriteSnapshot writes h as a snapshot file, from start to end without seeking. It reads the
// arena twice. The same heap gives the same bytes on every platform. Any goroutine may call
// it.
//
// The error is the writer's error, or it says that h does not fit the format or that the
// mapped file behind h could not be read. After an error w may hold part of a snapshot, which
// every reader rejects.
func WriteSnapshot(w io.Writer, h *Heap) error {
	hd := &snapshotHeader{objects: h.objects, edges: h.edges, roots: uint64(len(h.roots)), arenaBytes: uint64(len(h.arena))}
	if err := hd.checkLimits(); err != nil {
		return err
	}
	return h.inOrder(func() error {
		sums := hd.sums(h)
		hd.sumsHash = xxhash.Sum64(sums)
		if err := writeSection(w, "header", hd.encode()); err != nil {
			return err
		}
		for at, block := range hd.blocks(h) {
			if err := writeSection(w, at, block); err != nil {
				return err
			}
		}
		return writeSection(w, "sums", sums)
	})
}

// writeSection writes bytes of a section.
func writeSection(w io.Writer, name string, b []byte) error {
	if _, err := w.Write(b); err != nil {
		return fmt.Errorf("heap: writing section %s: %w", name, err)
	}
	return nil
}

// sums returns the contents of the section sums.
func (hd *snapshotHeader) sums(h *Heap) []byte {
	sums := make([]byte, 0, hd.sumsSection().length)
	for _, block := range hd.blocks(h) {
		sums = appendSum(sums, block)
	}
	return sums
}

// blocks iterates over the blocks of the arena, and then over those of the roots, and says where each begins. A block
// is valid until the next one.
func (hd *snapshotHeader) blocks(h *Heap) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		var buf []byte
		arena := blocks(hd.arenaBytes)
		for i := range arena + blocks(hd.rootsSection().length) {
			name, at, block := "arena", i, buf
			if i < arena {
				block = blockOf(h.arena, i)
			} else {
				name, at = "roots", i-arena
				buf = appendRootBlock(buf[:0], h.roots, at)
				block = buf
			}
			if !yield(fmt.Sprintf("%s, offset %d", name, at*blockBytes), block) {
				return
			}
		}
	}
}

// blockOf returns block i of data.
func blockOf(data []byte, i uint64) []byte {
	rest := data[i*blockBytes:]
	return rest[:min(len(rest), blockBytes)]
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

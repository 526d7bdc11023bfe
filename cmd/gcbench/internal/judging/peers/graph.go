package peers

import (
	"bufio"
	"encoding/binary"
	"io"
	"os"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// The graph file carries a heap to the other collectors' processes, in the order in which they build it. All numbers
// are little-endian, and 32 bits but for the first two:
//
//	objects, roots      64 bits each
//	refs, words         for each object by address
//	refs times a target for each object by address
//	a target            for each root
//
// A target is the rank of an object by address, noTarget is nil. words is the
// payload in units of 8 bytes.
const noTarget = 1<<32 - 1

// writeGraph writes the graph file of h to path.
func writeGraph(path string, h *heap.Heap) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	encodeGraph(w, h)
	if err := w.Flush(); err != nil { // the first error sticks
		return err
	}
	return f.Close()
}

func encodeGraph(w *bufio.Writer, h *heap.Heap) {
	ranks := make([]uint32, h.Granules())
	ranks[heap.Nil] = noTarget
	for rank, r := range h.Objects() {
		ranks[r] = uint32(rank)
	}
	var b [8]byte
	put := func(n uint32) { w.Write(binary.LittleEndian.AppendUint32(b[:0], n)) }
	w.Write(binary.LittleEndian.AppendUint64(b[:0], h.NumObjects()))
	w.Write(binary.LittleEndian.AppendUint64(b[:0], uint64(len(h.Roots()))))
	for _, r := range h.Objects() {
		refs, words := measures(h, r)
		put(refs)
		put(words)
	}
	for _, r := range h.Objects() {
		for _, to := range h.Refs(r) {
			put(ranks[to])
		}
	}
	for _, r := range h.Roots() {
		put(ranks[r])
	}
}

// measures returns the references of an object and its payload in words: what
// remains of its granules after the header and two references to each.
func measures(h *heap.Heap, r heap.Ref) (refs, words uint32) {
	refs, size, _ := h.Object(r)
	return refs, size - 1 - refs/2 - refs%2
}

// graphReader reads a graph file. Errors stick.
type graphReader struct {
	in             *bufio.Reader
	objects, roots uint64
	buffer         [4]byte
	err            error
}

func newGraphReader(r io.Reader) *graphReader {
	g := &graphReader{in: bufio.NewReaderSize(r, 1<<20)}
	g.objects = uint64(g.next()) | uint64(g.next())<<32
	g.roots = uint64(g.next()) | uint64(g.next())<<32
	return g
}

// next returns the next number, 0 after an error.
func (g *graphReader) next() uint32 {
	if g.err == nil {
		_, g.err = io.ReadFull(g.in, g.buffer[:])
	}
	if g.err != nil {
		return 0
	}
	return binary.LittleEndian.Uint32(g.buffer[:])
}

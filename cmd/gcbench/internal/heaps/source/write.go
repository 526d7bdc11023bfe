package source

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/edgelist"
)

// WriterFor returns the function that writes a heap in the format that the
// extension of path asks for, and watches.
func (w Watch) WriterFor(path string) (func(io.Writer, *heap.Heap) error, error) {
	if IsRepository(path) {
		return nil, fmt.Errorf("%s: gcbench does not write to a git repository: a file of this name is ./%s", path, path)
	}
	ext := filepath.Ext(path)
	plain := strings.TrimSuffix(path, ext)
	switch strings.ToLower(ext) {
	case ".heap":
		return w.writer(heap.WriteSnapshot, func(h *heap.Heap) uint64 { return uint64(len(h.Arena())) }), nil
	case ".el":
		return w.writer(edgelist.Write, listBytes), nil
	case ".zst":
		return nil, fmt.Errorf("%s: gcbench writes no compressed files: write %s, and compress it with zstd --rm %s", path, plain, plain)
	case ".gz":
		return nil, fmt.Errorf("%s: gcbench writes no compressed files: write %s, and compress it with gzip %s", path, plain, plain)
	}
	return nil, fmt.Errorf("%s: the extension tells the format to write: it must be .heap (snapshot) or .el (edge list)", path)
}

// listBytes is about how long the edge list of h is. Nearly all numbers have as many digits as
// the largest, or one less.
func listBytes(h *heap.Heap) uint64 {
	digits := uint64(len(strconv.FormatUint(h.NumObjects(), 10)))
	return h.NumEdges() * 2 * (digits + 1)
}

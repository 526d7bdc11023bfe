package edgelist

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// rootsPerLine is how many roots a line has. It keeps lines short enough for any reader.
const rootsPerLine = 1000

// Write writes h as an edge list: the number of nodes, the roots, then the references of each
// object in order of address. It leaves out nil references and sizes. It takes 3/128 of the
// arena's size in memory. Any goroutine may call Write.
//
// For a heap that does not pass [heap.Heap.Check] the error names the reference or the root
// that leads to no object. After an error the text is not a whole heap.
func Write(w io.Writer, h *heap.Heap) error {
	out := bufio.NewWriterSize(w, 64<<10)
	rank := heap.NewRanks(h)
	fmt.Fprintf(out, "# nodes %d\n", rank.Len())
	if err := writeRoots(out, h, rank); err != nil {
		return err
	}
	if rank.Len() != h.NumObjects() {
		return fmt.Errorf("edge list: the arena ends after %d of %d objects: the heap is damaged, or its file was cut", rank.Len(), h.NumObjects())
	}
	var line []byte
	written := uint64(0)
	for source, obj := range h.Objects() {
		for i, to := range h.Refs(obj) {
			if to == heap.Nil {
				continue
			}
			target, ok := rank.Of(to)
			if !ok {
				return fmt.Errorf("edge list: reference %d of object %d leads to granule %d, which is not the start of an object: the heap is damaged", i, source, to)
			}
			line = strconv.AppendUint(line[:0], source, 10)
			line = append(line, ' ')
			line = strconv.AppendUint(line, target, 10)
			line = append(line, '\n')
			if _, err := out.Write(line); err != nil {
				return fmt.Errorf("edge list: %w", err)
			}
		}
		written++
	}
	if written != rank.Len() {
		return fmt.Errorf("edge list: the arena ends after %d of %d objects: it was cut while it was written", written, rank.Len())
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("edge list: %w", err)
	}
	return nil
}

// writeRoots writes the roots. If there are none, it writes a line that says so.
func writeRoots(out *bufio.Writer, h *heap.Heap, rank *heap.Ranks) error {
	out.WriteString("# roots")
	for i, root := range h.Roots() {
		if i > 0 && i%rootsPerLine == 0 {
			out.WriteString("\n# roots")
		}
		n, ok := rank.Of(root)
		if !ok {
			return fmt.Errorf("edge list: root %d is granule %d, which is not the start of an object: the heap is damaged", i, root)
		}
		fmt.Fprintf(out, " %d", n)
	}
	out.WriteByte('\n') // an error stays until Flush
	return nil
}

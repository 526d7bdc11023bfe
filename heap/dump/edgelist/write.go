package edgelist

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// rootsPerLine is how many roots a line has. It keeps lines short enough for any reader.
const rootsPerLine = 1000

// Write writes h as an edge list: the number of nodes, the roots, then the references
// of each object in order of address. It leaves out nil references and sizes. It takes
// 3/128 of the arena's size in memory.
//
// On a heap that does not pass heap.Heap.Check, Write returns an error that names the
// reference or the root that leads to no object. After an error, what Write has written
// is not a whole heap. Any goroutine may call Write.
func Write(w io.Writer, h *heap.Heap) error {
	out := bufio.NewWriterSize(w, 64<<10)
	rank := newRanks(h)
	fmt.Fprintf(out, "# nodes %d\n", rank.count)
	if err := writeRoots(out, h, rank); err != nil {
		return err
	}
	var line []byte
	for source, obj := range h.Objects() {
		for i, to := range h.Refs(obj) {
			if to == heap.Nil {
				continue
			}
			target, ok := rank.of(to)
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
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("edge list: %w", err)
	}
	return nil
}

// writeRoots writes the roots. If there are none, it writes a line that says so.
func writeRoots(out *bufio.Writer, h *heap.Heap, rank *ranks) error {
	out.WriteString("# roots")
	for i, root := range h.Roots() {
		if i > 0 && i%rootsPerLine == 0 {
			out.WriteString("\n# roots")
		}
		n, ok := rank.of(root)
		if !ok {
			return fmt.Errorf("edge list: root %d is granule %d, which is not the start of an object: the heap is damaged", i, root)
		}
		fmt.Fprintf(out, " %d", n)
	}
	out.WriteByte('\n') // an error stays until Flush
	return nil
}

// ranks numbers the objects of a heap in order of address. It has one bit for each
// granule, which says whether an object starts there. For each 64 bits it has the
// number of objects before them.
type ranks struct {
	starts []uint64
	before []uint32
	count  uint64
}

func newRanks(h *heap.Heap) *ranks {
	n := (h.Granules() + 63) / 64
	r := &ranks{starts: make([]uint64, n), before: make([]uint32, n)}
	for _, obj := range h.Objects() {
		r.starts[obj/64] |= 1 << (obj % 64)
		r.count++
	}
	sum := uint32(0)
	for i, w := range r.starts {
		r.before[i] = sum
		sum += uint32(bits.OnesCount64(w))
	}
	return r
}

// of returns the rank of the object at r. ok is false if no object begins there.
func (s *ranks) of(r heap.Ref) (rank uint64, ok bool) {
	if uint64(r/64) >= uint64(len(s.starts)) {
		return 0, false
	}
	w, bit := s.starts[r/64], uint64(1)<<(r%64)
	return uint64(s.before[r/64]) + uint64(bits.OnesCount64(w&(bit-1))), w&bit != 0
}

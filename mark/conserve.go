package mark

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// conserved checks, after a complete mark, the laws that no lost or doubled
// object can satisfy. It runs after every mark, in every build. The marks are
// counted once more from the bitmap, which is the only law that takes time in
// proportion to the heap: 1/64 of its size is read.
func (m *Marker) conserved() error {
	sum := m.result.Stats.Sum()
	var chunks stealq.Counters
	for i := range m.ranges.own {
		chunks.Add(&m.ranges.own[i].counters)
	}
	for _, law := range []struct {
		what        string
		left, right uint64
	}{
		{"objects marked are objects scanned", sum.Marked, sum.Scanned},
		{"objects marked are bits set", sum.Marked, m.marks.Count()},
		{"blocks overflowed are blocks recovered", sum.BlocksOverflowed, sum.BlocksRecovered},
		{"refs pended are refs recovered", sum.RefsPended, sum.RefsRecovered},
		{"chunks offered are chunks taken or stolen", chunks.Pushes, chunks.Pops + chunks.ItemsStolen},
		{"no range is open", 0, uint64(m.ranges.open.Load())},
	} {
		if law.left != law.right {
			return fmt.Errorf("mark: conservation law broken, an object was lost or scanned twice: %s: %d and %d", law.what, law.left, law.right)
		}
	}
	// Counting free blocks walks all of them: not for a mark that used none.
	if sum.BlocksOverflowed > 0 && m.pool.Free() != m.pool.Blocks() {
		return fmt.Errorf("mark: conservation law broken: %d of %d overflow blocks are free", m.pool.Free(), m.pool.Blocks())
	}
	if sum.Deque.Pushes > 0 && m.blocks.Free() != m.blocks.Blocks() {
		return fmt.Errorf("mark: conservation law broken: %d of %d blocks of the deques are free", m.blocks.Free(), m.blocks.Blocks())
	}
	if err := stealq.Check(m.deques); err != nil {
		return fmt.Errorf("mark: conservation law broken: %w", err)
	}
	return nil
}

package mark

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// conserved checks the conservation laws after a complete mark. A lost object breaks
// one of them, and so does an object that was scanned twice. They are checked after
// every mark, in every build.
//
// Only one law takes time in proportion to the heap: the marks are counted again,
// from the bitmap. This reads a 64th of the heap's size.
func (m *Marker) conserved() error {
	if err := m.audited(); err != nil {
		return err
	}
	sum := m.result.Stats.Sum()
	var chunks stealq.Counters
	for id := range m.workers {
		chunks.Add(m.ranges.Counters(id))
	}
	for _, law := range []struct {
		left  uint64
		are   string
		right uint64
		were  string
	}{
		{sum.Marked, "objects were marked", sum.Scanned, "were scanned"},
		{m.before + sum.Marked, "objects were marked before and now", m.marks.Count(), "bits are set"},
		{sum.BlocksOverflowed, "blocks overflowed", sum.BlocksRecovered, "were recovered"},
		{sum.PendingAdded, "references were pended", sum.RefsRecovered, "were recovered"},
		{sum.RefsForwarded, "references were forwarded", sum.RefsReceived + sum.RefsSpilt, "were received or spilt"},
		{sum.SpillAdded, "references were put into the spill bitmap", sum.RefsSwept, "were swept"},
		{chunks.Pushes, "chunks were offered", chunks.Pops + chunks.ItemsStolen, "were taken or stolen"},
		{0, "ranges may be open", uint64(m.ranges.Open()), "are open"},
	} {
		if law.left != law.right {
			return fmt.Errorf("mark: conservation law broken, an object was lost or scanned twice: %d %s, but %d %s", law.left, law.are, law.right, law.were)
		}
	}
	if err := m.net.Conserved(); err != nil {
		return fmt.Errorf("mark: conservation law broken: %w", err)
	}
	// To count free blocks takes a walk over all of them. So a mark that used none does not.
	if sum.BlocksOverflowed > 0 && m.Pool.Free() != m.Pool.Blocks() {
		return fmt.Errorf("mark: conservation law broken: %d of %d overflow blocks are free", m.Pool.Free(), m.Pool.Blocks())
	}
	if sum.Deque.Pushes > 0 && m.Blocks.Free() != m.Blocks.Blocks() {
		return fmt.Errorf("mark: conservation law broken: %d of %d blocks of the deques are free", m.Blocks.Free(), m.Blocks.Blocks())
	}
	if err := stealq.Check(m.deques); err != nil {
		return fmt.Errorf("mark: conservation law broken: %w", err)
	}
	return nil
}

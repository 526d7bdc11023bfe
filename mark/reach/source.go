package reach

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
)

func (m *memory) piece(s *searcher, node, first uint32) int {
	n, err := m.Piece(s.large[:], node, first)
	if err != nil {
		s.b.fail(fmt.Errorf("reach: %w", err))
	}
	return n
}

// outside is the error of a successor that lies beyond the bitmap. There is none from a callSource: ask
// has looked at each successor.
func (m *memory) outside(to uint32) error { return fmt.Errorf("reach: %w", m.Outside(to)) }

func (c callSource) Prefetch([]uint32) {}

func (c callSource) Approach([]uint32) {}

func (c callSource) Collect(_, _ []uint32) (_, _ int) { return 0, 0 }

func (c callSource) piece(s *searcher, node, first uint32) int {
	if first == 0 {
		s.successors = c.ask(s, node)
	}
	return copy(s.large[:], s.successors[min(uint64(first), uint64(len(s.successors))):])
}

// ask calls the user's code, and checks what it returns.
func (c callSource) ask(s *searcher, node uint32) []uint32 {
	if s.b.poll(); s.b.over() {
		return nil
	}
	s.asking, s.current = true, node
	got := c.AppendSuccessors(s.buffer[:0], node)
	s.asking = false
	if len(got) > cap(s.buffer) {
		s.buffer = make([]uint32, 0, len(got)+len(got)/4) // so that the next call has room
	}
	for _, to := range got {
		if uint64(to) >= s.b.nodes {
			s.b.fail(&mark.NodeError{Node: node, Err: source.NoNode(to, s.b.nodes)})
			return nil
		}
	}
	return got
}

// open returns the fastest way to the successors of g.
func (b *breadth) open(g mark.Digraph) successors {
	if a := mark.AdjacencyOf(g); a != nil {
		b.rows.Narrow, b.rows.Wide, b.rows.Targets = a.Arrays()
		b.memory.Source = source.Rows{Rows: &b.rows}
		return &b.memory
	}
	switch g := g.(type) {
	case heap.Graph:
		b.arena, b.hasNil = source.NewArena(g.Heap()), true
		b.memory.Source = &b.arena
		return &b.memory
	}
	return callSource{g}
}

package reach

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// source is where a search by breadth gets the successors of nodes from.
type source interface {
	// prefetch asks the memory for nodes, and approach for what is read next of them.
	prefetch(nodes []uint32)
	approach(nodes []uint32)
	// collect copies the successors of the first nodes to out, end to end. It returns how
	// many successors it has copied, and of how many nodes. The next node must be taken
	// with piece. out has room for kernel.SmallRefs successors of each node.
	collect(nodes, out []uint32) (successors, taken int)
	// piece copies successors of a node to s.large, from number first on, and returns how
	// many they are. It returns 0 behind the last one, and after an error. A searcher calls
	// it with first 0 before it calls it with another number.
	piece(s *searcher, node uint32, first uint64) int
}

// rowSource is a [mark.Adjacency].
type rowSource struct{ *kernel.Rows }

func (r rowSource) prefetch(nodes []uint32) { r.PrefetchOffsets(nodes) }
func (r rowSource) approach(nodes []uint32) { r.PrefetchTargets(nodes) }
func (r rowSource) collect(nodes, out []uint32) (successors, taken int) {
	return r.Collect(nodes, out)
}

func (r rowSource) piece(s *searcher, node uint32, first uint64) int {
	all, ok := r.Successors(node)
	if !ok {
		s.b.fail(fmt.Errorf("reach: node %d has wrong offsets: the Adjacency was changed while it was searched", node))
		return 0
	}
	return copy(s.large[:], all[min(first, uint64(len(all))):])
}

// arenaSource is the arena of a [heap.Heap].
type arenaSource []byte

func (a arenaSource) prefetch(nodes []uint32) { kernel.PrefetchObjects(a, nodes) }
func (a arenaSource) approach([]uint32)       {}
func (a arenaSource) collect(nodes, out []uint32) (successors, taken int) {
	return kernel.CollectRefs(a, nodes, out)
}

func (a arenaSource) piece(s *searcher, node uint32, first uint64) int {
	refs, ok := kernel.References(a, node)
	if !ok {
		s.b.fail(fmt.Errorf("reach: the arena is damaged: no object can be at granule %d, to which a reference leads; check the heap before marking it", node))
		return 0
	}
	refs = refs[min(first*kernel.RefBytes, uint64(len(refs))):]
	return kernel.CopyRefs(s.large[:], refs[:min(len(refs), policy.ChunkRefs*kernel.RefBytes)])
}

// callSource is any other [mark.Digraph]: each node costs a call.
type callSource struct {
	graph    mark.Digraph
	fallible mark.Fallible // the same graph; nil if it cannot fail
	call     string        // the method that is called
}

func (c callSource) prefetch([]uint32)                {}
func (c callSource) approach([]uint32)                {}
func (c callSource) collect(_, _ []uint32) (_, _ int) { return 0, 0 }

func (c callSource) piece(s *searcher, node uint32, first uint64) int {
	if first == 0 {
		s.successors = c.ask(s, node)
	}
	return copy(s.large[:], s.successors[min(first, uint64(len(s.successors))):])
}

// ask calls the user's code, and checks what it returns.
func (c callSource) ask(s *searcher, node uint32) []uint32 {
	if s.b.poll(); s.b.over() {
		return nil
	}
	s.asking, s.current = true, node
	var got []uint32
	var err error
	if c.fallible != nil {
		got, err = c.fallible.TrySuccessors(s.buffer[:0], node)
	} else {
		got = c.graph.AppendSuccessors(s.buffer[:0], node)
	}
	if s.asking = false; err != nil {
		s.b.fail(&mark.NodeError{Node: node, Err: err})
		return nil
	}
	if len(got) > cap(s.buffer) {
		s.buffer = make([]uint32, 0, len(got)+len(got)/4) // so that the next call has room
	}
	for _, to := range got {
		if uint64(to) >= s.b.nodes {
			s.b.fail(fmt.Errorf("reach: node %d has successor %d: the graph has %d nodes, 0 to %d", node, to, s.b.nodes, s.b.nodes-1))
			return nil
		}
	}
	return got
}

// newSource returns the fastest source that there is for g.
func (b *breadth) newSource(g mark.Digraph) source {
	switch g := g.(type) {
	case *mark.Adjacency:
		b.rows.Narrow, b.rows.Wide, b.rows.Targets = g.Arrays()
		return rowSource{&b.rows}
	case heap.Graph:
		return arenaSource(g.Heap().Arena())
	case mark.Fallible:
		return callSource{g, g, "TrySuccessors"}
	}
	return callSource{g, nil, "AppendSuccessors"}
}

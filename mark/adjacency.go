package mark

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Adjacency is a [Digraph] in adjacency arrays, also known as compressed sparse rows.
// The successors of node i are Targets[Offsets[i]:Offsets[i+1]].
//
//	Offsets  | 0 | 2 | 3 | 3 |        3 nodes; the last entry is len(Targets)
//	           |   |   +-- node 2: none
//	           v   +------ node 1: Targets[2:3]
//	Targets  | 1   2 | 0 |
//
// It is marked at the speed of a heap, because its memory is known. Nodes are
// prefetched. All workers share a node that has more than 512 successors.
//
// It takes 4 or 8 bytes for each node and 4 bytes for each successor. Make one with
// [NewAdjacency], or with [AdjacencyFromEdges] if your edges come in no order. Any number of
// goroutines may mark it at once. It must not be changed while it is marked.
type Adjacency struct {
	rows kernel.Rows
}

// NewAdjacency returns the graph that these arrays hold. It does not copy them. With fewer
// than 2^32 targets, offsets of 32 bits are enough. They take half the memory, so more of them
// stay in the processor's caches.
//
// offsets has one entry more than there are nodes. It begins with 0, never falls, and
// ends with len(targets). Every target is the number of a node. Otherwise the error
// says which entry is wrong. NewAdjacency reads both arrays once to check this.
func NewAdjacency[Offset uint32 | uint64](offsets []Offset, targets []uint32) (*Adjacency, error) {
	nodes := len(offsets) - 1
	switch {
	case nodes < 0 || int64(nodes) > MaxNodes:
		return nil, fmt.Errorf("mark: %d offsets: there must be one more than nodes, and 0 to %d nodes", len(offsets), int64(MaxNodes))
	case offsets[0] != 0 || uint64(offsets[nodes]) != uint64(len(targets)):
		return nil, fmt.Errorf("mark: offsets go from %d to %d: they must go from 0 to the number of targets, %d", offsets[0], offsets[nodes], len(targets))
	}
	for i, offset := range offsets[:nodes] {
		if degree := uint64(offsets[i+1] - offset); offsets[i+1] < offset || degree > MaxNodes {
			return nil, fmt.Errorf("mark: node %d has offsets %d to %d: they must not fall, and a node has at most %d successors", i, offset, offsets[i+1], int64(MaxNodes))
		}
	}
	for i, target := range targets {
		if int64(target) >= int64(nodes) {
			return nil, fmt.Errorf("mark: target %d is node %d: the graph has %d nodes, numbered from 0", i, target, nodes)
		}
	}
	a := &Adjacency{kernel.Rows{Targets: targets}}
	switch offsets := any(offsets).(type) {
	case []uint32:
		a.rows.Narrow = offsets
	case []uint64:
		a.rows.Wide = offsets
	}
	return a, nil
}

// NumNodes returns the number of nodes.
func (a *Adjacency) NumNodes() int { return a.rows.Nodes() }

// AppendSuccessors appends the successors of node to buf. It panics if there is no
// such node.
func (a *Adjacency) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	return append(buf, a.rows.Of(node)...)
}

// adjacencyScanner scans the nodes of adjacency arrays. A node's offsets must arrive
// before anybody knows where its successors lie. So the memory is asked twice:
// prefetch asks for the offsets, and approach for the successors.
type adjacencyScanner struct {
	*Adjacency
	roots  []uint32
	marks  *heap.Bitmap
	chains chain.Rows // the graph as cursors see it
}

func (s *adjacencyScanner) prefetch(batch []uint32) { s.rows.PrefetchOffsets(batch) }

// approach asks for the successors of a batch. Its offsets have arrived by now.
func (s *adjacencyScanner) approach(batch []uint32) { s.rows.PrefetchTargets(batch) }

func (s *adjacencyScanner) source() chain.Source { return s.chains }

func (s *adjacencyScanner) pace() policy.Pace {
	p := policy.MemoryPace(uint64(len(s.rows.Wide)*8 + (len(s.rows.Narrow)+len(s.rows.Targets))*4))
	p.ZeroIsNode = true
	return p
}

// scan collects the successors of the nodes that have few, and greys them together.
func (s *adjacencyScanner) scan(w *worker, batch []uint32) {
	n := 0
	for len(batch) > 0 {
		refs, nodes := s.rows.Collect(batch, w.candidates[n:])
		n += refs
		if batch = batch[nodes:]; len(batch) > 0 {
			n += s.scanApart(w, batch[0], w.candidates[n:])
			batch = batch[1:]
		}
	}
	w.claimer.claim(w, w.candidates[:n])
}

// scanApart scans a node that was not collected with others. If it has few successors, they
// lie at the end of the targets. Then scanApart copies them to candidates, and returns how
// many they are. A node with more is greyed apart. A node with more than chunkRefs is shared
// by all.
func (s *adjacencyScanner) scanApart(w *worker, node uint32, candidates []uint32) int {
	successors := s.rows.Of(node)
	switch {
	case len(successors) <= kernel.SmallRefs:
		return copy(candidates, successors)
	case len(successors) <= chunkRefs:
		w.claimer.claim(w, w.large[:copy(w.large[:], successors)])
		w.makeRoom()
	default:
		w.slice(node, uint32(len(successors)))
	}
	return 0
}

func (s *adjacencyScanner) scanChunk(w *worker, c chunk) {
	if c.roots {
		greyRoots(w, s.roots[c.low:c.high])
		return
	}
	greyRoots(w, s.rows.Of(c.object)[c.low:c.high])
}

// outside ends the mark: NewAdjacency has checked all targets.
func (s *adjacencyScanner) outside(w *worker, to uint32) {
	w.fail(fmt.Errorf("mark: target %d is no node: the Adjacency was changed while it was marked", to))
}

// failure returns no error. Nothing can fail here but this program itself.
func (s *adjacencyScanner) failure(any) (error, bool) { return nil, false }

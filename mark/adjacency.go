package mark

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Adjacency is a Digraph in adjacency arrays, also known as compressed sparse
// rows: the successors of node i are Targets[Offsets[i]:Offsets[i+1]]. Because
// its memory is known, it is marked at the speed of a heap: nodes are
// prefetched, and nodes with many successors are shared by all workers.
//
// Make one with NewAdjacency. It must not be changed while it is marked.
type Adjacency struct {
	offsets []uint64
	targets []uint32
}

// NewAdjacency wraps the arrays without copying. The error says which entry is
// wrong: offsets has one entry more than there are nodes, begins with 0, never
// falls and ends with len(targets); every target is a node.
func NewAdjacency(offsets []uint64, targets []uint32) (*Adjacency, error) {
	nodes := len(offsets) - 1
	switch {
	case nodes < 0 || int64(nodes) > MaxNodes:
		return nil, fmt.Errorf("mark: %d offsets: there must be one more than nodes, and 0 to %d nodes", len(offsets), int64(MaxNodes))
	case offsets[0] != 0 || offsets[nodes] != uint64(len(targets)):
		return nil, fmt.Errorf("mark: offsets go from %d to %d: they must go from 0 to the number of targets, %d", offsets[0], offsets[nodes], len(targets))
	}
	for i, offset := range offsets[:nodes] {
		if degree := offsets[i+1] - offset; offsets[i+1] < offset || degree > MaxNodes {
			return nil, fmt.Errorf("mark: node %d has offsets %d to %d: they must not fall, and a node has at most %d successors", i, offset, offsets[i+1], int64(MaxNodes))
		}
	}
	for i, target := range targets {
		if int64(target) >= int64(nodes) {
			return nil, fmt.Errorf("mark: target %d is node %d: the graph has %d nodes, numbered from 0", i, target, nodes)
		}
	}
	return &Adjacency{offsets, targets}, nil
}

// NumNodes returns the number of nodes.
func (a *Adjacency) NumNodes() int { return max(0, len(a.offsets)-1) }

// AppendSuccessors appends the successors of node to buf.
func (a *Adjacency) AppendSuccessors(buf []uint32, node uint32) []uint32 {
	return append(buf, a.targets[a.offsets[node]:a.offsets[node+1]]...)
}

// adjacencyScanner scans nodes of adjacency arrays. Where a node's successors
// lie is known only when its offsets have arrived, so memory is asked twice.
type adjacencyScanner struct {
	*Adjacency
	roots []uint32
}

func (s *adjacencyScanner) prefetch(batch []uint32) {
	kernel.PrefetchWords(s.offsets, batch)
}

// follow leaves everything to scan.
func (s *adjacencyScanner) follow(*worker) bool { return false }

func (s *adjacencyScanner) pace() policy.Pace { return policy.MemoryPace() }

func (s *adjacencyScanner) approach(batch []uint32) {
	for _, node := range batch {
		if at := s.offsets[node]; at < uint64(len(s.targets)) {
			kernel.PrefetchLine(&s.targets[at])
		}
	}
}

func (s *adjacencyScanner) scan(w *worker, batch []uint32) {
	n := 0
	for _, node := range batch {
		successors := s.targets[s.offsets[node]:s.offsets[node+1]]
		switch {
		case len(successors) <= kernel.SmallRefs:
			n += copy(w.candidates[n:], successors)
		case len(successors) <= chunkRefs:
			w.grey(w.large[:copy(w.large[:], successors)])
			w.makeRoom()
		default:
			w.slice(node, uint32(len(successors)))
		}
	}
	w.grey(w.candidates[:n])
}

func (s *adjacencyScanner) scanChunk(w *worker, c chunk) {
	if c.roots {
		greyRoots(w, s.roots[c.low:c.high])
		return
	}
	at := s.offsets[c.object]
	greyRoots(w, s.targets[at+uint64(c.low):at+uint64(c.high)])
}

// failure reports no error: nothing here can fail but this program.
func (s *adjacencyScanner) failure(*worker, any) (error, bool) { return nil, false }

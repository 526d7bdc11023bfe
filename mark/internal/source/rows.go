package source

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Rows is a graph in adjacency arrays. A node's offsets must arrive before anybody knows where its
// successors lie. The memory is asked twice: Prefetch asks for the offsets, and Approach
// for the successors.
type Rows struct{ *kernel.Rows }

// Prefetch asks for the lines of the nodes' offsets.
func (r Rows) Prefetch(nodes []uint32) { r.PrefetchOffsets(nodes) }

// Approach asks for the successors of nodes whose offsets have arrived.
func (r Rows) Approach(nodes []uint32) { r.PrefetchTargets(nodes) }

// Degree is [Source.Degree].
func (r Rows) Degree(node uint32) (uint32, error) {
	successors, err := r.successors(node)
	return uint32(len(successors)), err
}

// successors returns the successors of a node: none if there is an error.
func (r Rows) successors(node uint32) ([]uint32, error) {
	successors, ok := r.Successors(node)
	if !ok {
		return nil, fmt.Errorf("node %d has wrong offsets: the Adjacency was changed while it was read", node)
	}
	return successors, nil
}

// Piece is [Source.Piece].
func (r Rows) Piece(out []uint32, node, first uint32) (int, error) {
	successors, err := r.successors(node)
	return copy(out, successors[min(uint64(first), uint64(len(successors))):]), err
}

// Follow is for lists, as in an [Arena]. Half of its time it waits for offsets, and half for
// targets. Neither can be asked for before the other has arrived.
func (r Rows) Follow(marks []kernel.Plain, stack []uint32, most int) (scanned, found int, beyond Beyond) {
	node := stack[0]
	for found = 1; found == 1 && scanned < most; scanned++ {
		successors, ok := r.Successors(node)
		if !ok || len(successors) > kernel.SmallRefs {
			break
		}
		found = 0
		for _, to := range successors {
			if uint64(to/64) >= uint64(len(marks)) {
				return scanned + 1, found, Beyond{to, true}
			}
			if old := marks[to/64].Load(); old>>(to%64)&1 == 0 {
				marks[to/64].Store(old | 1<<(to%64))
				stack[found], node = to, to
				found++
			}
		}
	}
	return scanned, found, Beyond{}
}

// Outside is the error of arrays that were right when the graph was made.
func (r Rows) Outside(to uint32) error {
	return fmt.Errorf("target %d is not a node: the Adjacency was changed while it was read", to)
}

// Cursors is [Source.Cursors].
func (r Rows) Cursors() chain.Source { return chain.Rows{Graph: r.Rows} }

// Pace is that of memory, in which node 0 is a node like any other.
func (r Rows) Pace() policy.Pace {
	p := policy.MemoryPace(uint64(len(r.Wide)*8 + (len(r.Narrow)+len(r.Targets))*4))
	p.ZeroIsNode = true
	p.MeanRefs = policy.MeanRefs(uint64(r.Nodes()), uint64(len(r.Targets)))
	return p
}

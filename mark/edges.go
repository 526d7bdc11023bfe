package mark

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
)

// AdjacencyFromEdges makes an [Adjacency] of edges that come in any order. Each edge is a
// pair of node numbers, from and to. The successors of a node keep the order in which their
// edges come, and an edge that comes twice is there twice.
//
// The sequence is called twice, on the caller's goroutine, and must give the same edges both
// times. The order may differ, as it does for a map, and then the second one is kept. The
// error says so if the edges differ. Two sums of 64 bits are compared for this, so other
// edges pass unseen once in 2^64 times.
//
// If a number of an edge is not a node, the error says its position in the sequence, from
// 0, and both numbers. There is also an error if edges is nil, if nodes is negative or more
// than [MaxNodes], or if a node has more than MaxNodes successors. If the sequence panics, so
// does AdjacencyFromEdges. Any goroutine may call it.
//
// Offsets have 32 bits if there are fewer than 2^32 edges, and 64 bits otherwise. Beside the
// result it takes 4 bytes for each node and 16 KiB.
func AdjacencyFromEdges(nodes int, edges iter.Seq2[uint32, uint32]) (*Adjacency, error) {
	if edges == nil {
		return nil, errors.New("mark: the sequence of edges is nil: give a function that yields them, or one that yields nothing")
	}
	if err := badNodes(nodes, "", nil); err != nil {
		return nil, err
	}
	degrees := make([]uint32, nodes)
	first := tally{nodes: uint64(nodes), most: math.MaxUint64, wrong: fmt.Sprintf(": the graph has %d nodes, numbered from 0", nodes)}
	err := first.through(edges, counts(degrees))
	if err != nil {
		return nil, err
	}
	a := &Adjacency{kernel.Rows{Targets: make([]uint32, first.edges)}}
	if first.edges <= 1<<32-1 {
		a.rows.Narrow, err = placeEdges[uint32](degrees, first, edges, a.rows.Targets)
	} else {
		a.rows.Wide, err = placeEdges[uint64](degrees, first, edges, a.rows.Targets)
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// tally is what is compared of the two times that edges are gone through: how many there
// are, and a sum over them that does not depend on their order.
type tally struct {
	edges, sum uint64
	nodes      uint64 // both numbers of an edge are below it
	most       uint64 // there are no more edges
	wrong      string // why an edge is refused
}

// use is what is done with edges. As long as they are sorted by from, those of one node go to their own row, one after the other. From
// the first one on that is out of order, they come in blocks: from<<32 | to.
type use struct {
	targets []uint32                                          // where a row goes, nil if it is only counted
	most    uint64                                            // the end of a row is at most here
	turn    func(last uint32, end uint64, from uint32) uint64 // ends the row of last, and returns where that of from begins
	block   func(block []uint64) error
}

// blockEdges is how many edges in no order wait until they are looked at. If each was looked at when the sequence yields it, the call
// would stand between one cache miss and the next, and few of them would overlap. A loop over a block takes a third of the time.
const blockEdges = 1 << 11

// errOver is for a sequence that goes on when it has returned.
var errOver = errors.New("mark: the edges have ended")

// through goes through the edges once. It checks and adds them, and gives them to u.
func (t *tally) through(edges iter.Seq2[uint32, uint32], u use) (err error) {
	block, n := new([blockEdges]uint64), 0
	inOrder, last, at := true, uint32(0), uint64(0)
	nodes, most, targets := uint32(t.nodes), u.most, u.targets // in the closure itself, not behind a pointer
	leave := func() {
		if inOrder = false; t.edges > 0 {
			u.turn(last, at, last)
		}
	}
	take := func(block []uint64) error {
		if err := t.add(block); err != nil {
			return err
		}
		return u.block(block)
	}
	over := error(nil)
	edges(func(from, to uint32) bool { // not a range statement, which costs a nanosecond for each edge
		if inOrder && from >= last && from < nodes && to < nodes {
			if from != last {
				at, last = u.turn(last, at, from), from
			}
			if at < most {
				if targets != nil {
					targets[at] = to
				}
				at++
				t.edges++
				t.sum += hashEdge(uint64(from)<<32 | uint64(to))
				return true
			}
		}
		if inOrder {
			leave()
		}
		block[n%blockEdges] = uint64(from)<<32 | uint64(to)
		if n++; n == blockEdges {
			if n = 0; over == nil {
				over = take(block[:])
			}
		}
		return over == nil
	})
	if inOrder {
		leave()
	}
	if err, over = over, errOver; err != nil {
		return err
	}
	return take(block[:n])
}

// add checks a block, and adds it. An error names the first edge that is refused.
func (t *tally) add(block []uint64) error {
	last, sum, bad := t.nodes-1, t.sum, uint64(0)
	for _, e := range block {
		bad |= (last - e>>32) | (last - e&math.MaxUint32) // negative, if one is above last
		sum += hashEdge(e)
	}
	if int64(bad) < 0 || t.nodes == 0 || t.edges+uint64(len(block)) > t.most {
		for i, e := range block {
			from, to, at := e>>32, e&math.MaxUint32, t.edges+uint64(i)
			if from >= t.nodes || to >= t.nodes || at >= t.most {
				return fmt.Errorf("mark: edge %d goes from node %d to node %d%s", at, from, to, t.wrong)
			}
		}
	}
	t.sum = sum
	t.edges += uint64(len(block))
	return nil
}

// hashEdge is what an edge adds to a sum. Both halves of the product depend on every bit of it. Edges that differ in a few bits do
// not make up for each other.
func hashEdge(edge uint64) uint64 {
	high, low := bits.Mul64(edge^0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93)
	return high ^ low
}

// counts is to count the successors of each node. A node with more than MaxNodes of them leaves the order, and countBlock says so.
func counts(degrees []uint32) use {
	return use{most: MaxNodes,
		turn:  func(last uint32, end uint64, _ uint32) uint64 { degrees[last] = uint32(end); return 0 },
		block: func(block []uint64) error { return countBlock(degrees, block) },
	}
}

// places is to put targets in their places. next says for each node where its next one goes.
func places[Offset uint32 | uint64](next []Offset, targets []uint32) use {
	return use{targets: targets, most: uint64(len(targets)),
		turn: func(last uint32, end uint64, from uint32) uint64 {
			next[last] = Offset(end)
			return uint64(next[from])
		},
		block: func(block []uint64) error { return placeBlock(next, block, targets) },
	}
}

// countBlock counts the successors of each node. Edges often come node by node. Then each would wait for the count that the one before has
// stored, so a run of edges of one node is counted as one.
func countBlock(degrees []uint32, block []uint64) error {
	for i := 0; i < len(block); {
		node, first := block[i]>>32, i
		for i++; i < len(block) && block[i]>>32 == node; i++ {
		}
		n := degrees[node] + uint32(i-first)
		if n < uint32(i-first) {
			return fmt.Errorf("mark: node %d has more than %d successors, which are the most that are allowed", node, int64(MaxNodes))
		}
		degrees[node] = n
	}
	return nil
}

// placeEdges puts each edge's target in its place, and returns the offsets. While it does so,
// offsets[i+1] is where the next successor of node i goes. In the end that is where the
// successors of node i end, if there were as many as degrees[i] says. Only then each place has
// been written once. It is looked at in the end, because a look at degrees[i] for each edge
// would be one more cache miss.
func placeEdges[Offset uint32 | uint64](degrees []uint32, first tally, edges iter.Seq2[uint32, uint32], targets []uint32) ([]Offset, error) {
	offsets := make([]Offset, len(degrees)+1)
	next := Offset(0)
	for i, degree := range degrees {
		offsets[i+1] = next
		next += Offset(degree)
	}
	second := tally{nodes: first.nodes, most: first.edges, wrong: " when the edges are read again, and was not there the first time: " + sameTwice}
	err := second.through(edges, places(offsets[1:], targets))
	if err != nil {
		return nil, err
	}
	end := Offset(0)
	for i, degree := range degrees {
		if end += Offset(degree); offsets[i+1] != end {
			return nil, otherSuccessors(uint64(i))
		}
	}
	if second.edges != first.edges || second.sum != first.sum {
		return nil, fmt.Errorf("mark: there are %d edges the first time, and %d or others when they are read again: %s", first.edges, second.edges, sameTwice)
	}
	return offsets, nil
}

// placeBlock puts a block of edges in their places, and takes runs together, as countBlock does.
func placeBlock[Offset uint32 | uint64](next []Offset, block []uint64, targets []uint32) error {
	for i := 0; i < len(block); {
		node := block[i] >> 32
		at := uint64(next[node])
		for ; i < len(block) && block[i]>>32 == node; i++ {
			if at >= uint64(len(targets)) {
				return otherSuccessors(node)
			}
			targets[at] = uint32(block[i])
			at++
		}
		next[node] = Offset(at)
	}
	return nil
}

func otherSuccessors(node uint64) error {
	return fmt.Errorf("mark: node %d has other successors when the edges are read again: %s", node, sameTwice)
}

const sameTwice = "the sequence must give the same edges both times; collect them in a slice"

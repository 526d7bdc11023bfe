package chain

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

// Calls is a graph whose successors a callback computes, as the cursors of one worker walk it.
// Nodes are numbered, and the header of a node is how many successors it has. As in Rows,
// cursors take 0 for nil.
//
// No memory is waited for, so a round asks for one cursor after the other. It asks only once
// for a step, because the callback may be slow. A cursor keeps the successors of the node
// before: it may have to try another of them.
type Calls struct {
	// Nodes is the number of nodes of the graph of this mark.
	Nodes uint32

	ask    func(node uint32) (successors []uint32, ok bool)
	starts uint32                                // where searches have started
	moves  int                                   // the cursor that Round moves now
	counts [policy.ChainCursors]int              // how many successors the node before has, for each cursor
	before [policy.ChainCursors][maxField]uint32 // the first of these
}

// NewCalls returns the Calls of a worker. ask returns the successors of a node, which are
// valid until the next call. It returns false if the round shall end at once. Workers have
// different numbers, so that they seek in different places.
func NewCalls(worker int, ask func(node uint32) (successors []uint32, ok bool)) *Calls {
	return &Calls{ask: ask, starts: uint32(mix(uint64(worker)+1) >> 32)}
}

// callCursors is how many cursors follow ways. They take turns, and nothing overlaps. With
// more of them each way would be shorter, and worth less to the marker.
const callCursors = 4

// Round makes a step with each of a few cursors, until ask says that the round shall end. If the
// successor that a cursor chooses is no node, its way ends.
func (g *Calls) Round(c *Cursors) {
	for i, x := range c.at[:min(callCursors, len(c.at))] {
		if c.state[i] < following {
			c.seek(i)
			continue
		}
		successors, ok := g.ask(x)
		if !ok {
			return
		}
		to, field := c.choose(c.prev[i], successors)
		if to >= g.Nodes {
			c.end(i)
			continue
		}
		g.moves = i
		c.step(i, x, to, field)
		if c.state[i] >= following && c.prev[i] == x {
			g.counts[i] = len(successors)
			copy(g.before[i][:], successors)
		}
	}
}

// Seek goes from node to node. It begins at its own place and not at x, because any
// number is that of a node. The places are spread evenly: in many graphs nodes with close
// numbers lie close together, so one way might soon meet another one.
func (g *Calls) Seek(t *Table, _ uint32, n int) (at, slot uint32, found bool) {
	g.starts += 0x9E3779B1
	x := uint64(g.starts) * uint64(g.Nodes) >> 32
	for range n * t.Spacing() {
		if t.Distinguished(uint32(x)) {
			slot, found = t.claim(uint32(x))
			break
		}
		if x++; x >= uint64(g.Nodes) {
			x = 0
		}
	}
	return uint32(x), slot, found
}

// Header returns the number of successors of the node before, twice.
func (g *Calls) Header(uint32) (header uint64, fields int) {
	n := g.counts[g.moves]
	return uint64(n), n
}

// Field returns a successor of the node before. A successor that is no node counts as nil.
func (g *Calls) Field(_ uint32, field int) uint32 {
	if to := g.before[g.moves][field]; to < g.Nodes {
		return to
	}
	return 0
}

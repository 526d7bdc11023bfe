package chain

import "github.com/seed-3ccf4018/halfmark/mark/internal/kernel"

// Rows is a graph in adjacency arrays as cursors walk it. Its nodes are numbered. The header
// of a node is how many successors it has: nothing else is known of its type.
//
// A node takes two misses, one after the other: a cursor does not know where its successors
// lie before its offsets have arrived. It needs two visits for a step. Half of the cursors
// choose their next nodes, and ask for the offsets of these. Meanwhile the offsets of the
// other half have arrived, and these cursors ask for the successors:
//
//	             Half(c, 0)              Half(c, 1)              Half(c, 0)
//	cursors 0-7  step, ask for offsets   ask for successors      step, ask for offsets
//	cursors 8-15 ask for successors      step, ask for offsets   ask for successors
//
// Cursors take 0 for nil. They never go to node 0. This loses time at one node of the
// graph. In a graph whose node 0 stands for nil it saves time.
//
// The arrays may be changed during a mark by mistake. A cursor therefore checks every
// access, and reports nothing.
type Rows struct{ Graph *kernel.Rows }

// Round makes a step with each cursor.
func (r Rows) Round(c *Cursors) {
	r.Half(c, 0)
	r.Half(c, 1)
}

// Half makes a step with each cursor of one half, and asks for the successors of the nodes
// where the other half is. Begins must have returned true for this round.
func (r Rows) Half(c *Cursors, half int) {
	middle := len(c.at) / 2
	first, last, other := 0, middle, middle
	if half == 1 {
		first, last, other = middle, len(c.at), 0
	}
	for ; first < last; first, other = first+rowsTogether, other+rowsTogether {
		for i := first; i < min(first+rowsTogether, last); i++ {
			if x := c.at[i]; c.state[i] != following || !r.stepOne(c, i, x) {
				r.stepAny(c, i, x)
			}
		}
		r.Graph.PrefetchOffsets(c.at[first:min(first+rowsTogether, last)])
		r.Graph.PrefetchTargets(c.at[other:min(other+rowsTogether, len(c.at))])
	}
}

// rowsTogether is how many cursors make a step before what they lead to is asked for. With 4 a
// round took 700 ns, with 2 770, and with 1 1000.
const rowsTogether = 4

// stepOne makes a step if nothing has to be decided: x has one successor, or nodes with as
// many successors have one that leads on. It reports whether it did.
func (r Rows) stepOne(c *Cursors, i int, x uint32) bool {
	successors, ok := r.Graph.Successors(x)
	if !ok || len(successors) == 0 || c.table.Distinguished(x) || c.Rounds > c.until[i] {
		return false
	}
	field := uint8(0)
	if n := uint64(len(successors)); n > 1 {
		k := &c.fields[mix(n)>>(64-kindBits)]
		if field = k.best; k.header != n || uint64(field) >= n || k.score[field&(maxField-1)] <= 0 {
			return false
		}
	}
	to := successors[field]
	if to == 0 || to == c.prev[i] {
		return false
	}
	c.Visited++
	c.prev[i], c.field[i], c.at[i] = x, field, to
	return true
}

// stepAny makes a step of any kind.
func (r Rows) stepAny(c *Cursors, i int, x uint32) {
	if c.state[i] < following {
		c.seek(i)
		return
	}
	successors, ok := r.Graph.Successors(x)
	if !ok {
		c.end(i)
		return
	}
	to, field := c.choose(c.prev[i], successors)
	c.step(i, x, to, field)
}

// Seek goes from node to node, and begins anew after the last one. It reads only the offsets
// of distinguished nodes.
func (r Rows) Seek(t *Table, x uint32, n int) (at, slot uint32, found bool) {
	nodes := uint64(r.Graph.Nodes())
	for range n {
		if uint64(x) >= nodes {
			x = 1
		}
		if t.Distinguished(x) {
			if successors, ok := r.Graph.Successors(x); ok && len(successors) > 0 {
				if slot, found = t.claim(x); found {
					return x, slot, true
				}
			}
		}
		x++
	}
	return x, 0, false
}

// Header returns the number of successors of x, twice.
func (r Rows) Header(x uint32) (header uint64, fields int) {
	successors, _ := r.Graph.Successors(x)
	return uint64(len(successors)), len(successors)
}

// Field returns a successor of x, 0 if there is none in this place.
func (r Rows) Field(x uint32, field int) uint32 {
	if successors, _ := r.Graph.Successors(x); field < len(successors) {
		return successors[field]
	}
	return 0
}

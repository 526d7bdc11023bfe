package reach

import (
	"context"
	"math"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ask"
)

// Components are the strongly connected components of what is reachable in a graph. Two nodes are in one
// component if each leads to the other, over any number of edges. A node that is on no cycle is a component
// by itself. [FindComponents] makes them. Any number of goroutines may call the methods at once.
type Components struct {
	words []uint32 // by node: 2^32-1 less the number of its component, and 0 if it was not reached
	order []uint32 // the nodes, component after component
	count uint32
}

// Of returns the number of a node's component. Components are in reverse topological order: an edge leads to
// the same component, or to one with a smaller number. Of returns false if node was not reached, or is not a
// node.
func (c *Components) Of(node uint32) (component uint32, ok bool) {
	if uint64(node) >= uint64(len(c.words)) || c.words[node] == 0 {
		return 0, false
	}
	return math.MaxUint32 - c.words[node], true
}

// Count returns how many components there are. Their numbers are 0 to Count-1.
func (c *Components) Count() int { return int(c.count) }

// Nodes returns all nodes that were reached: those of component 0, those of component 1, and so on. The
// caller must not write to the slice.
func (c *Components) Nodes() []uint32 { return c.order }

// FindComponents finds the strongly connected components of what is reachable from the roots. It runs on the
// caller's goroutine, and asks once for the successors of each node. In a [heap.Graph] roots that are nil are
// ignored. Any goroutine may call FindComponents.
//
// The result takes 4 bytes for each node of g, and 4 for each that is reached. While FindComponents runs it
// takes up to 16 bytes for each node that is reached, and up to 4 for each edge.
//
// The errors are those of [Levels]. The result is nil after an error.
func FindComponents(ctx context.Context, g mark.Digraph, roots []uint32) (*Components, error) {
	n, err := mark.CheckGraph(ctx, g, roots)
	if err != nil {
		return nil, err
	}
	a := ask.New(ctx, "reach", g, n)
	if err := a.Stopped(); err != nil { // before it takes memory
		return nil, err
	}
	d := &deep{Asker: a, Components: &Components{words: make([]uint32, n)}}
	if err := a.Guard(func() error { return d.search(ask.Roots(g, roots)) }); err != nil {
		return nil, err
	}
	return d.Components, nil
}

// deep is Pearce's form of Tarjan's search for strongly connected components, made iterative ("A Space-Efficient Algorithm for Finding
// Strongly Connected Components", Information Processing Letters 116, 2016, algorithm PEA_FIND_SCC2). It needs one word for each
// node:
//
//	0                  the search has not come to the node
//	1, 2, 3 ...        the node is on the path or in open. The smallest number of such a node that it is known to lead to, in the order in which
//	                   the search came to them
//	2^32-1, 2^32-2 ... the node's component is complete
//
// Invariants:
//
//	P1  The numbers of nodes on the path and in open are below those of complete components: together they are as many as nodes.
//	P2  A node whose successors have all been looked at, and whose own number is still
//	    the smallest, leads to nothing before it. So it and what is in open since it was
//	    entered are a component.
//	P3  A component is complete before any component that leads to it: reverse topological order.
type deep struct {
	*ask.Asker
	*Components
	path    []depth
	waiting []uint32 // successors that nobody has looked at yet, of the nodes on the path
	open    []uint32 // nodes whose successors have been looked at, and whose component is not complete
	next    uint32   // the number of the next node
}

// depth is a node on the path.
type depth struct {
	node  uint32
	first bool   // it is known to lead to no node before it
	waits uint64 // where its successors begin in waiting
}

func (d *deep) search(roots []uint32) error {
	d.next = 1
	for _, root := range roots {
		if d.words[root] != 0 {
			continue
		}
		if err := d.enter(root); err != nil {
			return err
		}
		for len(d.path) > 0 {
			top := &d.path[len(d.path)-1]
			if uint64(len(d.waiting)) == top.waits {
				d.leave(*top)
				continue
			}
			to := d.waiting[len(d.waiting)-1]
			d.waiting = d.waiting[:len(d.waiting)-1]
			if d.words[to] != 0 {
				d.leads(top, to)
			} else if err := d.enter(to); err != nil {
				return err
			}
		}
	}
	return nil
}

// enter puts a node on the path.
func (d *deep) enter(node uint32) error {
	successors, err := d.Successors(node)
	if err != nil {
		return err
	}
	d.words[node] = d.next
	d.next++
	d.path = append(d.path, depth{node, true, uint64(len(d.waiting))})
	d.waiting = append(d.waiting, successors...)
	return nil
}

// leads notes that a node on the path leads to what the node to is known to lead to.
func (d *deep) leads(from *depth, to uint32) {
	if d.words[to] < d.words[from.node] {
		d.words[from.node], from.first = d.words[to], false
	}
}

// leave takes the last node from the path. If it was the first of a component, this one is complete (P2).
func (d *deep) leave(last depth) {
	d.path = d.path[:len(d.path)-1]
	if !last.first {
		d.open = append(d.open, last.node)
	} else {
		own, complete := d.words[last.node], math.MaxUint32-d.count
		n := len(d.open)
		for n > 0 && d.words[d.open[n-1]] >= own {
			n--
			d.words[d.open[n]] = complete
		}
		d.order = append(append(d.order, d.open[n:]...), last.node)
		d.next -= uint32(len(d.open) - n + 1)
		d.open = d.open[:n]
		d.words[last.node] = complete
		d.count++
	}
	if len(d.path) > 0 {
		d.leads(&d.path[len(d.path)-1], last.node)
	}
}

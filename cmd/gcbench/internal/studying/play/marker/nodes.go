//go:build interleave && !fullsize

package marker

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// Node is a node of the graph that is marked.
type Node struct {
	Number uint32 `json:"number"`
	// Shade is "white" before the node's mark bit is set, "black" once all that its successors need was
	// done, and "grey" between the two.
	Shade string   `json:"shade"`
	To    []uint32 `json:"to"`
	Where string   `json:"where,omitempty"` // where a grey node is, in words
}

// nodes are the nodes of the graph as p shows them, in the order of their numbers. A node is black if its successors
// were asked for and all of them are marked.
func (e *execution) nodes(p mark.Picture) (all []Node) {
	marked := func(node uint32) bool { return slices.Contains(p.Marked, node) }
	for i := root; i < len(e.Edges); i++ {
		n := Node{Number: uint32(i), Shade: "grey", To: append([]uint32{}, e.Edges[i]...)}
		switch {
		case !marked(n.Number):
			n.Shade = "white"
		case e.asked[i] && !slices.ContainsFunc(n.To, func(to uint32) bool { return !marked(to) }):
			n.Shade = "black"
		default:
			n.Where = e.where(n.Number, p)
		}
		all = append(all, n)
	}
	return all
}

// where says where a grey node is. A node in none of these places is in a local variable of some worker.
func (e *execution) where(node uint32, p mark.Picture) string {
	for id, w := range p.Workers {
		in := func(nodes []uint32) bool { return slices.Contains(nodes, node) }
		switch {
		case e.asked[node] && w.Scanned > 0 && w.Current == node:
			return nameOf(id) + " scans it"
		case in(w.Stack):
			return "on the stack of " + nameOf(id)
		case slices.ContainsFunc(w.Ring, in):
			return "in the batch of " + nameOf(id)
		}
	}
	for id, d := range p.Deques {
		switch {
		case !slices.Contains(d.Items, uint64(node)):
		case len(p.Deques) < len(p.Workers):
			return "in the queue"
		default:
			return "in the deque of " + nameOf(id)
		}
	}
	switch {
	case slices.ContainsFunc(p.Overflow, func(block []uint32) bool { return slices.Contains(block, node) }):
		return "on the overflow list"
	case slices.Contains(p.Pending, node):
		return "in the pending bitmap"
	}
	return "in the hands of a worker"
}

func nameOf(worker int) string { return fmt.Sprint("worker ", worker) }

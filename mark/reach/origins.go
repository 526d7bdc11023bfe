package reach

import (
	"context"
	"fmt"
	"iter"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ask"
)

// Origins says from which sets of roots each node is reachable. [FindOrigins] makes it. Any number of
// goroutines may call its methods at once.
type Origins struct {
	*Components
	masks []uint64 // by component
}

// MaxOrigins is the largest number of sets of roots that [FindOrigins] takes.
const MaxOrigins = 64

// Mask returns a mask whose bit i is set if node is reachable from set i. It is 0 if node is reachable from
// no set, or is not a node.
func (o *Origins) Mask(node uint32) uint64 {
	component, ok := o.Of(node)
	if !ok {
		return 0
	}
	return o.masks[component]
}

// All iterates over the nodes that are reachable from any set, in ascending order, with their masks.
func (o *Origins) All() iter.Seq2[uint32, uint64] {
	return func(yield func(node uint32, mask uint64) bool) {
		for node := range o.words {
			if mask := o.Mask(uint32(node)); mask != 0 && !yield(uint32(node), mask) {
				return
			}
		}
	}
}

// FindOrigins finds, for each node, from which of up to [MaxOrigins] sets of roots it is reachable: which
// tenants share it, which branches hold it. It asks twice for the successors of each node, however many sets
// there are. Any goroutine may call FindOrigins.
//
// Beside the memory of [FindComponents] the result takes 8 bytes for each component. The errors are those of
// FindComponents, and one for too many sets. The result is nil after an error.
func FindOrigins(ctx context.Context, g mark.Digraph, sets [][]uint32) (*Origins, error) {
	if len(sets) > MaxOrigins {
		return nil, fmt.Errorf("reach: %d sets of roots: at most %d are allowed", len(sets), MaxOrigins)
	}
	var roots []uint32
	for _, set := range sets {
		roots = append(roots, set...)
	}
	// All nodes of a component have one mask, so masks go from component to component, and each edge is looked at once more.
	c, err := FindComponents(ctx, g, roots)
	if err != nil {
		return nil, err
	}
	o := &Origins{c, make([]uint64, c.Count())}
	for i, set := range sets {
		for _, root := range set {
			if component, ok := c.Of(root); ok { // nil of a heap is in none
				o.masks[component] |= 1 << i
			}
		}
	}
	a := ask.New(ctx, "reach", g, len(c.words))
	if err := a.Guard(func() error { return o.handOn(a) }); err != nil {
		return nil, err
	}
	return o, nil
}

// handOn gives the mask of each component to those to which it leads. By P3 all that lead to a component have a
// larger number.
func (o *Origins) handOn(a *ask.Asker) error {
	for i := len(o.order) - 1; i >= 0; i-- {
		node := o.order[i]
		mask := o.Mask(node)
		successors, err := a.Successors(node)
		if err != nil {
			return err
		}
		for _, to := range successors {
			component, ok := o.Of(to)
			if !ok {
				return fmt.Errorf("reach: the graph has changed: node %d leads to node %d, which was not there before", node, to)
			}
			o.masks[component] |= mask
		}
	}
	return nil
}

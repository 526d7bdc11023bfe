package mark

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sort"
)

// Reverse returns a new graph that has each edge of a turned round: its successors of a node
// are the node's referrers in a, in ascending order. A node with two edges to it is there
// twice.
//
// workers is how many goroutines do it, and 0 stands for one for each processor. The result
// does not depend on it. Each worker takes 4 bytes for each node, or 8 from 2^32 edges on.
// Fewer workers do it if they would take more memory than the result.
//
// The error says that ctx is nil or was cancelled, that workers is negative, or that more
// than [MaxNodes] edges lead to one node. Any goroutine may call it.
func (a *Adjacency) Reverse(ctx context.Context, workers int) (*Adjacency, error) {
	switch {
	case ctx == nil:
		return nil, errNoContext
	case workers < 0:
		return nil, fmt.Errorf("mark: Reverse: %d workers: give 1 or more, or 0 for one for each processor", workers)
	case workers == 0:
		workers = runtime.GOMAXPROCS(0)
	}
	r := new(Adjacency)
	var err error
	if uint64(a.NumEdges()) <= math.MaxUint32 {
		r.rows.Narrow, r.rows.Targets, err = reverse[uint32](ctx, a, workers)
	} else {
		r.rows.Wide, r.rows.Targets, err = reverse[uint64](ctx, a, workers)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// reverse sorts the edges by their targets. Each worker has a range of the sources.
func reverse[Offset uint32 | uint64](ctx context.Context, a *Adjacency, workers int) (offsets []Offset, targets []uint32, err error) {
	workers = counters(workers, a.NumNodes(), a.NumEdges())
	bounds := a.equalParts(workers)
	offsets, targets, err = sortInParts(a.NumNodes(), a.NumEdges(), workers,
		func(part int, count []Offset) { countRows(ctx, a, bounds[part], bounds[part+1], count) },
		func(part int, next []Offset, targets []uint32) {
			turnRows(ctx, a, bounds[part], bounds[part+1], next, targets)
		})
	if ctx.Err() != nil {
		return nil, nil, fmt.Errorf("mark: stopped before the graph was turned round: %w", context.Cause(ctx))
	}
	return offsets, targets, err
}

// counters is how many workers may sort so many edges, so that their counters take no more memory than the result.
func counters(workers, nodes, edges int) int { return max(1, min(workers, 1+edges/max(1, nodes))) }

// sortInParts is a counting sort of edges, which are in parts with one worker each. The parts are in order:
//
//	edges      [ part 0    | part 1    | part 2    ]
//	row of x   [ those of 0| those of 1| those of 2]     in the result
//
// First count counts how many edges of a part belong to each row. The sums of these counts say where in each row the edges of
// each part begin. Then place puts them there, and adds 1 to next for each. So no worker writes where another one does, and the edges
// of a row stay in order.
func sortInParts[Offset uint32 | uint64](nodes, edges, parts int, count func(part int, count []Offset), place func(part int, next []Offset, targets []uint32)) (offsets []Offset, targets []uint32, err error) {
	next := make([][]Offset, parts)
	inParts(parts, func(part int) {
		next[part] = make([]Offset, nodes)
		count(part, next[part])
	})
	offsets = make([]Offset, nodes+1)
	end := Offset(0)
	for node := range nodes {
		offsets[node] = end
		for part := range next {
			end, next[part][node] = end+next[part][node], end
		}
		if uint64(end-offsets[node]) > MaxNodes {
			return nil, nil, fmt.Errorf("mark: node %d would have %d successors: a node has at most %d", node, end-offsets[node], int64(MaxNodes))
		}
	}
	offsets[nodes] = end
	if uint64(end) != uint64(edges) { // count has given up
		return nil, nil, nil
	}
	targets = make([]uint32, edges)
	inParts(parts, func(part int) { place(part, next[part], targets) })
	return offsets, targets, nil
}

// looks is how many nodes go by between two looks at the context.
const looks = 1 << 14

// countRows counts the edges from the nodes first to end-1 to each node.
func countRows[Offset uint32 | uint64](ctx context.Context, a *Adjacency, first, end int, count []Offset) {
	for node := first; node < end; node++ {
		if node%looks == 0 && ctx.Err() != nil {
			return
		}
		for _, to := range a.rows.Of(uint32(node)) {
			count[to]++
		}
	}
}

// turnRows puts each node from first to end-1 into the rows of its successors.
func turnRows[Offset uint32 | uint64](ctx context.Context, a *Adjacency, first, end int, next []Offset, targets []uint32) {
	for node := first; node < end; node++ {
		if node%looks == 0 && ctx.Err() != nil {
			return
		}
		for _, to := range a.rows.Of(uint32(node)) {
			targets[next[to]] = uint32(node)
			next[to]++
		}
	}
}

// equalParts divides the nodes into parts with as many edges each, as far as nodes are not split: part i has the
// nodes bounds[i] to bounds[i+1]-1.
func (a *Adjacency) equalParts(parts int) (bounds []int) {
	bounds = []int{0}
	for part := 1; part < parts; part++ {
		before := a.NumEdges() / parts * part
		bounds = append(bounds, sort.Search(a.NumNodes(), func(node int) bool { return a.before(node) >= before }))
	}
	return append(bounds, a.NumNodes())
}

// before is how many edges the nodes below this one have.
func (a *Adjacency) before(node int) int {
	if a.rows.Narrow != nil {
		return int(a.rows.Narrow[node])
	}
	return int(a.rows.Wide[node])
}

// inParts calls work for each part, at once, and returns when all calls have.
func inParts(parts int, work func(part int)) {
	done := make(chan struct{})
	for part := 1; part < parts; part++ {
		go func() {
			work(part)
			done <- struct{}{}
		}()
	}
	work(0)
	for range parts - 1 {
		<-done
	}
}

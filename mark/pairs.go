package mark

import (
	"fmt"
	"math"
	"runtime"
	"slices"
)

// AdjacencyFromPairs makes an [Adjacency] of edges that lie in a slice, in any order. Each
// edge is from and to. The result and the errors are those of [AdjacencyFromEdges]. It is
// faster, because several workers share the edges and no function is called for each. The
// slice may not change meanwhile. Any goroutine may call it.
//
// Beside the result it takes 4 bytes for each node and worker, 8 from 2^32 edges on, and at
// most as much as the result.
func AdjacencyFromPairs(nodes int, edges [][2]uint32) (*Adjacency, error) {
	if err := badNodes(nodes, "", nil); err != nil {
		return nil, err
	}
	var a Adjacency
	var err error
	if uint64(len(edges)) <= math.MaxUint32 {
		a.rows.Narrow, a.rows.Targets, err = sortPairs[uint32](nodes, edges)
	} else {
		a.rows.Wide, a.rows.Targets, err = sortPairs[uint64](nodes, edges)
	}
	if err != nil {
		return nil, err
	}
	return &a, nil
}

// sharedPairs is how many edges a worker has at least. To start a goroutine takes as long as some hundred edges.
const sharedPairs = 1 << 15

func sortPairs[Offset uint32 | uint64](nodes int, edges [][2]uint32) (offsets []Offset, targets []uint32, err error) {
	parts := counters(min(runtime.GOMAXPROCS(0), len(edges)/sharedPairs), nodes, len(edges))
	of := func(part int) (first int, own [][2]uint32) {
		first, end := len(edges)/parts*part, len(edges)/parts*(part+1)
		if part == parts-1 {
			end = len(edges)
		}
		return first, edges[first:end]
	}
	bad := slices.Repeat([]int{-1}, parts) // the first edge of a part that has no node
	offsets, targets, err = sortInParts(nodes, len(edges), parts,
		func(part int, count []Offset) {
			first, own := of(part)
			for i, e := range own {
				if uint64(e[0]) >= uint64(len(count)) || uint64(e[1]) >= uint64(len(count)) {
					bad[part] = first + i
					return
				}
				count[e[0]]++
			}
		},
		func(part int, next []Offset, targets []uint32) {
			_, own := of(part)
			for _, e := range own {
				targets[next[e[0]]] = e[1]
				next[e[0]]++
			}
		})
	for _, i := range bad {
		if i >= 0 {
			return nil, nil, fmt.Errorf("mark: edge %d goes from node %d to node %d: the graph has %d nodes, numbered from 0", i, edges[i][0], edges[i][1], nodes)
		}
	}
	return offsets, targets, err
}

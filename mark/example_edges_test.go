package mark_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// Edges often stand in a file, in no order. The function edges reads them. It is called twice.
func ExampleAdjacencyFromEdges() {
	const file = "4 1\n0 3\n3 4\n2 1\n3 0"
	edges := func(yield func(from, to uint32) bool) {
		for line := range strings.Lines(file) {
			var from, to uint32
			if _, err := fmt.Sscan(line, &from, &to); err != nil || !yield(from, to) {
				return
			}
		}
	}
	g, err := mark.AdjacencyFromEdges(5, edges)
	if err != nil {
		fmt.Println(err)
		return
	}
	reached, err := mark.Graph(context.Background(), g, []uint32{0}, mark.Options{})
	fmt.Println(slices.Collect(reached.All()), err)

	_, err = mark.AdjacencyFromEdges(4, edges)
	fmt.Println(err)
	// Output:
	// [0 1 3 4] <nil>
	// mark: edge 0 goes from node 4 to node 1: the graph has 4 nodes, numbered from 0
}

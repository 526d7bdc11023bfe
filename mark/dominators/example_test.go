package dominators_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/dominators"
)

// Which node keeps the most alive? The graph is that of the package comment: A leads to B and to C, and both lead to D.
func ExampleOf() {
	names := []string{"A", "B", "C", "D"}
	bytes := []uint64{10, 20, 30, 40}
	g := mark.Lists{0: {1, 2}, 1: {3}, 2: {3}, 3: nil}
	tree, err := dominators.Of(context.Background(), g, []uint32{0}, mark.Options{})
	if err != nil {
		log.Fatal(err)
	}
	sizes := tree.Retained(func(node uint32) uint64 { return bytes[node] })
	for _, r := range sizes.Top(2) {
		fmt.Println(names[r.Node], "keeps", r.Size, "bytes")
	}
	keeper, _ := tree.Idom(3)
	fmt.Println(names[3], "is kept by", names[keeper])
	// Output:
	// A keeps 100 bytes
	// D keeps 40 bytes
	// D is kept by A
}

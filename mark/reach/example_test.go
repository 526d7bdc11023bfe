package reach_test

import (
	"context"
	"fmt"
	"log"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// Why does a program keep this object? A path from a root says so.
func ExamplePath() {
	names := []string{"main", "cache", "session", "user", "log", "orphan"}
	var b heap.Builder
	b.Add(0, 1, 4)             // main -> cache, log
	b.Add(0, heap.NoObject, 2) // cache -> session
	b.Add(0, 3)                // session -> user
	b.Add(64)                  // user
	b.Add(0, 2)                // log -> session
	b.Add(0, 3)                // orphan -> user
	b.Root(0)
	h, err := b.Build()
	if err != nil {
		log.Fatal(err)
	}
	name, ref := map[uint32]string{}, map[string]uint32{}
	for i, r := range h.Objects() {
		name[uint32(r)], ref[names[i]] = names[i], uint32(r)
	}
	g := h.Graph()
	for _, wanted := range []string{"user", "orphan"} {
		path, err := reach.Path(context.Background(), g, g.Roots(), ref[wanted], mark.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(wanted, ":")
		for _, node := range path {
			fmt.Print(" ", name[node])
		}
		fmt.Println()
	}
	// Output:
	// user: main cache session user
	// orphan:
}

// How many steps does a knight need from one corner of the board to the other?
func ExampleLevels() {
	g := mark.Func{Nodes: 64, Successors: func(buf []uint32, node uint32) []uint32 {
		for _, jump := range [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			x, y := int(node%8)+jump[0], int(node/8)+jump[1]
			if 0 <= x && x < 8 && 0 <= y && y < 8 {
				buf = append(buf, uint32(y*8+x))
			}
		}
		return buf
	}}
	d, err := reach.Levels(context.Background(), g, []uint32{0}, mark.Options{})
	if err != nil {
		log.Fatal(err)
	}
	far, ok := d.Of(63)
	fmt.Println(far, ok)
	fmt.Println(d.Sizes())
	// Output:
	// 6 true
	// [1 2 9 20 21 10 1]
}

// Many paths from one search.
func ExampleSearch() {
	g := rowsGraph([][]uint32{0: {1, 2}, 1: {3}, 2: {3}, 3: {4}, 4: {0}})
	tree, err := reach.Search(context.Background(), g, []uint32{0}, mark.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, node := range []uint32{2, 4} {
		fmt.Println(tree.Path(node))
	}
	parent, ok := tree.Parent(3)
	fmt.Println(parent, ok)
	// Output:
	// [0 2]
	// [0 1 3 4]
	// 1 true
}

// rowsGraph is a graph whose nodes lead to the nodes in their row.
func rowsGraph(rows [][]uint32) mark.Func {
	return mark.Func{Nodes: len(rows), Successors: func(buf []uint32, node uint32) []uint32 {
		return append(buf, rows[node]...)
	}}
}

// What would go away with node 1? Node 2 would not: node 0 leads to it, too.
//
//	0 ──> 1 ──> 3 ──> 4
//	│     │
//	└──> 2 <┘
func ExampleRetained() {
	g := rowsGraph([][]uint32{0: {1, 2}, 1: {2, 3}, 2: nil, 3: {4}, 4: nil})
	gone, err := reach.Retained(context.Background(), g, []uint32{0}, []uint32{1}, mark.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(gone.Count(), "nodes:", slices.Collect(gone.All()))
	// Output: 3 nodes: [1 3 4]
}

// A weak table, node 1, has what a program knows about its open files. File 2 is still in use, and
// its entry leads to buffer 4. File 3 is not used, and its own entry does not keep it: the value of
// this entry, node 5, leads back to the file.
func ExampleEphemerons() {
	g := rowsGraph([][]uint32{0: {1, 2}, 1: nil, 2: nil, 3: nil, 4: nil, 5: {3}})
	entries := []reach.Ephemeron{
		{Table: 1, Key: 2, Value: 4},
		{Table: 1, Key: 3, Value: 5},
	}
	kept, err := reach.Ephemerons(context.Background(), g, []uint32{0}, entries, mark.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("kept:", slices.Collect(kept.All()))
	for i := range reach.Cleared(kept, entries) {
		fmt.Println("cleared: the entry of file", entries[i].Key)
	}
	// Output:
	// kept: [0 1 2 4]
	// cleared: the entry of file 3
}

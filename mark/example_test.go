package mark_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"sync/atomic"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// No edge leads to node 4 of a graph that is a slice of slices.
func Example() {
	g := mark.Lists{{1, 2}, {3}, {3}, {}, {0}} // the successors of each node
	reached, err := mark.Graph(context.Background(), g, []uint32{0}, mark.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(reached.Count(), reached.Has(4), slices.Collect(reached.Unreached()))
	// Output: 4 false [4]
}

// Node i of a graph leads to node 2i; which nodes can be reached from node 3?
func ExampleGraph() {
	g := mark.Func{Nodes: 20, Successors: func(buf []uint32, node uint32) []uint32 {
		if 2*node < 20 {
			buf = append(buf, 2*node)
		}
		return buf
	}}
	reached, err := mark.Graph(context.Background(), g, []uint32{3}, mark.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for node := range reached.All() {
		fmt.Print(node, " ")
	}
	fmt.Println("7 reached:", reached.Has(7))
	// Output: 3 6 12 7 reached: false
}

// Rows of a database that no retained row refers to, by foreign key, can go.
// The table is an adjacency array: the keys of row i are keys[first[i]:first[i+1]].
func ExampleGraph_deadRows() {
	first := []int{0, 2, 3, 3, 5, 6}
	keys := []uint32{1, 2, 2, 4, 0, 3}
	rows := mark.Func{Nodes: len(first) - 1, Successors: func(buf []uint32, row uint32) []uint32 {
		return append(buf, keys[first[row]:first[row+1]]...)
	}}
	retained := []uint32{0} // account 0
	reached, err := mark.Graph(context.Background(), rows, retained, mark.Options{Workers: 2})
	if err != nil {
		log.Fatal(err)
	}
	for row := range uint32(rows.Nodes) {
		if !reached.Has(row) {
			fmt.Println("row", row, "is dead")
		}
	}
	// Output:
	// row 3 is dead
	// row 4 is dead
}

// The fastest way to give a graph is adjacency arrays: the successors of node i are
// targets[offsets[i]:offsets[i+1]]. NewAdjacency checks them, and says which entry is wrong.
func ExampleNewAdjacency() {
	offsets := []uint64{0, 2, 3, 3, 4} // four nodes, so five offsets
	targets := []uint32{1, 2, 2, 0}    // 0 -> 1, 0 -> 2, 1 -> 2, 3 -> 0
	g, err := mark.NewAdjacency(offsets, targets)
	if err != nil {
		log.Fatal(err)
	}
	reached, err := mark.Graph(context.Background(), g, []uint32{1}, mark.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(slices.Collect(reached.All()))

	_, err = mark.NewAdjacency(offsets, []uint32{1, 2, 2, 4})
	fmt.Println(err)
	// Output:
	// [1 2]
	// mark: target 3 is node 4: the graph has 4 nodes, numbered from 0
}

// A Marker marks many times with the same workers and memory. Its next mark overwrites the
// last Result, so what is still needed must be copied before.
func ExampleMarker() {
	b := heap.NewBuilder(3, 2)
	list := b.Add(0, 1)      // object 0 refers to object 1
	b.Add(16, heap.NoObject) // object 1: a nil reference and 16 bytes of payload
	b.Add(0, 0)              // object 2 refers to object 0, and nothing to it
	b.Root(list)
	h, err := b.Build()
	if err != nil {
		log.Fatal(err)
	}
	m, err := mark.New(mark.Options{Workers: 4})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	live, err := m.MarkHeap(context.Background(), h)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(live.Count(), "of", h.NumObjects(), "objects are live")

	chain := mark.Func{Nodes: 10, Successors: func(buf []uint32, node uint32) []uint32 {
		return append(buf, min(node+1, 9))
	}}
	first, err := m.MarkGraph(context.Background(), chain, []uint32{8})
	if err != nil {
		log.Fatal(err)
	}
	kept := slices.Collect(first.All()) // a copy
	second, err := m.MarkGraph(context.Background(), chain, []uint32{6})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(kept, second.Count(), "and now first says", first.Count(), "too")
	// Output:
	// 2 of 3 objects are live
	// [8 9] 4 and now first says 4 too
}

// A timeline says what each worker did, and when.
func ExampleResult_Timeline() {
	tree := mark.Func{Nodes: 1000, Successors: func(buf []uint32, node uint32) []uint32 {
		if node >= 500 {
			return buf
		}
		return append(buf, min(2*node, 999), min(2*node+1, 999))
	}}
	result, err := mark.Graph(context.Background(), tree, []uint32{1}, mark.Options{Workers: 2, Timeline: 10_000})
	if err != nil {
		log.Fatal(err)
	}
	scanned := uint32(0)
	for worker, lane := range result.Timeline().Lanes {
		for _, slice := range lane.Slices {
			scanned += slice.Objects
			if slice.Activity == timeline.ActivitySteal && slice.Outcome == stealq.Took {
				// To standard error, because whether there is a steal differs from run to run.
				fmt.Fprintf(os.Stderr, "worker %d stole %d items from worker %d after %v\n", worker, slice.Items, slice.Victim, slice.Begin)
			}
		}
	}
	fmt.Println(scanned, "nodes were scanned")
	// Output: 999 nodes were scanned
}

// Is a node reachable that has a property? Until is asked about each node that is reached, and ends the
// mark at the first one that has it. Several goroutines ask at once, so what Until writes must be safe
// for that, too.
func ExampleOptions_until() {
	g := mark.Func{Nodes: 1_000_000, Successors: func(buf []uint32, node uint32) []uint32 {
		return append(buf, (node+1)%1_000_000)
	}}
	var visited atomic.Int64
	reached, err := mark.Graph(context.Background(), g, []uint32{1}, mark.Options{Until: func(node uint32) bool {
		visited.Add(1)
		return node > 1 && node%1000 == 7
	}})
	var stop *mark.StopError
	if errors.As(err, &stop) {
		fmt.Println("found node", stop.Node, "after", visited.Load(), "visits")
	}
	fmt.Println(err)
	fmt.Println(reached.Has(7), reached.Has(8))
	// Output:
	// found node 7 after 7 visits
	// mark: stopped at node 7, for which Options.Until returned true
	// true false
}

// Progress is told ten times a second how many nodes have been scanned. The last call comes at the end
// of a complete mark, also of one that was as short as this.
func ExampleOptions_progress() {
	g := mark.Func{Nodes: 1000, Successors: func(buf []uint32, node uint32) []uint32 {
		return append(buf, (node+1)%1000)
	}}
	var last mark.Progress
	_, err := mark.Graph(context.Background(), g, []uint32{0}, mark.Options{Progress: func(p mark.Progress) {
		last = p // a program would draw its progress bar here
	}})
	fmt.Printf("%d of %d nodes, %v\n", last.Scanned, g.Nodes, err)
	// Output: 1000 of 1000 nodes, <nil>
}

package mark_test

import (
	"context"
	"fmt"
	"log"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// rowsGraph is a graph whose nodes lead to the nodes in their row.
func rowsGraph(rows [][]uint32) mark.Func {
	return mark.Func{Nodes: len(rows), Successors: func(buf []uint32, node uint32) []uint32 {
		return append(buf, rows[node]...)
	}}
}

// Which functions are never called? Function 0 is main.
func ExampleResult_Unreached() {
	calls := [][]uint32{0: {1, 2}, 1: {2}, 2: nil, 3: {4, 2}, 4: {3}}
	reached, err := mark.Graph(context.Background(), rowsGraph(calls), []uint32{0}, mark.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for function := range reached.Unreached() {
		fmt.Println("function", function, "is dead")
	}
	// Output:
	// function 3 is dead
	// function 4 is dead
}

// Node 0 is a program, and node 3 its tests. What do only the tests need? The second mark goes on
// from the first one, and scans only what is new.
func ExampleMarker_ExtendGraph() {
	imports := rowsGraph([][]uint32{0: {1}, 1: {2}, 2: nil, 3: {1, 4}, 4: {2, 5}, 5: nil})
	m, err := mark.New(mark.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	program, err := m.MarkGraph(context.Background(), imports, []uint32{0})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("program:", slices.Collect(program.All()))
	all, err := m.ExtendGraph(context.Background(), imports, []uint32{3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("with tests:", slices.Collect(all.All()))
	fmt.Println("scanned for the tests:", all.Stats.Marked)
	// Output:
	// program: [0 1 2]
	// with tests: [0 1 2 3 4 5]
	// scanned for the tests: 3
}

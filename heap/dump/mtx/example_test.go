package mtx_test

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/mtx"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// Node 3 leads to node 1, and nothing leads to node 3.
func ExampleRead() {
	d, err := mtx.Read(strings.NewReader("%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n3 1\n"), sink.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	live, err := heap.Reachable(d.Heap)
	if err != nil {
		fmt.Println(err)
		return
	}
	for ref := range d.Objects() {
		fmt.Println("node", d.Text(ref), live.Has(ref))
	}
	// Output:
	// node 1 true
	// node 2 true
	// node 3 false
}

package gap_test

import (
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/gap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

func ExampleRead() {
	file, err := os.Open("testdata/small.sg")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	d, err := gap.Read(file, sink.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	live, err := heap.Reachable(d.Heap)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(live.Count, "of", d.Heap.NumObjects(), "nodes are reachable from node 0")
	// Output: 5 of 7 nodes are reachable from node 0
}

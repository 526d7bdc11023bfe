package v8_test

import (
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
	"github.com/seed-3ccf4018/halfmark/heap/dump/v8"
)

// In Node, require("v8").writeHeapSnapshot("server.heapsnapshot") writes such a file.
func ExampleRead() {
	f, err := os.Open("server.heapsnapshot")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	d, err := v8.Read(f, sink.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	reached, err := heap.Reachable(d.Heap)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d of %d objects reached\n", d.Writer, reached.Count, d.Heap.NumObjects())
}

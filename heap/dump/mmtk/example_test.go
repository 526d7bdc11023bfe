package mmtk_test

import (
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/mmtk"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

func ExampleRead() {
	file, err := os.Open("testdata/list.pb")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	d, err := mmtk.Read(file, sink.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	live, err := heap.Reachable(d.Heap)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(live.Count, "of", d.Heap.NumObjects(), "objects are reached")
	// Output: 100 of 100 objects are reached
}

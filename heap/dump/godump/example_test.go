package godump_test

import (
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/godump"
)

// A program's dump is its heap at one moment. The objects reached in it are those that
// the program's own collector would have kept.
func ExampleRead() {
	f, err := os.Open("server.dump")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	d, err := godump.Read(f, godump.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	reached, err := heap.Reachable(d.Heap)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s on %s: %d of %d objects reached from %d roots\n",
		d.Params.GoVersion, d.Params.Arch, reached.Count, d.Heap.NumObjects(), len(d.Heap.Roots()))
}

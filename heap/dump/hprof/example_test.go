package hprof_test

import (
	"fmt"
	"os"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/hprof"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// "jcmd PID GC.heap_dump app.hprof" writes such a file.
func ExampleRead() {
	file, err := os.Open("app.hprof")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	d, err := hprof.Read(file, sink.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	live, err := heap.Reachable(d.Heap)
	if err != nil {
		fmt.Println(err)
		return
	}
	for ref, bytes := range d.Objects() {
		fmt.Println(d.Text(ref), d.Class(ref), bytes, live.Has(ref))
	}
}

package sink_test

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// A reader of your own format gives what it finds to a Sink.
func ExampleSink() {
	s := sink.New("mine", []sink.EdgeKind{{Name: "fields"}, {Name: "weak references", Weak: true}}, sink.Options{})
	cache, entry := s.Class("Cache"), s.Class("Entry")
	s.Object(0x1000, 24, cache)
	s.Edge(0, 0x1040)
	s.Edge(1, 0x1080)
	s.Object(0x1040, 16, entry)
	s.Object(0x1080, 16, entry)
	s.Root(0x1000, s.Label("global variable"))
	d, err := s.Build(sink.Program{Writer: "mine 1.0"})
	if err != nil {
		fmt.Println(err)
		return
	}
	reached, err := heap.Reachable(d.Heap)
	if err != nil {
		fmt.Println(err)
		return
	}
	for ref := range d.Objects() {
		fmt.Println(d.Text(ref), d.Class(ref), reached.Has(ref))
	}
	for _, e := range d.Stats.Edges {
		fmt.Println(e.Count, e.Kind, e.Followed)
	}
	// Output:
	// 0x1000 Cache true
	// 0x1040 Entry true
	// 0x1080 Entry false
	// 1 fields true
	// 1 weak references false
}

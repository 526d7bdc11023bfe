package ruby_test

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/ruby"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// ObjectSpace.dump_all(output: File.open("app.json", "w")) writes such a file.
func ExampleRead() {
	d, err := ruby.Read(strings.NewReader(`{"type":"ROOT", "root":"vm", "references":["0x40"]}
{"address":"0x40", "type":"CLASS", "name":"Order", "memsize":600}
{"address":"0x80", "type":"OBJECT", "class":"0x40", "memsize":40}
`), sink.Options{})
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
	// Output:
	// 0x40 CLASS 600 true
	// 0x80 Order 40 false
}

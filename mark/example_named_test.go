package mark_test

import (
	"context"
	"fmt"
	"log"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// Which packages does no command import, and why is one of them needed? Edges lead from name to name, and the answers are
// names.
func ExampleEdges() {
	var imports mark.Edges[string]
	for _, e := range [][2]string{{"cmd/server", "http"}, {"cmd/server", "store"}, {"store", "store/index"}, {"store/v1", "store/index"}} {
		imports.Edge(e[0], e[1])
	}
	g := imports.Adjacency()
	roots, err := imports.Numbers("cmd/server")
	if err != nil {
		log.Fatal(err)
	}
	reached, err := mark.Graph(context.Background(), g, roots, mark.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for name := range imports.Keys(reached.Unreached()) {
		fmt.Println("unused:", name)
	}
	if node, ok := imports.Number("store/index"); ok {
		path, err := reach.Path(context.Background(), g, roots, node, mark.Options{})
		fmt.Println(slices.Collect(imports.Keys(slices.Values(path))), err)
	}
	_, err = imports.Numbers("cmd/server", "cmd/sevrer")
	fmt.Println(err)
	// Output:
	// unused: store/v1
	// [cmd/server store store/index] <nil>
	// mark: key 1, "cmd/sevrer", is not a node: 5 keys have numbers
}

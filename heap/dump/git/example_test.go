package git_test

import (
	"context"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/git"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// The objects that no ref reaches are those that "git gc" may delete.
func ExampleRead() {
	d, err := git.Read(context.Background(), ".", sink.Options{})
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
		if !live.Has(ref) {
			fmt.Println(d.Text(ref), d.Class(ref), bytes, "bytes")
		}
	}
}

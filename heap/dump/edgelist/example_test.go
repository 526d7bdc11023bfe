package edgelist_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/edgelist"
)

func Example() {
	h, err := edgelist.Read(strings.NewReader("# nodes 4\n# roots 0\n0 1\n1 0\n2 3\n"), edgelist.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	reached, err := heap.Reachable(h)
	fmt.Println(reached.Count, "of", h.NumObjects(), err)
	err = edgelist.Write(os.Stdout, h)
	fmt.Println(err)
	// Output:
	// 2 of 4 <nil>
	// # nodes 4
	// # roots 0
	// 0 1
	// 1 0
	// 2 3
	// <nil>
}

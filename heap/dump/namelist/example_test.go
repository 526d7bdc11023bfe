package namelist_test

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/namelist"
)

func Example() {
	h, names, _, err := namelist.Read(strings.NewReader("app,lib\nlib,\"old lib\"\ntool,lib\n"), namelist.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	reached, err := heap.Reachable(h)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, obj := range h.Objects() {
		fmt.Println(names.Name(int(i)), reached.Has(obj))
	}
	// Output:
	// app true
	// lib true
	// old lib true
	// tool false
}

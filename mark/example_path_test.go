package mark_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Why does a program keep this object? A path from a root says so.
func ExamplePath() {
	names := []string{"main", "cache", "session", "user", "log", "orphan"}
	var b heap.Builder
	b.Add(0, 1, 4)             // main -> cache, log
	b.Add(0, heap.NoObject, 2) // cache -> session
	b.Add(0, 3)                // session -> user
	b.Add(64)                  // user
	b.Add(0, 2)                // log -> session
	b.Add(0, 3)                // orphan -> user
	b.Root(0)
	h, err := b.Build()
	if err != nil {
		log.Fatal(err)
	}
	name, ref := map[uint32]string{}, map[string]uint32{}
	for i, r := range h.Objects() {
		name[uint32(r)], ref[names[i]] = names[i], uint32(r)
	}
	g := h.Graph()
	for _, wanted := range []string{"user", "orphan"} {
		path, err := mark.Path(context.Background(), g, g.Roots(), ref[wanted], mark.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(wanted, ":")
		for _, node := range path {
			fmt.Print(" ", name[node])
		}
		fmt.Println()
	}
	// Output:
	// user: main cache session user
	// orphan:
}

// How many steps does a knight need from one corner of the board to the other?
func ExampleLevels() {
	g := mark.Func{Nodes: 64, Successors: func(buf []uint32, node uint32) []uint32 {
		for _, jump := range [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			x, y := int(node%8)+jump[0], int(node/8)+jump[1]
			if 0 <= x && x < 8 && 0 <= y && y < 8 {
				buf = append(buf, uint32(y*8+x))
			}
		}
		return buf
	}}
	d, err := mark.Levels(context.Background(), g, []uint32{0}, mark.Options{})
	if err != nil {
		log.Fatal(err)
	}
	far, ok := d.Of(63)
	fmt.Println(far, ok)
	fmt.Println(d.Sizes())
	// Output:
	// 6 true
	// [1 2 9 20 21 10 1]
}

package stats_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// How many nodes did each worker mark? Node 3 is not reachable.
func Example() {
	g := mark.Lists{0: {1, 2}, 1: {2}, 2: {0}, 3: {0}}
	r, err := mark.Graph(context.Background(), g, []uint32{0}, mark.Options{Workers: 1})
	if err != nil {
		log.Fatal(err)
	}
	s := &r.Stats
	fmt.Println(s.Marked, "nodes were marked by", len(s.Workers), "worker, and", s.Sum().Scanned, "were scanned")
	fmt.Println("imbalance:", s.Imbalance())
	// Output:
	// 3 nodes were marked by 1 worker, and 3 were scanned
	// imbalance: 1
}

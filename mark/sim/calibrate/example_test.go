package calibrate_test

import (
	"context"
	"fmt"
	"log"

	"github.com/seed-3ccf4018/halfmark/mark/sim/calibrate"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// A machine with the caches and distances of a Milan, and with the cores and the memory of this one. It takes some
// seconds.
func ExampleCore() {
	ctx := context.Background()
	m, _ := machines.Named("milan")
	if err := calibrate.Core(ctx, m); err != nil {
		log.Fatal(err)
	}
	if err := calibrate.Prefetches(ctx, m); err != nil {
		log.Fatal(err)
	}
	fmt.Println("an object takes", m.Object.Float(), "ns")
}

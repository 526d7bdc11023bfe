package stress

import (
	"fmt"
	"runtime"

	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest"
)

// bareDeques lets an owner and thieves meet on deques of each kind, without a mark around
// them. A mark calls its deques seldom, and so little happens at once that a deque without
// any compare-and-swap can go through many marks. On one processor goroutines give way only
// between calls, so there are two at least.
func bareDeques(r *round) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(2, r.procs)))
	for _, kind := range r.deques {
		counted, fault := stealqtest.Meet(kind, r.rng.Uint64())
		if fault != nil {
			return fmt.Errorf("deque %s: %s", kind.Name, fault.Says)
		}
		r.alive.Add(1)
		r.tally.Steals += counted.Took
		r.tally.StealLost += counted.Lost
	}
	return nil
}

package sim

import "fmt"

// DagScheduler is how processors share their work.
type DagScheduler uint8

const (
	// Conventional shares every ready node: the whole deque is concurrent.
	Conventional DagScheduler = iota

	// LowCost shares one node when a thief has asked for it.
	LowCost
)

// String returns "conventional" or "lowcost".
func (s DagScheduler) String() string {
	if s == LowCost {
		return "lowcost"
	}
	return "conventional"
}

// DagOptions describe one execution of a dag.
type DagOptions struct {
	Scheduler  DagScheduler
	Shape      DagShape
	Depth      int    // nodes of every path from the root, from 1 to MaxDepth of the shape
	Processors int    // P, from 1 to MaxDagProcessors
	Seed       uint64 // of the choice of victims, and of an unbalanced dag
}

// MaxDagProcessors bounds DagOptions.Processors.
const MaxDagProcessors = 1 << 16

// DagResult is what an execution came to. Counts are sums over the processors.
type DagResult struct {
	Work  uint64 // T1: nodes executed
	Span  int    // T-infinity: nodes of a longest path, which is the depth
	Steps uint64 // time steps, TP

	CAS           uint64
	Fences        uint64
	Notifications uint64 // settings of a targeted flag; 0 for Conventional

	Attempts uint64 // at stealing; each is an idle iteration of the scheduling loop
	Steals   uint64 // that took a node
	Empty    uint64 // that found no shared node
	Aborted  uint64 // that another thief was faster than

	Pushes  uint64
	Pops    uint64 // that returned a node
	Exposed uint64 // nodes shared upon a notification
}

// Synchronization is the paper's measure: CAS plus fences.
func (r *DagResult) Synchronization() uint64 { return r.CAS + r.Fences }

func (o *DagOptions) validate() error {
	switch {
	case o.Scheduler > LowCost:
		return fmt.Errorf("sim: dag scheduler %d: it must be Conventional or LowCost", o.Scheduler)
	case o.Shape > Unbalanced:
		return fmt.Errorf("sim: dag shape %d: it must be Balanced or Unbalanced", o.Shape)
	case o.Depth < 1 || o.Depth > o.Shape.MaxDepth():
		return fmt.Errorf("sim: depth %d of a dag that is %s: it must be 1 to %d", o.Depth, o.Shape, o.Shape.MaxDepth())
	case o.Processors < 1 || o.Processors > MaxDagProcessors:
		return fmt.Errorf("sim: %d processors: there must be 1 to %d", o.Processors, MaxDagProcessors)
	}
	return nil
}

package sim

import "fmt"

// DagScheduler is the way in which processors share their work.
type DagScheduler uint8

const (
	// Conventional shares every ready node, because the whole deque is concurrent.
	Conventional DagScheduler = iota

	// LowCost shares one node when a thief has asked for one.
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
	Depth      int    // nodes of every path from the root, from 1 to Shape.MaxDepth
	Processors int    // P, from 1 to MaxDagProcessors
	Seed       uint64 // decides the choice of victims, and an unbalanced dag
}

// MaxDagProcessors is the largest DagOptions.Processors.
const MaxDagProcessors = 1 << 16

// DagResult is the result of an execution. Counts are sums over the processors.
type DagResult struct {
	Work  uint64 // T1: nodes executed
	Span  int    // T-infinity: nodes of a longest path, which is the depth
	Steps uint64 // TP: time steps

	CAS           uint64 // compare-and-swaps
	Fences        uint64 // memory fences
	Notifications uint64 // targeted flags that thieves set; 0 for Conventional

	Attempts uint64 // attempts to steal; each is an idle turn of the scheduling loop
	Steals   uint64 // attempts that took a node
	Empty    uint64 // attempts that found no shared node
	Aborted  uint64 // attempts that were slower than another thief

	Pushes  uint64 // nodes pushed
	Pops    uint64 // pops that returned a node
	Exposed uint64 // nodes that were shared because of a notification
}

// Synchronization returns the paper's measure of cost: CAS plus fences.
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

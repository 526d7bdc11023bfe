// Package costs says how long things take in virtual time, and computes the time that no mark of a heap can
// go below. Package sim runs marks with these costs.
//
// Call [Bounds] with a heap and the costs of [Default], and ask the result for limits:
//
//	bound, err := costs.Bounds(ctx, h, costs.Default())
//	fmt.Println(bound.Ceiling(one)) // one: the time of a mark by one worker
//
// To try another cost, change a field of [Costs] first.
package costs

import (
	"fmt"
	"time"
)

// Costs has the virtual time of each thing that a worker does. docs/algorithms/mark-sim.md says where the
// numbers of [Default] are from.
type Costs struct {
	// Object is for scanning an object that has arrived. Ref is for each of its references in addition, nil
	// or not.
	Object, Ref time.Duration
	// Miss is the time from the prefetch of a batch to its arrival. Batches in flight wait at the same time.
	// A chunk is not prefetched, and waits for its own miss.
	Miss time.Duration
	// Claim is for the locked instruction that marks an object, where several workers share mark bits and
	// none holds the exclusive bit.
	Claim time.Duration
	// Forward is for a reference whose bit belongs to another worker, in addition to Ref. The owner pays.
	Forward time.Duration
	// Slot is for a slot of forwarded references. The worker that publishes it pays, and so does the one that
	// takes it. Inbox is for an owner's look whether another worker has published anything for it.
	Slot, Inbox time.Duration
	// Chunk is for the claim of a chunk of a range.
	Chunk time.Duration
	// Push is for an item that a worker pushes on its deque or pops from it.
	Push time.Duration
	// Attempt is for a steal, from the look at the victim to the outcome. Lost is for a lost steal, in
	// addition.
	Attempt, Lost time.Duration
	// Overflow is for a block that goes to the overflow list or comes from it. Pend is for a ref that goes to
	// the pending bitmap or comes from it.
	Overflow, Pend time.Duration
	// Look is for an idle worker's look into one deque: it looks into all. Yield is for giving the processor
	// away between two looks.
	Look, Yield time.Duration
	// Wake is for waking a sleeper, and the waker pays. WakeDelay is the time from then until the sleeper
	// looks for work.
	Wake, WakeDelay time.Duration
	// Cursor is for a cursor's step, and for looking up a shortcut. The steps of a round wait for memory at
	// the same time. The round of a speculator takes at least Miss.
	Cursor time.Duration
}

// Default returns the costs of one machine, that of docs/performance.md.
func Default() Costs {
	return Costs{
		Object: 10, Ref: 3, Miss: 150, Claim: 5, Forward: 1, Slot: 100, Inbox: 2, Chunk: 30,
		Push: 20, Attempt: 100, Lost: 50, Overflow: 30, Pend: 12,
		Look: 8, Yield: 100, Wake: 1500, WakeDelay: 1000, Cursor: 20,
	}
}

// Max is the largest value of each cost. With it the sums of a whole mark fit into 64 bits.
const Max = time.Millisecond

// Cost is one field of [Costs], for programs that set costs by name.
type Cost struct {
	Name  string // in lower case
	Value *time.Duration
	Least time.Duration // the least valid value; it is above 0 where time must pass
}

// Fields returns the fields of c with their names, in the order of their declaration. To change a field of c,
// write to Cost.Value.
func (c *Costs) Fields() []Cost {
	return []Cost{
		{"object", &c.Object, 1}, {"ref", &c.Ref, 0}, {"miss", &c.Miss, 0}, {"claim", &c.Claim, 0}, {"forward", &c.Forward, 0}, {"slot", &c.Slot, 0}, {"inbox", &c.Inbox, 0}, {"chunk", &c.Chunk, 0},
		{"push", &c.Push, 0}, {"attempt", &c.Attempt, 1}, {"lost", &c.Lost, 0}, {"overflow", &c.Overflow, 0}, {"pend", &c.Pend, 0},
		{"look", &c.Look, 1}, {"yield", &c.Yield, 0}, {"wake", &c.Wake, 0}, {"wakedelay", &c.WakeDelay, 0},
		{"cursor", &c.Cursor, 0},
	}
}

// Validate returns an error for the first cost that is out of range. The error names the cost and says which
// values are valid.
func (c Costs) Validate() error {
	for _, f := range c.Fields() {
		if *f.Value < f.Least || *f.Value > Max {
			return fmt.Errorf("sim: the cost %s cannot be %v: it must be %v to %v", f.Name, *f.Value, f.Least, Max)
		}
	}
	return nil
}

// Small returns the time for scanning an object that has arrived, with this number of references. The object
// must be small enough to be no range of chunks.
func (c *Costs) Small(refs uint32) time.Duration { return c.Object + time.Duration(refs)*c.Ref }

// OfChunk returns the time for claiming and scanning a chunk with this number of references.
func (c *Costs) OfChunk(refs uint32) time.Duration {
	return c.Chunk + c.Miss + time.Duration(refs)*c.Ref
}

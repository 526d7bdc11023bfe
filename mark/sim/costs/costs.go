// Package costs is how long things take in virtual time, and what no mark of a heap can go below if they take so
// long. Package sim runs marks with these costs.
package costs

import (
	"fmt"
	"time"
)

// Costs say how long things take, in virtual time. docs/algorithms/mark-sim.md says
// where the numbers of [Default] are from.
type Costs struct {
	// Object and Ref are for scanning what has arrived: for an object, and in
	// addition for each of its references, nil or not.
	Object, Ref time.Duration
	// Miss is the time from the prefetch of a batch to its arrival. Batches in flight
	// wait at the same time. Chunks are not prefetched: each waits for its own miss.
	Miss time.Duration
	// Claim is the locked instruction that marks an object. It is charged when several
	// workers share mark bits, and no worker holds the exclusive bit.
	Claim time.Duration
	// Forward is for a reference whose bit belongs to another worker, in addition to
	// Ref. It is charged to that worker.
	Forward time.Duration
	// Slot is for a slot of forwarded references. It is charged to the worker that
	// publishes it, and again to the one that takes it. Inbox is for a worker's look
	// whether another one has published anything for it.
	Slot, Inbox time.Duration
	// Chunk is for the claim of a chunk of a range.
	Chunk time.Duration
	// Push is for an item that a worker pushes on its deque or pops from it.
	Push time.Duration
	// Attempt is for a steal, from the look at the victim to the outcome. Lost is
	// what a lost steal takes in addition.
	Attempt, Lost time.Duration
	// Overflow is for a block that is put on the overflow list or taken from it. Pend
	// is for a ref that is put into the pending bitmap or taken from it.
	Overflow, Pend time.Duration
	// Look is for an idle worker's look for work. It is charged once for each worker
	// there is, because the look goes into all deques. Yield is for giving the
	// processor away between two looks.
	Look, Yield time.Duration
	// Wake is what the waker spends on waking a sleeper. WakeDelay is the time from
	// then until the sleeper looks for work.
	Wake, WakeDelay time.Duration
	// Cursor is for a cursor's step, and for a shortcut that is looked up. The steps of a
	// round wait for memory at the same time. The round of a speculator takes at least
	// Miss, and this is all that it waits.
	Cursor time.Duration
}

// Default returns costs that were taken from one machine, that of
// docs/performance.md. They are as exact as a model deserves.
// docs/algorithms/mark-sim.md says which measurement each of them is from.
func Default() Costs {
	return Costs{
		Object: 10, Ref: 3, Miss: 150, Claim: 5, Forward: 1, Slot: 100, Inbox: 2, Chunk: 30,
		Push: 20, Attempt: 100, Lost: 50, Overflow: 30, Pend: 12,
		Look: 8, Yield: 100, Wake: 1500, WakeDelay: 1000, Cursor: 20,
	}
}

// Max is the largest value of each cost. It lets the sums of a whole mark fit in 64
// bits.
const Max = time.Millisecond

// Cost is one field of [Costs].
type Cost struct {
	Name  string // in lower case
	Value *time.Duration
	Least time.Duration // above 0 where time must pass: else a worker tries the same for ever
}

// Fields returns the fields of c with their names, in the order of their declaration.
// A change through Cost.Value changes c.
func (c *Costs) Fields() []Cost {
	return []Cost{
		{"object", &c.Object, 1}, {"ref", &c.Ref, 0}, {"miss", &c.Miss, 0}, {"claim", &c.Claim, 0}, {"forward", &c.Forward, 0}, {"slot", &c.Slot, 0}, {"inbox", &c.Inbox, 0}, {"chunk", &c.Chunk, 0},
		{"push", &c.Push, 0}, {"attempt", &c.Attempt, 1}, {"lost", &c.Lost, 0}, {"overflow", &c.Overflow, 0}, {"pend", &c.Pend, 0},
		{"look", &c.Look, 1}, {"yield", &c.Yield, 0}, {"wake", &c.Wake, 0}, {"wakedelay", &c.WakeDelay, 0},
		{"cursor", &c.Cursor, 0},
	}
}

// Validate reports the first cost that cannot be used. The error says which it is,
// and what is allowed.
func (c Costs) Validate() error {
	for _, f := range c.Fields() {
		if *f.Value < f.Least || *f.Value > Max {
			return fmt.Errorf("sim: the cost %s cannot be %v: it must be %v to %v", f.Name, *f.Value, f.Least, Max)
		}
	}
	return nil
}

// Small is for scanning an object with at most chunkRefs references, once it has
// arrived.
func (c *Costs) Small(refs uint32) time.Duration { return c.Object + time.Duration(refs)*c.Ref }

// OfChunk is for claiming and scanning a chunk with that many references.
func (c *Costs) OfChunk(refs uint32) time.Duration {
	return c.Chunk + c.Miss + time.Duration(refs)*c.Ref
}

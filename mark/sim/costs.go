package sim

import (
	"fmt"
	"time"
)

// Costs say how long things take, in virtual time.
type Costs struct {
	// Object and Ref are what scanning takes that has been prefetched: for an
	// object, and for each of its references, nil or not.
	Object, Ref time.Duration
	// Miss is the time from the prefetch of a batch to its arrival. Batches in
	// flight wait together. Chunks are not prefetched and wait for theirs.
	Miss time.Duration
	// Claim is the locked instruction that marks an object when other workers
	// are awake.
	Claim time.Duration
	// Chunk is the claim of a chunk of a range.
	Chunk time.Duration
	// Push is for an item that a worker pushes on its deque or pops from it.
	Push time.Duration
	// Attempt is a steal, from the look at the victim to the outcome; Lost is
	// what a lost one takes in addition.
	Attempt, Lost time.Duration
	// Overflow is for a block put on the overflow list or taken from it, Pend
	// for a ref put into the pending bitmap or taken from it.
	Overflow, Pend time.Duration
	// Look is what an idle worker's look for work takes, for each worker there
	// is: it looks into all deques. Yield is for giving the processor away
	// between two looks.
	Look, Yield time.Duration
	// Wake is what waking a sleeper takes of the waker, WakeDelay the time from
	// then until the sleeper looks for work.
	Wake, WakeDelay time.Duration
}

// DefaultCosts returns costs taken from one machine, that of docs/performance.md,
// to the precision that a model deserves; docs/algorithms/mark-sim.md says which
// measurement each is from.
func DefaultCosts() Costs {
	return Costs{
		Object: 10, Ref: 3, Miss: 150, Claim: 5, Chunk: 30,
		Push: 20, Attempt: 100, Lost: 50, Overflow: 30, Pend: 12,
		Look: 8, Yield: 100, Wake: 1500, WakeDelay: 1000,
	}
}

// MaxCost bounds each cost, so that the sums of a whole mark fit in 64 bits.
const MaxCost = time.Millisecond

// Cost is one field of Costs.
type Cost struct {
	Name  string // in lower case
	Value *time.Duration
	Least time.Duration // more than 0 where time must pass, or a worker tries the same for ever
}

// Fields returns the fields of c by name, in the order of their declaration.
func (c *Costs) Fields() []Cost {
	return []Cost{
		{"object", &c.Object, 1}, {"ref", &c.Ref, 0}, {"miss", &c.Miss, 0}, {"claim", &c.Claim, 0}, {"chunk", &c.Chunk, 0},
		{"push", &c.Push, 0}, {"attempt", &c.Attempt, 1}, {"lost", &c.Lost, 0}, {"overflow", &c.Overflow, 0}, {"pend", &c.Pend, 0},
		{"look", &c.Look, 1}, {"yield", &c.Yield, 0}, {"wake", &c.Wake, 0}, {"wakedelay", &c.WakeDelay, 0},
	}
}

// Validate reports a cost that cannot be used.
func (c Costs) Validate() error {
	for _, f := range c.Fields() {
		if *f.Value < f.Least || *f.Value > MaxCost {
			return fmt.Errorf("sim: the cost %s cannot be %v: it must be %v to %v", f.Name, *f.Value, f.Least, MaxCost)
		}
	}
	return nil
}

// small is what scanning an object with at most chunkRefs references takes once
// it has arrived.
func (c *Costs) small(refs uint32) time.Duration { return c.Object + time.Duration(refs)*c.Ref }

// chunk is what claiming and scanning a chunk with that many references takes.
func (c *Costs) chunk(refs uint32) time.Duration {
	return c.Chunk + c.Miss + time.Duration(refs)*c.Ref
}

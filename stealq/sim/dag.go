package sim

import (
	"math/bits"
	"math/rand/v2"
)

// Work stealing on a dag of instructions, and what it costs in compare-and-swaps, fences
// and notifications. Two kinds of deques are compared: deques that are shared throughout,
// and deques that are private until a thief asks.
//
// Guilherme Rito and Hervé Paulino, "Scheduling computations with provably low
// synchronization overheads", 2022: algorithm 1 (the scheduler), algorithm 2 (the split
// deque) and section 5 (the comparison, figure 2). Conventional work stealing is that of
// Arora, Blumofe and Plaxton, "Thread Scheduling for Multiprogrammed Multiprocessors",
// Theory of Computing Systems 34, 2001.
//
// In a time step each processor goes once through the scheduling loop. If a node is
// assigned to it, it executes the node. If not, it attempts one steal.
//
//	assigned node enables    the processor goes on with    and its deque gets
//	2 nodes                  the first                     the second
//	1 node                   it                            nothing
//	0 nodes                  the newest of its deque       -
//	                         (if empty: it becomes a thief)
//
// These are the charges for each operation. Two numbers are those of LowCost and
// Conventional:
//
//	                                           CAS                     fences
//	push                                       -                       0, 1
//	take the newest, private                   -                       0, -
//	take the newest, shared                    1 if it is the last     1 if the deque was
//	                                                                   shared since empty
//	answer a notification (updateBottom)       -                       1, -
//	attempt a steal                            1 unless empty          1
//
// The paper does not print its charges. These follow from its proofs (lemmas 3.1, 3.2,
// A.4 and A.5): an operation that may need a fence there is charged one here. The paper
// counts a fence for each access to a concurrent deque. On x86 a push and an attempt
// need no fence. DagResult has the counts that a reader needs to leave these fences
// out.
//
// Differences from the paper, and why.
//
//	a  The printed popBottom lowers officialBottom alone. With two nodes public it returns
//	   the second, and the next pop returns the second again. Here privateBottom is
//	   lowered too. The tests keep the printed form.
//	b  In a step owners act before thieves. The thieves of a step all read before any of
//	   them writes. Several thieves of one victim therefore collide, as they do at the
//	   same moment, and one of them takes the node.
//	c  The dags of section 5 are trees with one root and many sinks. Section 2 wants one
//	   sink. Here a run ends when no node is ready.
//
// Invariants, at the end of each step.
//
//	(1) Steps * Processors = nodes executed + Attempts.
//	(2) Attempts = Steals + Empty + Aborted.
//	(3) Nodes executed + nodes ready = nodes enabled + 1.
//	(4) A LowCost deque has shared at most as many nodes as there were notifications.
//
// Cost: some nanoseconds for each processor and step. Memory is for the processors and the
// depth, and not for the nodes.

// Dag simulates one execution of a dag (Rito and Paulino, 2022, section 5).
func Dag(o DagOptions) (DagResult, error) {
	if err := o.validate(); err != nil {
		return DagResult{}, err
	}
	c := newComputation(o)
	for c.ready > 0 {
		c.step()
	}
	c.result.Span = o.Depth
	return c.result, nil
}

// computation is an execution that is running.
type computation struct {
	scheduler  DagScheduler
	processors []processor
	thieves    []int32 // the processors that steal in this step
	ready      uint64  // nodes that are enabled and not yet executed
	random     *rand.PCG
	result     DagResult
}

type processor struct {
	assigned node
	busy     bool   // a node is assigned
	targeted bool   // a thief has asked for a node
	robbed   uint64 // the last step in which a thief took from the deque, counted from 1
	deque    nodeDeque
}

func newComputation(o DagOptions) *computation {
	c := &computation{
		scheduler: o.Scheduler, processors: make([]processor, o.Processors), ready: 1,
		random: rand.NewPCG(o.Seed, 0x646167),
	}
	c.processors[0].assigned, c.processors[0].busy = root(o.Shape, o.Depth, o.Seed), true
	return c
}

// step has every processor go once through the scheduling loop (algorithm 1,
// lines 2 to 23).
func (c *computation) step() {
	c.result.Steps++
	c.thieves = c.thieves[:0]
	for i := range c.processors {
		p := &c.processors[i]
		if p.targeted {
			c.answer(p)
		}
		if p.busy {
			c.execute(p)
		} else {
			c.thieves = append(c.thieves, int32(i))
		}
	}
	for _, i := range c.thieves {
		high, _ := bits.Mul64(c.random.Uint64(), uint64(len(c.processors)))
		c.migrate(&c.processors[i], &c.processors[high])
	}
}

// answer is lines 3 to 6.
func (c *computation) answer(p *processor) {
	c.result.Fences++
	if p.deque.updateBottom() {
		c.result.Exposed++
	}
	p.targeted = false
}

// execute is lines 8 to 19.
func (c *computation) execute(p *processor) {
	c.result.Work++
	first, second, enabled := p.assigned.execute()
	switch c.ready += uint64(enabled) - 1; enabled {
	case 2:
		c.push(p, second)
		fallthrough
	case 1:
		p.assigned = first
	default:
		p.assigned, p.busy = c.pop(p)
	}
}

// push makes v the newest node of p's deque. A conventional deque shares it at once.
func (c *computation) push(p *processor, v node) {
	c.result.Pushes++
	p.deque.push(v)
	if c.scheduler == Conventional {
		p.deque.updateBottom()
		c.result.Fences++
	}
}

// pop takes the newest node. This is a private one if there is any.
func (c *computation) pop(p *processor) (node, bool) {
	v, ok := p.deque.pop()
	if !ok {
		var cost charge
		v, ok, cost = p.deque.popBottom()
		c.result.CAS += cost.cas
		c.result.Fences += cost.fences
	}
	if ok {
		c.result.Pops++
	}
	return v, ok
}

// migrate is one attempt of the thief p (lines 25 to 31). The victim may be p.
func (c *computation) migrate(p, victim *processor) {
	c.result.Attempts++
	c.result.Fences++
	switch {
	case victim.robbed == c.result.Steps: // this thief read before the other thief's CAS
		c.result.CAS++
		c.result.Aborted++
	case victim.deque.shared() == 0:
		c.result.Empty++
		if c.scheduler == LowCost {
			c.result.Notifications++
			victim.targeted = true
		}
	default:
		c.result.CAS++
		c.result.Steals++
		p.assigned, p.busy = victim.deque.popTop(), true
		victim.robbed = c.result.Steps
	}
}

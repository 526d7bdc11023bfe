// Package shard cuts a heap into parts, and marks the parts in rounds. A heap can be marked
// that is larger than one machine's memory, and several machines can share the work.
//
// The idea is that of PIE programs in GRAPE (Fan and others, "Parallelizing Sequential Graph
// Computations", SIGMOD 2017): a sequential algorithm runs on each part as it is, and only
// what crosses parts is exchanged. Here the algorithm is the marker of package mark.
//
//	heap ──cut──> part 0 │ part 1 │ part 2          each is a separate snapshot
//	                 │        │        │
//	round 1       mark from the part's own roots    stubs that become marked
//	                 └───────>└───────>│            are messages to other parts
//	round 2               mark from the messages
//	...           until no part has sent a message
//
// A part has its own objects, and then a stub for each object of another part to which they
// refer. A stub is an object without references. The marker therefore marks a part without
// knowing that it is one. A stub that becomes marked is a message: the object for which it
// stands is reachable.
//
// Invariants, for parts that are what a cut of one heap has made:
//
//	R1  The marks of a part are a complete mark of that part: each reference of a marked
//	    object leads to a marked object or a marked stub. A step keeps this, because it
//	    extends the marks of the round before (mark: E1 to E3).
//	R2  A stub becomes marked once. Each part therefore sends at most one message for each
//	    object of another part, over all rounds.
//	R3  After round k exactly those objects are marked to which a way from a root leads
//	    that crosses parts at most k-1 times. By induction: round 1 follows all ways
//	    within parts, and a way that crosses once more begins with a message.
//	R4  A round without messages is the last one. Then R1 holds for all parts together, so
//	    everything reachable is marked.
//	R5  A step is a pure function of a part, its marks and the messages to it. To carry it out
//	    twice gives the same bytes.
package shard

// Package forward is how references travel to the owners of their mark bits. A [Net] lies
// among all owners. Each worker has an [End] of it.
//
//	references of a batch ──Split──> own: mark, push
//	                            └──> foreign: the open slot for their owner
//	                                    │ full, or its owner is hungry, or before leaving
//	                                    v
//	                              Send: published ──> their owner drains: mark, push
//	                                    │ the queue is full
//	                                    v
//	                                 the spill bitmap ──> their owner takes: mark, push
//
// The package sets no mark bits, and knows no stacks and no sleepers. An End returns what its worker
// has to do itself: mark, send, wake.
//
// Invariants:
//
//	O1  Each word of the mark bitmap has one writer: the owner of its segment, or
//	    the holder of the exclusive bit.
//	O2  An open slot is private memory (T1 in package crew). A worker
//	    leaves only when its open slots are empty. Published slots and the spill bitmap
//	    are shared places, one for each owner: only an active worker adds to them
//	    (T3), and only their owner takes from them, or the holder of the exclusive
//	    bit.
//	O3  No worker waits for a queue that is full. References that do not fit are spilt.
//	O4  A worker that publishes or spills something for an owner wakes this owner
//	    afterwards, by its number. No other worker could take it.
package forward

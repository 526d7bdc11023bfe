// Package policy makes the marker's decisions. Whom does a thief ask, and when? How
// much does a worker take up at once? How much does it give away? For how much work
// does it wake another worker? How does an idle worker wait? Package mark carries the
// decisions out with threads, and package mark/sim in virtual time.
//
// Of all that workers share, nothing here touches more than the deques. Nothing here
// waits. A decision follows from its arguments and from what a worker remembers.
//
//	file          decides
//	victim.go     which worker a thief asks
//	thief.go      how a steal is tried, what is remembered of it, and when a worker that has
//	              work steals, too
//	share.go      how much is given away, and how huge objects are cut into chunks
//	pace.go       how many objects are taken up at once, and when others are woken
//	idle.go       what an idle worker does between two looks
//	owners.go     how many workers own mark bits, and how long their queues are
//	gate.go       when the lone marker speculates, and what it remembers for that
//	calls.go      when idle workers speculate in a graph whose successors a callback computes, and
//	              how many at most
//
// The schedule explorer needs some sizes to be small: these are in limits.go. The
// other constants stand beside the decision that uses them. Each worker's goroutine
// calls its own [Thief]'s methods only.
package policy

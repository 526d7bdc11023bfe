// Package policy holds the marker's decisions: whom a thief asks and when, how
// much is taken up at once, how much is given away, for how much work somebody is
// woken, and how an idle worker waits. Package mark carries the decisions out with
// threads, and package mark/sim in virtual time.
//
// Of what workers share, nothing here touches more than the deques, and nothing here
// waits. A decision follows from its arguments and from what a worker remembers.
//
// The sizes that the schedule explorer needs small are in limits.go. The other
// constants stand beside the decision that uses them.
package policy

// Package policy holds the marker's decisions: whom a thief asks and when, how
// much is taken up at once, how much is given away, for how much work somebody is
// woken, and how an idle worker waits. Package mark carries them out with threads,
// package mark/sim in virtual time.
//
// Nothing here touches what workers share, apart from deques, and nothing here
// waits. A decision follows from its arguments and from what a worker remembers.
//
// The sizes that a search through all schedules needs small are in sizes.go. The
// other constants stand beside the decision that uses them.
package policy

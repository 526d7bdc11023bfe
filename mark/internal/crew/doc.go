// Package crew is how the workers of a Marker begin, wait and end together: what they do as a crew,
// whatever they mark. It knows nothing of heaps, stacks and deques.
//
//	Crew     what all share
//	├── Detector   who is active, who marks alone, and whether the mark is over; with the proof
//	└── Lobby      who sleeps, and who wakes whom
//	Member   what one worker has
//	├── SoloTimer  when a worker that marks alone wakes others
//	└── Accounts   to whom idle time is charged
//
// A worker joins, takes and scans until it finds nothing, leaves, and waits (Await). Where work may
// lie only the marker knows: an idle worker asks it (Work).
//
// The invariants have labels: T for termination and X for the exclusive bit (detector.go), L for the
// lobby (lobby.go), A for the accounts (accounts.go).
//
// A method may be called by the goroutine of its worker, unless its comment says more.
package crew

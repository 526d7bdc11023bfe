package shard

import (
	"context"
	"time"
)

// Done is a complete round, as it is told to the user.
type Done struct {
	Number   int
	Parts    int    // parts that had something to do
	Refs     uint64 // distinct objects from which they began
	Marked   uint64 // objects marked in this round
	Messages uint64 // messages sent
	Bytes    uint64 // of these messages
	// Took is how long the round took; 0 if an earlier run has carried it out.
	Took    time.Duration
	Earlier bool
}

// Total is the result of all rounds.
type Total struct {
	Rounds   int
	Resumed  int // rounds that an earlier run had completed
	Messages uint64
	Bytes    uint64 // of the messages
	Marked   uint64 // objects of the whole heap
	Digest   uint64 // of these objects: heap.Digest's of a mark of the whole heap
	// Equal says that rounds, messages, count and digest are those that the manifest foretells.
	Equal bool
}

// Drive carries out rounds until one sends no message, and returns the totals. dir is the
// folder of an export, and work that of its rounds, which Drive makes if it is not there.
// If there are complete rounds of the same export, Drive goes on after the last of them.
// tell is called after each round, and first for each of the earlier ones.
//
// After an error, or when ctx ends, what was completed is kept, so the next Drive goes on there.
// One goroutine of one process at a time may call Drive for a folder of rounds.
func Drive(ctx context.Context, dir, work string, engine Engine, tell func(Done)) (*Total, error) {
	panic("TODO")
}

// Plain is the engine that carries out one step after the other in this process. It holds
// one part in memory at a time.
type Plain struct {
	Workers int // of the marker; 0 is its own default
}

package schema

// Export is what gcbench export reports.
type Export struct {
	Schema  string `json:"schema"`  // the format
	Env     Env    `json:"env"`     // the machine, the build and the command
	Input   string `json:"input"`   // the file
	Output  string `json:"output"`  // "" if nothing was to be written
	Parts   int    `json:"parts"`   // how many there are
	Objects uint64 `json:"objects"` // how many there are, live and garbage
	Edges   uint64 `json:"edges"`   // references that are not nil
	Roots   int    `json:"roots"`   // how many there are
	Live    uint64 `json:"live"`    // objects that are reached
	Digest  string `json:"digest"`  // of the live objects
	// Layouts are what the rounds cost in each layout that was looked at. The first is the one
	// that was written, or would have been.
	Layouts []Partition `json:"layouts"`
	// Bytes are those of all files that were written.
	Bytes uint64 `json:"bytes"`
}

// Partition is a heap, cut into parts in one layout.
type Partition struct {
	Layout       string  `json:"layout"`        // order of the objects in memory
	CrossEdges   uint64  `json:"cross_edges"`   // references that lead to another part
	CrossShare   float64 `json:"cross_share"`   // of all references
	Stubs        uint64  `json:"stubs"`         // objects of other parts, as a part knows them
	Rounds       uint64  `json:"rounds"`        // until nothing is on its way
	Messages     uint64  `json:"messages"`      // in all rounds together
	MessageBytes uint64  `json:"message_bytes"` // of these
	LargestBytes uint64  `json:"largest_bytes"` // arena of the largest part, with its stubs
}

// Rounds is what gcbench rounds reports.
type Rounds struct {
	Schema   string  `json:"schema"`   // the format
	Env      Env     `json:"env"`      // the machine, the build and the command
	Export   string  `json:"export"`   // folder of the parts
	Work     string  `json:"work"`     // folder of the rounds
	Layout   string  `json:"layout"`   // of the parts
	Parts    int     `json:"parts"`    // how many there are
	Rounds   []Round `json:"rounds"`   // one after the other
	Resumed  int     `json:"resumed"`  // rounds that an earlier run has carried out
	Messages uint64  `json:"messages"` // in all rounds together
	// MessageBytes are those of all messages.
	MessageBytes uint64 `json:"message_bytes"`
	Marked       uint64 `json:"marked"` // objects of the whole heap
	Digest       string `json:"digest"` // of these
	// Equal says that count, digest, rounds and messages are those that the export has found.
	Equal bool `json:"equal"`
}

// Round is one round of a mark in parts, or all rounds of earlier runs together.
type Round struct {
	First        int    `json:"first"`         // the same as Number, and 1 for the rounds of earlier runs
	Number       int    `json:"number"`        // of the round, or of the last of them
	Parts        int    `json:"parts"`         // that had something to do; of several rounds the most in one
	Refs         uint64 `json:"refs"`          // distinct objects from which they began
	Marked       uint64 `json:"marked"`        // objects
	Messages     uint64 `json:"messages"`      // references to objects of other parts
	MessageBytes uint64 `json:"message_bytes"` // of these
	NS           int64  `json:"ns"`            // 0 if an earlier run has carried it out
}

// Complete is the number of rounds that are complete.
func (r *Rounds) Complete() uint64 {
	if len(r.Rounds) == 0 {
		return 0
	}
	return uint64(r.Rounds[len(r.Rounds)-1].Number)
}

package schema

// Machine is what the processors and caches of a machine cost, measured with threads that are pinned to processors.
// Times are medians, in nanoseconds. Package cores measures them.
type Machine struct {
	Processors []Processor `json:"processors"` // those that the process may use
	Caches     []Cache     `json:"caches"`     // of the first of them: data and unified ones, by level
	Transfers  []Transfer  `json:"transfers"`  // of all pairs, or of a sample
	Streams    []Stream    `json:"streams"`    // of a few pairs
	Locked     Locked      `json:"locked"`     // what atomic instructions cost
	Loads      []Loads     `json:"loads"`      // by the size of the buffer
}

// Processor is one that runs threads, as the system numbers it. Core and Cache are the lowest numbers of processors that share a
// core with it, as siblings do, and the last level of caches. Socket is the number of its socket. They are -1 where the
// system does not say it. A virtual machine may not say the truth.
type Processor struct {
	Number int `json:"number"` // as the system has it
	Core   int `json:"core"`   // the lowest processor that shares it
	Cache  int `json:"cache"`  // the lowest processor that shares the last level
	Socket int `json:"socket"` // its number
}

// Cache is a level of caches.
type Cache struct {
	Level  int    `json:"level"`      // 1 is the nearest
	Bytes  uint64 `json:"bytes"`      // its size
	Line   uint64 `json:"line_bytes"` // of a line
	Shared int    `json:"shared"`     // by how many processors
}

// Places of two processors, from near to far: what is the nearest thing that they share.
const (
	PlaceCore   = "core"
	PlaceCache  = "cache"
	PlaceSocket = "socket"
	PlaceFar    = "machine"
)

// Place says what two processors share.
func (p *Processor) Place(other *Processor) string {
	switch {
	case p.Core == other.Core && p.Core >= 0:
		return PlaceCore
	case p.Cache == other.Cache && p.Cache >= 0:
		return PlaceCache
	case p.Socket == other.Socket:
		return PlaceSocket
	}
	return PlaceFar
}

// Transfer is how long a line takes from the cache of one processor to that of another: half of a round trip of a line that
// both change in turns by compare-and-swap. It is measured several times, in the course of some seconds: the host of a
// virtual machine may move its processors meanwhile.
type Transfer struct {
	A     int     `json:"a"`        // numbers of processors
	B     int     `json:"b"`        // number of a processor
	Place string  `json:"place"`    // what the two processors share: core, cache, socket or machine
	NS    float64 `json:"ns"`       // the median
	Least float64 `json:"least_ns"` // of the repetitions
	Most  float64 `json:"most_ns"`  // of the repetitions
}

// Stream is how long a line takes if many are on their way at once. Processor From has written the lines. Then To goes over them.
type Stream struct {
	From    int     `json:"from"`        // number of a processor
	To      int     `json:"to"`          // number of a processor
	Place   string  `json:"place"`       // what the two processors share: core, cache, socket or machine
	Apart   float64 `json:"transfer_ns"` // of one line, as Transfer.NS, measured just before
	Lines   int     `json:"lines"`       // how many there were
	InOrder bool    `json:"in_order"`    // lines side by side; else at random places
	Access  string  `json:"access"`      // AccessChase, AccessRead, AccessWrite or AccessLocked
	NS      float64 `json:"ns"`          // a line
	OwnNS   float64 `json:"own_ns"`      // a line that To itself wrote last
}

// The work of [Stream] on each line: a plain load that says which line is next, a plain load, a plain store, a locked Or.
const (
	AccessChase  = "chase"
	AccessRead   = "read"
	AccessWrite  = "write"
	AccessLocked = "locked"
)

// Locked is how long an instruction takes on lines in the first level of the caches, which no other processor wants.
type Locked struct {
	Store    float64 `json:"store_ns"`    // a plain one
	Or       float64 `json:"or_ns"`       // the others are atomic
	Add      float64 `json:"add_ns"`      // with its result
	Swap     float64 `json:"swap_ns"`     // compare-and-swap
	Exchange float64 `json:"exchange_ns"` // a sequentially consistent store
}

// Loads is how long a load takes at random places of a buffer, on one processor. A miss of the TLB is part of it.
type Loads struct {
	Bytes       uint64  `json:"bytes"`          // of the buffer
	Dependent   float64 `json:"dependent_ns"`   // the place of a load is what the one before it has loaded
	Independent float64 `json:"independent_ns"` // many loads at once
	// Together is Independent while all processors do the same, each at its own places in the same buffer. It is 0 where
	// that was not measured.
	Together float64 `json:"together_ns"`
}

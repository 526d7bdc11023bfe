package answer

import "math/bits"

// Crew is the workers of one mark, and what they share.
type Crew struct {
	state  word    // who is active, and whether the mark is over
	places []place // where work lies that any worker may take
}

// The parts of state:
//
//	   63    62 ............... 32  31 ............ 0
//	+------+----------------------+------------------+
//	| done |         joins        |      active      |
//	+------+----------------------+------------------+
//
// Active is the number of active workers. How joins and done are used is yours to decide.
const (
	done       = 1 << 63
	oneJoin    = 1 << 32
	activeMask = 1<<32 - 1
)

// New makes a crew. At first all workers are active, and no place has work.
func New(workers, places int) *Crew {
	c := &Crew{places: make([]place, places)}
	c.state.Store(uint64(workers))
	return c
}

// Work is what each worker does. The function scan returns the objects that it finds in an
// object, and these are new work. Objects are numbers from 1 to 63.
func (c *Crew) Work(scan func(object uint64) (found []uint64)) {
	for {
		object, ok := c.Next()
		if !ok {
			return
		}
		for _, o := range scan(object) {
			c.Put(o)
		}
	}
}

// Put puts an object into its place. Only an active worker calls it.
func (c *Crew) Put(object uint64) { c.places[object%uint64(len(c.places))].put(object) }

// Outcome is how a call of take ended.
type Outcome int

const (
	Took  Outcome = iota // the caller has an object
	Empty                // there was nothing to take
	Lost                 // there was an object, and another worker was faster
)

// place is a set of objects: object i is in it if bit i is set.
type place struct{ objects word }

// empty says whether there is nothing in the place now.
func (p *place) empty() bool { return p.objects.Load() == 0 }

// take takes the object with the lowest number.
func (p *place) take() (object uint64, outcome Outcome) {
	old := p.objects.Load()
	if old == 0 {
		return 0, Empty
	}
	if !p.objects.CompareAndSwap(old, old&(old-1)) {
		return 0, Lost
	}
	return uint64(bits.TrailingZeros64(old)), Took
}

// put adds an object that is in no place.
func (p *place) put(object uint64) { p.objects.Add(1 << object) }

package sim

import (
	"math/bits"
	"math/rand/v2"
)

// Load balancing by random pairs. Processes generate and consume items, and even out
// their loads with each other now and then. How far does the load of a process stay
// above the average?
//
// Danny Hendler and Nir Shavit, "Non-Blocking Steal-Half Work Queues", PODC 2002,
// section 3. The symmetric scheme is that of Rudolph, Slivkin-Allalouf and Upfal, "A
// Simple Load Balancing Scheme for Task Allocation in Parallel Machines", SPAA 1991.
//
// An execution is a series of steps. A step has three parts. First every process
// decides whether it attempts to balance, and with whom. Then some of the attempts
// become balancings of pairs (balance_match.go). Last the application generates and
// consumes items, at most u for each process (balance_load.go).
//
//	     select            approach           decide           move
//	p1 ---> p4         p1 ---> p4         p1 === p4        even out, or
//	p2 ---> p4    =>             |   =>             =>     steal one
//	p3 ---> p1         p3 ---> p1         p3
//	p4                 one of p1, p2      p1 prefers p4
//	                   reaches p4         to p3
//
// The theorems (3.5 and 3.9) say this. Suppose that each process attempts with
// probability mu over its load. Then the expected load of any process at any time is
// below alpha_u times the average at that time. alpha_u depends on neither the number
// of processes nor the application.
//
// Differences from the paper, and why.
//
//	a  Items are whole. A pair that evens out moves half of the difference, rounded
//	   down. Loads that differ by one stay as they are.
//	b  An attempt that could move nothing ends at once and displaces no other attempt.
//	   tryToSteal returns 0 in this case without touching the victim.
//	c  If the attempt of a process was displaced, the process takes part as if it had made
//	   none. The paper leaves this case open.
//
// How the theorems must be read. As they are worded, they do not hold. The proof shows
// that a load above alpha_u times the average does not grow away from the average. But
// the average may fall meanwhile, by u items a step. Then alpha_u times the average
// falls by alpha_u times that. A balancing happens to a given process about every A
// steps, where A is the average. In so many steps the average can be gone: see the load
// pattern Drain. In all that we measured, the theorems hold for loads under which the
// average does not fall and is at least one item for each process. (With fewer items,
// the holder of the only item has n times the average.)
//
// Invariants, at the end of each step.
//
//	(1) The items held are those at the start, plus generated, less consumed.
//	(2) A process has been in at most one balancing of the step.
//	(3) A balancing leaves the load of each of the pair between the two loads that it
//	    found.
//
// Cost: a step takes a few nanoseconds for each process.

// Balance simulates the runs and returns averages over them (Hendler and Shavit, PODC
// 2002, section 3). It uses about 350 bytes for each process, and 8 more for each
// process and run.
func Balance(o BalanceOptions) (BalanceResult, error) {
	if err := o.validate(); err != nil {
		return BalanceResult{}, err
	}
	record := newLoadRecord(&o)
	for i := range o.Runs {
		s := newSystem(&o, o.Seed+uint64(i))
		record.begin()
		for t := range o.Steps {
			record.observe(t, s.load, s.items)
			s.step(t)
		}
		record.finish(s)
	}
	return record.conclude(), nil
}

// system is the state of one execution.
type system struct {
	*BalanceOptions
	random *rand.PCG
	load   []int // L in the paper: items by process
	items  int   // the sum of load
	last   []int // by process: load at its last attempt, for InitiateFactor
	match  matching

	generated, consumed         int // items
	attempts, balancings, moved int // attempts are those that could move items; moved counts items
}

func newSystem(o *BalanceOptions, seed uint64) *system {
	s := &system{
		BalanceOptions: o, random: rand.NewPCG(seed, 0x62616c616e6365),
		load: make([]int, o.Processes), items: o.Processes * o.Start,
		last: make([]int, o.Processes), match: newMatching(o.Processes),
	}
	for p := range s.load {
		s.load[p], s.last[p] = o.Start, o.Start
	}
	return s
}

// step is one time step: section 3.1.
func (s *system) step(t int) {
	s.match.clear()
	for p := range s.load {
		if s.initiates(p) {
			if q := s.other(p); s.gives(p, q) != 0 {
				s.attempts++
				s.match.attempt(p, q, s.below)
			}
		}
	}
	for p, q := range s.match.pairs(s.below) {
		s.balance(p, q)
	}
	s.apply(t)
}

// initiates decides whether p attempts to balance in this step.
func (s *system) initiates(p int) bool {
	l := s.load[p]
	switch s.Scheme.Initiate {
	case InitiateEmpty:
		return l == 0
	case InitiateProbabilistic:
		const unit = 1 << 53
		return l == 0 || float64(s.random.Uint64()>>11)*float64(l) < s.Mu*unit
	}
	if l < 2*max(s.last[p], 1) && 2*l > s.last[p] {
		return false
	}
	s.last[p] = l
	return true
}

// gives returns how many items would move to p if it balanced with q. The number is
// negative if they would move to q.
func (s *system) gives(p, q int) int {
	if s.load[p] > s.load[q] && s.Scheme.Symmetric {
		return -s.Scheme.amount(s.load[p], s.load[q])
	}
	return s.Scheme.amount(s.load[q], s.load[p])
}

func (s *system) balance(p, q int) {
	n := s.gives(p, q)
	s.load[p] += n
	s.load[q] -= n
	s.balancings++
	s.moved += max(n, -n)
}

// other chooses uniformly among the processes that are not p.
func (s *system) other(p int) int {
	if q := s.below(s.Processes - 1); q < p {
		return q
	} else {
		return q + 1
	}
}

// below draws a number from 0 to n-1. Its bias is below n/2^64.
func (s *system) below(n int) int {
	high, _ := bits.Mul64(s.random.Uint64(), uint64(n))
	return int(high)
}

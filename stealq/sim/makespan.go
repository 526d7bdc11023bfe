package sim

// The makespan of independent tasks of one time slot each, under work stealing.
//
// Tchiboukdjian, Gast, Trystram, Roch, Bernard, "A Tighter Analysis of Work Stealing"
// (ISAAC 2010). The model is section 2 and the beginning of section 4. Cooperative
// steals are section 5.
//
// In a time slot every processor with tasks executes one task. Every processor without
// tasks asks another one for work, chosen uniformly at random. A processor that is
// asked divides its tasks. It first takes away the task that it executes:
//
//	         w(t)
//	┌───┬──────────────────┐      standard      victim ⌈(w-1)/2⌉, one thief ⌊(w-1)/2⌋,
//	│ 1 │   w-1 to divide  │                    the other thieves get nothing
//	└───┴──────────────────┘      cooperative   k thieves and the victim: k+1 parts
//	executed                                    that differ by at most one task
//
// Differences from the paper:
//
//   - If several standard requests reach one victim, a random one succeeds in the paper. Here
//     the first in an arbitrary order succeeds. Thieves own nothing when they ask. The choice
//     therefore only permutes the loads and changes no figure. A test compares exact
//     distributions with a model that draws the thief.
//   - The paper executes slot by slot on every processor. This takes W + R steps for R
//     requests. Here a processor is one number: the time at which its tasks end if no thief
//     asks it. To execute a task does not change this number. Only thieves and victims cost
//     time.
//
// With end[i] = now + w_i(now), and now increasing:
//
//	queues[e mod horizon] ──> i ──> j ──> …     busy processors with end ≡ e
//	idle                      i, j, …           processors with w = 0
//
// Invariants between slots:
//
//  1. A processor is in idle if end[i] ≤ now, else in queues[end[i] mod horizon].
//  2. total = Σ max(0, end[i]-now), squares = Σ max(0, end[i]-now)².
//  3. Requests + tasks executed = processors · now.

// horizon is the number of queues of busy processors. A processor whose end is further
// away shares a queue with nearer ones. It is passed over once in each horizon.
const horizon = 1 << 12

// Makespan simulates one run (Tchiboukdjian et al., ISAAC 2010). Its memory grows with
// the processors and not with the tasks. Its time grows with the slots and the
// requests.
func Makespan(o MakespanOptions) (MakespanResult, error) {
	if err := o.check(); err != nil {
		return MakespanResult{}, err
	}
	s := newSchedule(o, newRandom(o.Seed, "steals").IntN)
	return s.run(), nil
}

// schedule is a run in progress.
type schedule struct {
	result MakespanResult
	choose func(n int) int // a uniform random number from 0 to n-1

	now     int
	end     []int          // by processor: when its tasks end if no thief asks it
	idle    []int32        // processors without tasks
	queues  [horizon]int32 // the first processor of each queue, -1 if it is empty
	next    []int32        // the next in the queue, or the next that asks the same victim
	prev    []int32        // the one before in the queue
	total   int            // w(t)
	squares int64          // Σ w_i(t)²

	asked []int32 // processors that were asked in this slot and have something to give
	first []int32 // by processor: the last thief that asked it, -1 if none did
}

func newSchedule(o MakespanOptions, choose func(int) int) *schedule {
	m := len(o.Loads)
	s := &schedule{
		choose: choose,
		end:    make([]int, m), next: make([]int32, m), prev: make([]int32, m), first: make([]int32, m),
	}
	for q := range s.queues {
		s.queues[q] = -1
	}
	for i, w := range o.Loads {
		s.first[i] = -1
		s.end[i] = w
		s.total += w
		s.squares += square(w)
		s.file(int32(i))
	}
	s.result = MakespanResult{Stealing: o.Stealing, Processors: m, Tasks: s.total}
	s.result.Potential = s.potential()
	return s
}

// run simulates the schedule from its beginning to its end.
func (s *schedule) run() MakespanResult {
	for s.total > 0 {
		s.slot()
	}
	s.result.Makespan = s.now
	return s.result
}

// slot is one time step.
func (s *schedule) slot() {
	s.ask()
	s.execute()
	s.divide()
	s.advance()
}

// ask lets every idle processor ask another one. A processor gives nothing if it has no
// task, or only the one that it executes in this slot.
func (s *schedule) ask() {
	s.result.Requests += uint64(len(s.idle))
	if !s.balanced() {
		s.result.Unbalanced += uint64(len(s.idle))
	}
	for _, thief := range s.idle {
		if len(s.end) == 1 {
			return
		}
		victim := int32(s.choose(len(s.end) - 1))
		if victim >= thief {
			victim++ // any but itself
		}
		if s.end[victim] < s.now+2 {
			continue
		}
		if s.first[victim] < 0 {
			s.asked = append(s.asked, victim)
		}
		s.next[thief], s.first[victim] = s.first[victim], thief
	}
}

// execute lets every busy processor execute one task.
func (s *schedule) execute() {
	active := len(s.end) - len(s.idle)
	s.squares += int64(active) - 2*int64(s.total) // (w-1)² = w² - 2w + 1
	s.total -= active
}

// divide lets each victim share the tasks that it has left.
func (s *schedule) divide() {
	for _, victim := range s.asked {
		thieves := 1
		if s.result.Stealing == Cooperative {
			thieves = s.asking(victim)
		}
		s.share(victim, thieves)
		s.first[victim] = -1
	}
	s.asked = s.asked[:0]
}

// asking returns how many thieves ask the victim.
func (s *schedule) asking(victim int32) (n int) {
	for thief := s.first[victim]; thief >= 0; thief = s.next[thief] {
		n++
	}
	return n
}

// share divides the victim's tasks into parts: one for the victim, and one for each of
// so many thieves. If the parts cannot be equal, the larger parts go to the victim
// first.
func (s *schedule) share(victim int32, thieves int) {
	rest := s.end[victim] - s.now - 1
	part, larger := rest/(thieves+1), rest%(thieves+1)
	s.squares += int64(larger)*square(part+1) + int64(thieves+1-larger)*square(part) - square(rest)
	thief := s.first[victim]
	s.unfile(victim)
	s.give(victim, part, &larger)
	for range thieves {
		next := s.next[thief] // read before give, which changes it
		if got := s.give(thief, part, &larger); got > 0 {
			s.result.Granted++
			s.result.Moved += uint64(got)
		}
		thief = next
	}
}

// give gives the processor a part, and one task more while there are larger parts. It
// returns the size of the part.
func (s *schedule) give(i int32, part int, larger *int) int {
	if *larger > 0 {
		*larger--
		part++
	}
	if part > 0 {
		s.end[i] = s.now + 1 + part
		s.file(i)
	}
	return part
}

// advance begins the next slot. Thieves that got tasks leave the idle processors.
// Processors whose tasks end now join them.
func (s *schedule) advance() {
	s.now++
	still := s.idle[:0]
	for _, i := range s.idle {
		if s.end[i] <= s.now {
			still = append(still, i)
		}
	}
	s.idle = still
	for i := s.queues[s.now%horizon]; i >= 0; {
		next := s.next[i]
		if s.end[i] == s.now {
			s.unfile(i)
			s.idle = append(s.idle, i)
		}
		i = next
	}
}

// file puts a processor into idle or into a queue, as its end says.
func (s *schedule) file(i int32) {
	if s.end[i] <= s.now {
		s.idle = append(s.idle, i)
		return
	}
	q := &s.queues[s.end[i]%horizon]
	s.prev[i], s.next[i] = -1, *q
	if *q >= 0 {
		s.prev[*q] = i
	}
	*q = i
}

// unfile takes a busy processor out of its queue.
func (s *schedule) unfile(i int32) {
	if s.prev[i] >= 0 {
		s.next[s.prev[i]] = s.next[i]
	} else {
		s.queues[s.end[i]%horizon] = s.next[i]
	}
	if s.next[i] >= 0 {
		s.prev[s.next[i]] = s.prev[i]
	}
}

func square(w int) int64 { return int64(w) * int64(w) }

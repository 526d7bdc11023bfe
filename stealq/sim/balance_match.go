package sim

import "iter"

// Which attempts of a step become balancings: section 3.1 of Hendler and Shavit,
// PODC 2002.
//
//	selects     p's attempt is at q
//	approaches  of those that select q, one, chosen at random, approaches it
//	decides     a process that approaches one process and is approached by another
//	            decides between them with equal probability
//	balances    p and q, if one approaches the other and both decide for that
//
// At most one approaches a process, and a process approaches at most one, so the
// approaches form paths and rings, and deciding cuts these into pairs:
//
//	p1 ---> p4 ---> p2 ---> p7        each arrow is an approach
//	   ===> p4 <...                   p4 decides for p1, p2 for p7:
//	                   ===> p7        two balancings
//
// Two that approach each other decide nothing and balance, once.

// nobody stands for no process.
const nobody = -1

// matching is what the processes of one step want.
type matching struct {
	rivals  []int32 // attempts at the process
	winner  []int32 // who approaches the process
	target  []int32 // whom the process approaches
	choice  []int32 // for whom the process decides
	touched []int32 // the processes whose entries above are not at rest
	chosen  []int32 // the processes at which there is an attempt
}

func newMatching(processes int) matching {
	m := matching{
		rivals: make([]int32, processes), winner: make([]int32, processes),
		target: make([]int32, processes), choice: make([]int32, processes),
	}
	for p := range processes {
		m.rest(int32(p))
	}
	return m
}

func (m *matching) rest(p int32) {
	m.rivals[p], m.winner[p], m.target[p], m.choice[p] = 0, nobody, nobody, nobody
}

// clear forgets the attempts of the last step.
func (m *matching) clear() {
	for _, p := range m.touched {
		m.rest(p)
	}
	m.touched, m.chosen = m.touched[:0], m.chosen[:0]
}

// attempt notes that p selects q. The k-th to select q displaces the one before
// with probability 1/k, so each is as likely to be the last.
func (m *matching) attempt(p, q int, below func(int) int) {
	m.touched = append(m.touched, int32(p), int32(q))
	if m.rivals[q]++; m.rivals[q] == 1 {
		m.chosen = append(m.chosen, int32(q))
	}
	if below(int(m.rivals[q])) == 0 {
		m.winner[q] = int32(p)
	}
}

// pairs yields each balancing, the process that approaches first.
func (m *matching) pairs(below func(int) int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for _, q := range m.chosen {
			m.target[m.winner[q]] = q
		}
		for _, p := range m.touched {
			m.decide(p, below)
		}
		for _, q := range m.chosen {
			p := m.winner[q]
			both := m.target[q] == p && q < p // the other turn yields it
			if m.choice[p] == q && m.choice[q] == p && !both && !yield(int(p), int(q)) {
				return
			}
		}
	}
}

// decide settles for whom p decides, if that is open.
func (m *matching) decide(p int32, below func(int) int) {
	by, at := m.winner[p], m.target[p]
	switch {
	case m.choice[p] != nobody:
	case by == nobody || by == at:
		m.choice[p] = at
	case at == nobody || below(2) == 0:
		m.choice[p] = by
	default:
		m.choice[p] = at
	}
}

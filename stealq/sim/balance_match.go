package sim

import "iter"

// This file decides which attempts of a step become balancings: section 3.1 of Hendler
// and Shavit, PODC 2002.
//
//	selects     p's attempt is at q
//	approaches  of those that select q, one, chosen at random, approaches it
//	decides     a process that approaches one process and is approached by another
//	            decides between them with equal probability
//	balances    p and q, if one approaches the other and both decide for that
//
// At most one process approaches a process, and a process approaches at most one. The
// approaches therefore form paths and rings. The decisions cut these into pairs:
//
//	p1 ---> p4 ---> p2 ---> p7        each arrow is an approach
//	   ===> p4 <...                   p4 decides for p1, p2 for p7:
//	                   ===> p7        two balancings
//
// Two processes that approach each other decide nothing and balance once.

// nobody is the number that means no process.
const nobody = -1

// matching holds what the processes of one step want. The first four slices have an
// entry for each process.
type matching struct {
	rivals  []int32 // number of attempts at the process
	winner  []int32 // the process that approaches it
	target  []int32 // the process that it approaches
	choice  []int32 // the process for which it decides
	touched []int32 // the processes whose entries above may have changed
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

// attempt notes that p selects q. The k-th process to select q displaces the one before
// with probability 1/k. Each process is therefore equally likely to remain.
func (m *matching) attempt(p, q int, below func(int) int) {
	m.touched = append(m.touched, int32(p), int32(q))
	if m.rivals[q]++; m.rivals[q] == 1 {
		m.chosen = append(m.chosen, int32(q))
	}
	if below(int(m.rivals[q])) == 0 {
		m.winner[q] = int32(p)
	}
}

// pairs yields each balancing. The first of a pair is the process that approaches the
// other.
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

// decide settles for which process p decides, if this is not settled yet.
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

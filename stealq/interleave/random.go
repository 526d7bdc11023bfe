package interleave

import (
	"math/bits"
	"math/rand/v2"
)

// priorities is the chooser of Random. The thread with the highest priority goes on.
// Priorities are random at first and change at random steps: Burckhardt, Kothari,
// Musuvathi and Nagarakatte, "A randomized scheduler with probabilistic guarantees of
// finding bugs", ASPLOS
// 2010. The algorithm needs the number of steps of an execution. It takes the length of the
// longest execution before.
type priorities struct {
	random   *rand.Rand
	left     int // executions still to come
	changes  int // of priorities, in each execution
	longest  int // steps of the longest execution so far
	priority [maxThreads]int
	at       []int // steps at which the running thread falls behind all others
}

func newPriorities(o Options) *priorities {
	p := &priorities{random: rand.New(rand.NewPCG(o.Seed, 0)), left: o.Executions, changes: o.Changes, longest: 1}
	if p.left == 0 {
		p.left = 1000
	}
	if p.changes == 0 {
		p.changes = 3
	}
	p.draw()
	return p
}

// draw chooses the priorities of the next execution, and the steps at which they change.
func (p *priorities) draw() {
	for i, v := range p.random.Perm(maxThreads) {
		p.priority[i] = v
	}
	p.at = p.at[:0]
	for range p.changes {
		p.at = append(p.at, p.random.IntN(p.longest))
	}
}

func (p *priorities) choose(w *World, open uint32, last int) int {
	for i, at := range p.at {
		if at == len(w.events) && last >= 0 {
			p.priority[last] = -1 - i
		}
	}
	best := bits.TrailingZeros32(open)
	for set := open; set != 0; set &= set - 1 {
		if t := bits.TrailingZeros32(set); p.priority[t] > p.priority[best] {
			best = t
		}
	}
	return best
}

func (p *priorities) another(w *World, _ bool) bool {
	p.longest = max(p.longest, len(w.events))
	p.left--
	p.draw()
	return p.left > 0
}

package sim

import (
	"math/big"
	"slices"
)

// literal is the paper's model word for word: every processor in every slot,
// and of several standard requests to one victim a random one succeeds.
type literal struct {
	stealing Stealing
	loads    []int
	choose   func(int) int
	result   MakespanResult

	// takesCeiling is a mistake, for a test of the tests: the thief, and not the
	// victim, gets the larger half.
	takesCeiling bool
}

func (l *literal) run() MakespanResult {
	l.result = MakespanResult{Stealing: l.stealing, Processors: len(l.loads), Tasks: sum(l.loads)}
	l.result.Potential = float64(l.timesPotential()) / float64(len(l.loads))
	for sum(l.loads) > 0 {
		l.slot()
		l.result.Makespan++
	}
	return l.result
}

// slot is one time step.
func (l *literal) slot() {
	unbalanced := l.timesPotential() > len(l.loads)
	asks := make([][]int, len(l.loads))
	next := slices.Clone(l.loads)
	for i, w := range l.loads {
		if w > 0 {
			next[i]--
			continue
		}
		l.result.Requests++
		if unbalanced {
			l.result.Unbalanced++
		}
		victim := l.choose(len(l.loads) - 1)
		if victim >= i {
			victim++
		}
		asks[victim] = append(asks[victim], i)
	}
	for victim, thieves := range asks {
		if l.loads[victim] > 1 && len(thieves) > 0 {
			l.serve(next, victim, thieves)
		}
	}
	l.loads = next
}

func (l *literal) serve(next []int, victim int, thieves []int) {
	rest := l.loads[victim] - 1
	if l.stealing == Standard {
		thief := thieves[l.choose(len(thieves))]
		next[victim], next[thief] = (rest+1)/2, rest/2
		if l.takesCeiling {
			next[victim], next[thief] = next[thief], next[victim]
		}
		l.count(next[thief])
		return
	}
	k := len(thieves)
	q, r := rest/(k+1), rest%(k+1) // w = (k+1)q + r + 1
	for part, i := range append([]int{victim}, thieves...) {
		next[i] = q
		if part < r {
			next[i]++
		}
		if i != victim {
			l.count(next[i])
		}
	}
}

func (l *literal) count(moved int) {
	if moved > 0 {
		l.result.Granted++
		l.result.Moved += uint64(moved)
	}
}

// timesPotential is m Φ(t), a whole number: m² times the squared distances from
// the mean, over m, in Section 4; m Σw² in Section 5.
func (l *literal) timesPotential() (phi int) {
	m, mean := len(l.loads), 0
	if l.stealing == Standard {
		mean = sum(l.loads) // m times
	}
	for _, w := range l.loads {
		phi += (m*w - mean) * (m*w - mean)
	}
	return phi / m
}

func sum(loads []int) (total int) {
	for _, w := range loads {
		total += w
	}
	return total
}

// choices enumerates all outcomes of a program's choices, each with its
// probability. The program must be a function of them.
type choices struct {
	taken, of []int
	next      int
}

// choose is uniform in 0 to n-1.
func (c *choices) choose(n int) int {
	if c.next == len(c.taken) {
		c.taken, c.of = append(c.taken, 0), append(c.of, n)
	}
	c.next++
	return c.taken[c.next-1]
}

// another goes to the next outcome, if there is one.
func (c *choices) another() bool {
	c.next = 0
	for i := len(c.taken) - 1; i >= 0; i-- {
		if c.taken[i]++; c.taken[i] < c.of[i] {
			c.taken, c.of = c.taken[:i+1], c.of[:i+1]
			return true
		}
	}
	return false
}

// probability is that of the outcome whose program has ended.
func (c *choices) probability() *big.Rat {
	p := int64(1)
	for _, n := range c.of {
		p *= int64(n)
	}
	return big.NewRat(1, p)
}

// distribution has the probability of each result.
type distribution map[string]*big.Rat

// exactly runs the program for all outcomes and returns the distribution of
// what it says, and how many outcomes there were.
func exactly(program func(choose func(int) int) string) (d distribution, outcomes int) {
	d = distribution{}
	c := &choices{}
	for more := true; more; more = c.another() {
		key := program(c.choose)
		if d[key] == nil {
			d[key] = new(big.Rat)
		}
		d[key].Add(d[key], c.probability())
		outcomes++
	}
	return d, outcomes
}

// differs returns a key that the distributions disagree about, "" if none.
func (d distribution) differs(from distribution) string {
	for key, p := range d {
		if q := from[key]; q == nil || p.Cmp(q) != 0 {
			return key
		}
	}
	for key := range from {
		if d[key] == nil {
			return key
		}
	}
	return ""
}

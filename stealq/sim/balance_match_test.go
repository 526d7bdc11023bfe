package sim

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// outcomes plays a game of chance in every way, and returns the probability of
// each outcome. The game draws uniformly from 0 to n-1 by calling below(n).
func outcomes(play func(below func(n int) int) string) map[string]float64 {
	all := map[string]float64{}
	var script, ranges []int
	for {
		drawn, chance := 0, 1.0
		outcome := play(func(n int) int {
			if drawn == len(script) {
				script, ranges = append(script, 0), append(ranges, n)
			}
			drawn++
			chance /= float64(n)
			return script[drawn-1]
		})
		all[outcome] += chance
		last := len(script) - 1
		for last >= 0 && script[last]+1 == ranges[last] {
			last--
		}
		if last < 0 {
			return all
		}
		script[last]++
		script, ranges = script[:last+1], ranges[:last+1]
	}
}

// literalPairs is section 3.1 read aloud. selects[p] is the process that p
// selects, or nobody.
func literalPairs(selects []int, below func(int) int) (pairs [][2]int) {
	n := len(selects)
	approaches, approachedBy := slices.Repeat([]int{nobody}, n), slices.Repeat([]int{nobody}, n)
	for q := range n {
		var rivals []int
		for p := range n {
			if selects[p] == q {
				rivals = append(rivals, p)
			}
		}
		if rivals != nil {
			p := rivals[below(len(rivals))]
			approaches[p], approachedBy[q] = q, p
		}
	}
	decides := slices.Repeat([]int{nobody}, n)
	for q := range n {
		p, r := approachedBy[q], approaches[q]
		switch {
		case p == nobody:
			decides[q] = r
		case r == nobody || r == p:
			decides[q] = p
		default:
			decides[q] = []int{p, r}[below(2)]
		}
	}
	for p := range n {
		for q := p + 1; q < n; q++ {
			if decides[p] == q && decides[q] == p {
				pairs = append(pairs, [2]int{p, q})
			}
		}
	}
	return pairs
}

// eachSelection calls f with every way in which n processes select others or
// nobody.
func eachSelection(n int, f func(selects []int)) {
	selects := slices.Repeat([]int{nobody}, n)
	for {
		f(selects)
		p := 0
		for p < n && selects[p] == n-1 {
			selects[p] = nobody
			p++
		}
		if p == n {
			return
		}
		selects[p]++
	}
}

// TestMatchingExhaustive: for every selection of up to five processes, the
// matching has the distribution that the paper's rules have.
func TestMatchingExhaustive(t *testing.T) {
	largest := 5
	if testing.Short() {
		largest = 4
	}
	selections, rings, contests := 0, 0, 0
	for n := 2; n <= largest; n++ {
		m := newMatching(n)
		eachSelection(n, func(selects []int) {
			for p, q := range selects {
				if q == p {
					return
				}
			}
			selections++
			want := outcomes(func(below func(int) int) string { return fmt.Sprint(literalPairs(selects, below)) })
			got := outcomes(func(below func(int) int) string { return fmt.Sprint(pairsOf(&m, selects, below)) })
			require.Len(t, got, len(want), "%v: %v, want %v", selects, got, want)
			for pairs, chance := range want {
				require.InDelta(t, chance, got[pairs], 1e-12, "selections %v, pairs %s", selects, pairs)
			}
			if selects[0] == 1 && selects[1] == 0 {
				rings++
			}
			if len(want) > 1 {
				contests++
			}
		})
	}
	assert.Positive(t, rings)
	assert.Greater(t, contests, selections/3)
}

func pairsOf(m *matching, selects []int, below func(int) int) (pairs [][2]int) {
	m.clear()
	for p, q := range selects {
		if q != nobody {
			m.attempt(p, q, below)
		}
	}
	for p, q := range m.pairs(below) {
		pairs = append(pairs, [2]int{min(p, q), max(p, q)})
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return a[0] - b[0] })
	return pairs
}

// selection is a way in which processes select each other, and the probability,
// for every pair, that they balance.
type selection struct {
	selects []int
	share   map[[2]int]float64
}

// selectionsOf are all for n processes.
func selectionsOf(n int) (all []selection) {
	eachSelection(n, func(selects []int) {
		for p, q := range selects {
			if p == q {
				return
			}
		}
		s := selection{slices.Clone(selects), map[[2]int]float64{}}
		for p := range n {
			for q := p + 1; q < n; q++ {
				s.share[[2]int{p, q}] = outcomes(func(below func(int) int) string {
					return fmt.Sprint(slices.Contains(literalPairs(selects, below), [2]int{p, q}))
				})["true"]
			}
		}
		all = append(all, s)
	})
	return all
}

// chances are the exact probabilities that one of p and q selects the other, and
// that they balance, when all attempt with probability mu over their load.
func chances(all []selection, loads []int, mu float64, p, q int) (selected, balanced float64) {
	for _, s := range all {
		chance := 1.0
		for x, y := range s.selects {
			attempt := min(1, mu/float64(loads[x]))
			if y == nobody {
				chance *= 1 - attempt
			} else {
				chance *= attempt / float64(len(loads)-1)
			}
		}
		if s.selects[p] == q || s.selects[q] == p {
			selected += chance
		}
		balanced += chance * s.share[[2]int{p, q}]
	}
	return selected, balanced
}

// TestSelectAndBalance: lemmas 3.1 and 3.3 for four processes with loads of 1 to
// 4 in every combination.
//
// Reference: Hendler and Shavit, PODC 2002, section 3.2.
func TestSelectAndBalance(t *testing.T) {
	const mu = 1.0
	all := selectionsOf(4)
	for code := range 4 * 4 * 4 {
		loads := []int{1 + code&3, 1 + code>>2&3, 1 + code>>4&3, 3}
		for p := range loads {
			for q := p + 1; q < len(loads); q++ {
				selected, balanced := chances(all, loads, mu, p, q)
				lemma := 1 - (1-mu/float64(loads[p])/3)*(1-mu/float64(loads[q])/3)
				require.InDelta(t, lemma, selected, 1e-12)
				require.Greater(t, balanced, selected/(2*math.E*math.E), "loads %v, pair %d %d", loads, p, q)
				require.LessOrEqual(t, balanced, selected+1e-12)
			}
		}
	}
}

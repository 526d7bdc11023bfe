package pairs

import "slices"

// compatible reports whether value v of factor f and value w of factor g may stand in
// one row. f is less than g.
type compatible func(f, v, g, w int) bool

// pair is a value v of factor f, and a value w of factor g. f is less than g.
type pair struct{ f, v, g, w int }

// unset is the value of a factor that has none yet.
const unset = -1

// coverPairs returns rows. Each row has a value of every factor. Any two values of
// different factors that can stand in one row do so at least once. This is called a
// covering array of strength two. sizes says how many values each factor has.
//
// The source is Cohen, Dalal, Fredman and Patton, "The AETG System: An Approach to
// Testing Based on Combinatorial Design" (IEEE Transactions on Software Engineering
// 23(7), 1997). The algorithm is greedy. It makes one row at a time:
//
//  1. The row begins with the first pair that is still missing.
//  2. Each other factor takes the value that adds most missing pairs.
//
// AETG makes some choices at random. We do not: the result depends only on the
// arguments.
func coverPairs(sizes []int, ok compatible) (rows [][]int) {
	pairs := compatiblePairs(sizes, ok)
	g := &greedy{sizes: sizes, ok: ok, missing: map[pair]bool{}}
	for _, p := range pairs {
		g.missing[p] = true
	}
	for _, p := range pairs {
		if !g.missing[p] {
			continue
		}
		row := slices.Repeat([]int{unset}, len(sizes))
		row[p.f], row[p.g] = p.v, p.w
		if !g.complete(row, 0) {
			continue // these two fit, but no third factor fits both
		}
		for _, q := range pairsIn(row) {
			delete(g.missing, q)
		}
		rows = append(rows, row)
		g.turn++
	}
	return rows
}

// greedy is an array that is not finished.
type greedy struct {
	sizes   []int
	ok      compatible
	missing map[pair]bool
	turn    int // how many rows there are; among equal values, the search begins here
}

// complete gives a value to each factor from f on that has none. If its choices leave
// a factor without a value that fits, it goes back, and tries others. False means
// that no choice fits.
func (g *greedy) complete(row []int, f int) bool {
	for f < len(row) && row[f] != unset {
		f++
	}
	if f == len(row) {
		return true
	}
	for _, v := range g.best(row, f) {
		row[f] = v
		if g.complete(row, f+1) {
			return true
		}
	}
	row[f] = unset
	return false
}

// best returns the values of factor f that fit the row. Those that add most missing
// pairs come first.
func (g *greedy) best(row []int, f int) []int {
	var values []int
	gain := make([]int, g.sizes[f])
	for i := range g.sizes[f] {
		v := (i + g.turn) % g.sizes[f]
		row[f] = v
		if fits(row, f, g.ok) {
			values = append(values, v)
			gain[v] = g.added(row, f)
		}
	}
	row[f] = unset
	slices.SortStableFunc(values, func(a, b int) int { return gain[b] - gain[a] })
	return values
}

// added counts the missing pairs that factor f's value forms with the other values of
// the row.
func (g *greedy) added(row []int, f int) (n int) {
	for _, p := range pairsIn(row) {
		if (p.f == f || p.g == f) && g.missing[p] {
			n++
		}
	}
	return n
}

// product returns every row whose values fit one another.
func product(sizes []int, ok compatible) (rows [][]int) {
	row := slices.Repeat([]int{unset}, len(sizes))
	var extend func(f int)
	extend = func(f int) {
		if f == len(row) {
			rows = append(rows, slices.Clone(row))
			return
		}
		for v := range sizes[f] {
			row[f] = v
			if fits(row, f, ok) {
				extend(f + 1)
			}
		}
		row[f] = unset
	}
	extend(0)
	return rows
}

// fits reports whether factor f's value fits all other values of the row.
func fits(row []int, f int, ok compatible) bool {
	for _, p := range pairsIn(row) {
		if (p.f == f || p.g == f) && !ok(p.f, p.v, p.g, p.w) {
			return false
		}
	}
	return true
}

// pairsIn returns the pairs of values in a row. Factors without a value are left out.
func pairsIn(row []int) (pairs []pair) {
	for f, v := range row {
		for g := f + 1; g < len(row); g++ {
			if w := row[g]; v != unset && w != unset {
				pairs = append(pairs, pair{f, v, g, w})
			}
		}
	}
	return pairs
}

// compatiblePairs returns every pair of values that fit each other, in order.
func compatiblePairs(sizes []int, ok compatible) (pairs []pair) {
	for f := range sizes {
		for g := f + 1; g < len(sizes); g++ {
			for v := range sizes[f] {
				for w := range sizes[g] {
					if ok(f, v, g, w) {
						pairs = append(pairs, pair{f, v, g, w})
					}
				}
			}
		}
	}
	return pairs
}

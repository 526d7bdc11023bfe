package pairs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

func space() Space {
	return Space{Shapes: []string{"list", "tree", "random"}, Deques: stealq.Kinds(), Workers: []int{2, 5}}
}

// Whatever pair of values occurs in the full product occurs among the pairs,
// and nothing but what is in the product does. The pairs are counted from the
// cases, not from the generator's rows.
func TestPairsCoverTheProduct(t *testing.T) {
	s := space()
	pairs, full := s.Pairs(), s.Full()
	covered, valid := map[[2]any]bool{}, map[[2]any]bool{}
	inFull := map[choices]bool{}
	for _, c := range pairs {
		for _, p := range valuePairs(c) {
			covered[p] = true
		}
	}
	for _, c := range full {
		for _, p := range valuePairs(c) {
			valid[p] = true
			if !covered[p] {
				t.Errorf("%v is in no case", p)
			}
		}
		c.Options.Tuning.Seed = 0
		inFull[choicesOf(c)] = true
	}
	for _, c := range pairs {
		require.NoError(t, c.Options.Validate())
		c.Options.Tuning.Seed = 0
		require.True(t, inFull[choicesOf(c)], "%+v", c)
	}
	require.Len(t, inFull, len(full), "a combination occurs twice")
	require.Len(t, covered, len(valid))
	require.Less(t, len(pairs)*20, len(full), "no better than the product")
	require.Equal(t, pairs, s.Pairs(), "not the same twice")
	t.Logf("%d pairs of values in %d cases; %d in the product", len(valid), len(pairs), len(full))
}

// choices are all that is chosen in a case, to be compared.
type choices struct {
	shape                              string
	deque                              *stealq.Kind
	workers, grain, capacity, overflow int
	tuning                             tune.Tuning
}

func choicesOf(c Case) choices {
	o := c.Options
	return choices{c.Shape, o.Deque, o.Workers, o.Grain, o.Capacity, o.OverflowBlocks, o.Tuning}
}

// valuePairs returns the pairs of values in a case, each value with its type.
func valuePairs(c Case) (pairs [][2]any) {
	type shape string
	type workers int
	o := c.Options
	values := []any{shape(c.Shape), o.Deque, o.Tuning.Amount, o.Tuning.Steal, o.Tuning.Victim, o.Tuning.Idle, o.Tuning.Marking, room{o.Grain, o.Capacity, o.OverflowBlocks}, workers(o.Workers)}
	for i, v := range values {
		for _, w := range values[i+1:] {
			pairs = append(pairs, [2]any{v, w})
		}
	}
	return pairs
}

// Every combination that Validate accepts and that names an amount which the
// queue offers is in the product, which is all that the battery leaves out.
func TestFullIsEverythingValid(t *testing.T) {
	s := space()
	want, roomy := 0, 0
	for _, r := range rooms {
		for _, m := range markings {
			if m != tune.MarkingOwner || r.grain > 1 {
				roomy++
			}
		}
	}
	require.Less(t, roomy, len(rooms)*len(markings))
	for _, kind := range s.Deques {
		for _, amount := range stealq.Amounts() {
			for _, steal := range steals {
				for _, victim := range victims {
					o := mark.Options{Deque: kind, Tuning: tune.Tuning{Amount: amount, Steal: steal, Victim: victim}}
					if kind.Offers(amount) && o.Validate() == nil {
						want += len(s.Shapes) * len(idles) * roomy * len(s.Workers)
					}
				}
			}
		}
	}
	require.Len(t, s.Full(), want)
}

// The lists of values are complete: the next value of each policy has no name.
func TestValuesAreComplete(t *testing.T) {
	require.Error(t, mark.Options{Tuning: tune.Tuning{Steal: tune.StealPolicy(len(steals))}}.Validate())
	require.Error(t, mark.Options{Tuning: tune.Tuning{Victim: tune.VictimPolicy(len(victims))}}.Validate())
	require.Error(t, mark.Options{Tuning: tune.Tuning{Idle: tune.IdlePolicy(len(idles))}}.Validate())
	require.Error(t, mark.Options{Tuning: tune.Tuning{Marking: tune.Marking(len(markings))}}.Validate())
	for _, r := range rooms {
		require.NoError(t, mark.Options{Grain: r.grain, Capacity: r.capacity, OverflowBlocks: r.overflow}.Validate())
	}
}

// Small arrays, with values that exclude each other in every way: what the array
// covers is what some row of the product has. Sizes up to 3 by 3 by 2 by 3
// are tried with every set of forbidden pairs of the first two factors, and with
// chains that make the generator go back.
func TestCoverPairsExhaustively(t *testing.T) {
	for first := 1; first <= 3; first++ {
		for second := 1; second <= 3; second++ {
			sizes := []int{first, second, 2, 3}
			for forbidden := range 1 << (first * second) {
				requireCovering(t, sizes, func(f, v, g, w int) bool {
					return f != 0 || g != 1 || forbidden>>(v*second+w)&1 == 0
				})
			}
		}
	}
	// The last factor fits only one value of each of the others.
	requireCovering(t, []int{3, 3, 3, 3}, func(f, v, g, w int) bool { return g != 3 || v == w })
	requireCovering(t, []int{3, 3, 3, 3}, func(f, v, g, w int) bool { return v == w })
	requireCovering(t, []int{2, 2, 2}, func(f, v, g, w int) bool { return v != w }) // nothing fits
}

func requireCovering(t *testing.T, sizes []int, ok compatible) {
	t.Helper()
	want, got := map[pair]bool{}, map[pair]bool{}
	for _, row := range product(sizes, ok) {
		for _, p := range pairsIn(row) {
			want[p] = true
		}
	}
	for _, row := range coverPairs(sizes, ok) {
		for _, p := range pairsIn(row) {
			got[p] = true
		}
	}
	require.Equal(t, want, got)
}

// TestRowsAreFew: each value is taken for what it adds, so there are not many more rows
// than the two largest factors have pairs. Values in turn would take half as many again.
func TestRowsAreFew(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		most  int
	}{
		{[]int{4, 4, 4, 4, 4}, 26}, {[]int{10, 2, 2, 2, 2}, 22}, {[]int{5, 4, 3, 2, 3, 4, 5}, 30}, {[]int{2, 2, 2, 2, 2, 2, 2, 2}, 10},
	} {
		rows := coverPairs(c.sizes, func(f, v, g, w int) bool { return true })
		require.LessOrEqual(t, len(rows), c.most, "sizes %v", c.sizes)
	}
}

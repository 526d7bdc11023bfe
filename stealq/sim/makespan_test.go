package sim

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMakespanSlot: after one slot of a small system, over all outcomes of all choices,
// the loads have exactly the probabilities that they have in the literal model. It comes
// before the whole runs, for a wrong slot may have runs go on for ever.
func TestMakespanSlot(t *testing.T) {
	slots, most := 0, 4
	if testing.Short() {
		most = 3
	}
	for loads := range upTo(4, most) {
		if sum(loads) == 0 {
			continue
		}
		for _, stealing := range Stealings() {
			d, _ := exactly(func(choose func(int) int) string {
				s := newSchedule(MakespanOptions{Loads: loads, Stealing: stealing}, choose)
				s.slot()
				return sorted(s.loads())
			})
			twin, _ := exactly(func(choose func(int) int) string {
				l := &literal{stealing: stealing, loads: slices.Clone(loads), choose: choose}
				l.slot()
				return sorted(l.loads)
			})
			require.Empty(t, d.differs(twin), "%v %v", stealing, loads)
			slots++
		}
	}
	require.Equal(t, 2*((most+1)*(most+1)*(most+1)*(most+1)-1), slots)
}

// TestSlowMakespanIsThePapersModel does the same for whole runs of smaller systems, and
// compares their results.
func TestSlowMakespanIsThePapersModel(t *testing.T) {
	tagged.Slow(t)
	sizes := []struct{ processors, tasks int }{{1, 6}, {2, 9}, {3, 7}, {4, 4}}
	if testing.Short() {
		sizes[3].tasks = 3
	}
	outcomes, starts := 0, 0
	for _, size := range sizes {
		for tasks := 1; tasks <= size.tasks; tasks++ {
			for loads := range spread(size.processors, tasks) {
				for _, stealing := range Stealings() {
					d, n := exactly(func(choose func(int) int) string {
						return figures(newSchedule(MakespanOptions{Loads: loads, Stealing: stealing}, choose).run())
					})
					twin, _ := exactly(func(choose func(int) int) string {
						return figures((&literal{stealing: stealing, loads: slices.Clone(loads), choose: choose}).run())
					})
					require.Empty(t, d.differs(twin), "%v %v", stealing, loads)
					outcomes, starts = outcomes+n, starts+1
				}
			}
		}
	}
	require.Greater(t, outcomes, 1_000)
	t.Logf("%d starts, %d outcomes", starts, outcomes)
}

// figures has the potential to nine digits: the twin's is exact.
func figures(r MakespanResult) string {
	phi := r.Potential
	r.Potential = 0
	return fmt.Sprintf("%v Φ %.9g", r, phi)
}

// TestMakespanTestsTellApart: a thief that takes the larger half is noticed.
func TestMakespanTestsTellApart(t *testing.T) {
	loads := []int{4, 0, 0}
	var d [2]distribution
	for i, mistake := range []bool{false, true} {
		d[i], _ = exactly(func(choose func(int) int) string {
			return figures((&literal{loads: slices.Clone(loads), choose: choose, takesCeiling: mistake}).run())
		})
	}
	require.NotEmpty(t, d[0].differs(d[1]))
}

// TestMakespanBoundsExactly: in small systems the expected makespan and its
// tail, known exactly, obey Theorems 2 and 3 from any start.
func TestMakespanBoundsExactly(t *testing.T) {
	for tasks := 1; tasks <= 7; tasks++ {
		for loads := range spread(3, tasks) {
			for _, stealing := range Stealings() {
				mean := new(big.Rat)
				tail := map[int]*big.Rat{}
				d := makespans(loads, stealing)
				for c, p := range d {
					mean.Add(mean, new(big.Rat).Mul(big.NewRat(int64(c), 1), p))
					tail[c] = new(big.Rat)
					for longer, p := range d {
						if longer >= c {
							tail[c].Add(tail[c], p)
						}
					}
				}
				exact, _ := mean.Float64()
				require.LessOrEqual(t, exact, stealing.Bound(3, tasks), "%v %v", stealing, loads)
				for c, p := range tail {
					epsilon, _ := p.Float64()
					require.LessOrEqual(t, float64(c), stealing.TailBound(3, tasks, epsilon), "%v %v", stealing, loads)
				}
			}
		}
	}
}

// makespans is the exact distribution of the makespan.
func makespans(loads []int, stealing Stealing) map[int]*big.Rat {
	found := map[int]*big.Rat{}
	c := &choices{}
	for more := true; more; more = c.another() {
		r := newSchedule(MakespanOptions{Loads: loads, Stealing: stealing}, c.choose).run()
		if found[r.Makespan] == nil {
			found[r.Makespan] = new(big.Rat)
		}
		found[r.Makespan].Add(found[r.Makespan], c.probability())
	}
	return found
}

// TestMakespanInvariants checks after many slots of larger runs what the file's
// header promises, and what the paper says about Φ. Loads reach over the
// horizon, so that queues hold ends of several rounds.
func TestMakespanInvariants(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	waited := 0
	for round := range 20 {
		o := MakespanOptions{Loads: make([]int, 1+random.IntN(40)), Stealing: Stealing(random.IntN(2))}
		for i := range o.Loads {
			o.Loads[i] = random.IntN(20) * random.IntN(2)
		}
		o.Loads[0] = 1 + random.IntN(4*horizon)
		s := newSchedule(o, random.IntN)
		for phi := s.potential(); s.total > 0; phi = s.potential() {
			executed, idle := s.result.Tasks-s.total, len(s.idle)
			require.Equal(t, len(s.end)*s.now, int(s.result.Requests)+executed)
			if s.now < 100 || s.now%64 == 0 { // what is filed wrongly stays so
				require.NoError(t, s.check(), "seed %d, round %d, slot %d", seed, round, s.now)
			}
			s.slot()
			if idle == 0 {
				waited++
			}
			require.LessOrEqual(t, s.potential(), phi*(1+1e-12)+1e-6, "seed %d, round %d: Φ grows in slot %d", seed, round, s.now)
		}
	}
	require.Positive(t, waited, "slots in which nobody asks")
}

// check recomputes what the schedule keeps up to date.
func (s *schedule) check() error {
	filed := map[int32]bool{}
	for _, i := range s.idle {
		if s.end[i] > s.now || filed[i] {
			return fmt.Errorf("processor %d with end %d is idle at %d", i, s.end[i], s.now)
		}
		filed[i] = true
	}
	for q, i := range s.queues {
		for before := int32(-1); i >= 0; before, i = i, s.next[i] {
			if s.end[i] <= s.now || s.end[i]%horizon != q || s.prev[i] != before || filed[i] {
				return fmt.Errorf("processor %d with end %d is in queue %d at %d", i, s.end[i], q, s.now)
			}
			filed[i] = true
		}
	}
	total, squares := 0, int64(0)
	for _, w := range s.loads() {
		total, squares = total+w, squares+square(w)
	}
	if len(filed) != len(s.end) || total != s.total || squares != s.squares {
		return fmt.Errorf("%d of %d processors are filed, total %d for %d, squares %d for %d",
			len(filed), len(s.end), s.total, total, s.squares, squares)
	}
	return nil
}

// TestMakespanLaws: what holds in every run, and that a seed repeats it.
func TestMakespanLaws(t *testing.T) {
	for _, stealing := range Stealings() {
		for seed := range uint64(20) {
			o := MakespanOptions{Loads: OneQueue(200, 50_000), Stealing: stealing, Seed: seed}
			r, err := Makespan(o)
			require.NoError(t, err)
			assert.EqualValues(t, 200*r.Makespan-50_000, r.Requests, "m C = W + R")
			assert.LessOrEqual(t, r.Granted, r.Requests)
			assert.LessOrEqual(t, r.Granted, r.Moved)
			assert.LessOrEqual(t, r.Unbalanced, r.Requests)
			assert.Greater(t, r.Granted, uint64(199), "everyone was given something")
			assert.InDelta(t, float64(r.Requests)/200/math.Log2(50_000), r.Constant(), 1e-9)
			again, err := Makespan(o)
			require.NoError(t, err)
			assert.Equal(t, r, again)
		}
	}
}

// TestMakespanConstant: the constants of the paper's Figure 1 in the range that
// more runs have (docs/algorithms/makespan.md), and fewer requests when thieves
// cooperate and when tasks start scattered.
func TestMakespanConstant(t *testing.T) {
	const m, tasks = 1024, 1 << 20
	runs := 8
	if testing.Short() {
		runs = 4
	}
	mean := func(stealing Stealing, loads func(seed uint64) []int) (requests, constant float64) {
		for seed := range uint64(runs) {
			r, err := Makespan(MakespanOptions{Loads: loads(seed), Stealing: stealing, Seed: seed})
			require.NoError(t, err)
			require.Less(t, float64(r.Makespan), stealing.TailBound(m, tasks, 1e-6))
			require.Less(t, float64(r.Unbalanced), stealing.RequestsBound(m, r.Potential, 1e-6))
			requests, constant = requests+float64(r.Requests)/float64(runs), constant+r.Constant()/float64(runs)
		}
		return requests, constant
	}
	one := func(uint64) []int { return OneQueue(m, tasks) }
	standard, c := mean(Standard, one)
	assert.InDelta(t, 2.22, c, 0.2)
	cooperative, c := mean(Cooperative, one)
	assert.InDelta(t, 2.06, c, 0.2)
	assert.Greater(t, standard/cooperative, 1.0)
	scattered, _ := mean(Standard, func(seed uint64) []int { return BallsInBins(m, tasks, seed) })
	assert.Less(t, scattered, standard/2)
}

// TestMakespanBestCase: the paper's lower bound has 2^(k+1) tasks on 2^k
// processors, which no schedule executes in less than k+2 slots.
func TestMakespanBestCase(t *testing.T) {
	for k := 1; k <= 10; k++ {
		for seed := range uint64(10) {
			r, err := Makespan(MakespanOptions{Loads: OneQueue(1<<k, 2<<k), Seed: seed})
			require.NoError(t, err)
			require.GreaterOrEqual(t, r.Makespan, k+2)
			if k == 1 {
				require.Equal(t, 3, r.Makespan, "two processors have no choice")
			}
		}
	}
}

func TestLambda(t *testing.T) {
	assert.InDelta(t, 3.65, 2*Standard.Lambda(), 0.005)
	assert.InDelta(t, 3.02, 2*Cooperative.Lambda(), 0.005)
	assert.InDelta(t, 1.20, Standard.Lambda()/Cooperative.Lambda(), 0.01)
	assert.InDelta(t, 16+3.649*20+1, Standard.Bound(1<<16, 1<<20), 0.1)
}

func TestBallsInBins(t *testing.T) {
	loads := BallsInBins(100, 1_000_000, 1)
	assert.Equal(t, 1_000_000, sum(loads))
	assert.Equal(t, loads, BallsInBins(100, 1_000_000, 1))
	assert.NotEqual(t, loads, BallsInBins(100, 1_000_000, 2))
	for _, w := range loads { // within six standard deviations
		assert.InDelta(t, 10_000, w, 600)
	}
}

func TestMakespanErrors(t *testing.T) {
	for _, c := range []struct {
		loads []int
		says  string
	}{
		{nil, "1 to 1048576"},
		{make([]int, MaxProcessors+1), "1 to 1048576"},
		{[]int{0, 0}, "no processor has a task"},
		{[]int{3, -1}, "processor 1 has -1 tasks"},
		{[]int{MaxTasks, 1}, "processor 1 has 1 tasks"},
		{[]int{math.MaxInt, math.MaxInt}, "processor 0"},
	} {
		_, err := Makespan(MakespanOptions{Loads: c.loads})
		require.ErrorContains(t, err, c.says)
	}
	_, err := Makespan(MakespanOptions{Loads: []int{1}, Stealing: Cooperative + 1})
	require.ErrorContains(t, err, "Standard or Cooperative")
}

// spread yields the loads with so many tasks in all, largest first: processors
// are alike.
func spread(processors, tasks int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		for loads := range upTo(processors, tasks) {
			if sum(loads) == tasks && slices.IsSortedFunc(loads, func(a, b int) int { return b - a }) && !yield(loads) {
				return
			}
		}
	}
}

// upTo yields all loads of at most most tasks a processor.
func upTo(processors, most int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		c := &choices{}
		for more := true; more; more = c.another() {
			loads := make([]int, processors)
			for i := range loads {
				loads[i] = c.choose(most + 1)
			}
			if !yield(loads) {
				return
			}
		}
	}
}

func (s *schedule) loads() []int {
	loads := make([]int, len(s.end))
	for i, end := range s.end {
		loads[i] = max(0, end-s.now)
	}
	return loads
}

func sorted(loads []int) string { return fmt.Sprint(slices.Sorted(slices.Values(loads))) }

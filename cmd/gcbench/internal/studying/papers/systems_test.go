package papers

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// TestSlowBrokenSystems hands in systems with one defect each, and a row must fail.
// TestBrokenDeques has those of a deque's steal range. With -short the simulations
// that take longest are left out.
func TestSlowBrokenSystems(t *testing.T) {
	tagged.Slow(t)
	for i, c := range []struct {
		name string
		row  claims.Claim
	}{
		{"a deque that hands out an item twice", poolClaim(twiceKind())},
		{"rudolph with StealHalf's operations", rudolph(stealq.StealHalf, stealq.StealHalf).Claims[0]},
		{"StealHalf with rudolph's operations", rudolph(stealq.Rudolph, stealq.Rudolph).Claims[1]},
		{"split that shares what is pushed", lowCost(sim.Dag, stealq.ABP).Claims[5]},

		{"a theft that takes one (slow)", balance(oneAtATime)[0]},
		{"a theft that evens out (slow)", balance(alwaysEven)[1]},

		{"low-cost stealing that always shares", lowCost(alwaysConventional, stealq.Split).Claims[0]},
		{"the same, unbalanced", lowCost(alwaysConventional, stealq.Split).Claims[1]},
		{"the same, by processors", lowCost(alwaysConventional, stealq.Split).Claims[2]},
		{"steps not counted once", lowCost(twiceTheSteps, stealq.Split).Claims[3]},
		{"fences at every node", lowCost(fenceEverywhere, stealq.Split).Claims[4]},
		{"attempts that grow with the work", course(stealq.Kinds(), attemptEverywhere).Claims[2]},

		{"makespan without stealing, standard", tighter(sequential).Claims[0]},
		{"makespan without stealing, cooperative", tighter(sequential).Claims[1]},
		{"expectation without stealing", tighter(sequential).Claims[2]},
		{"tail without stealing", tighter(sequential).Claims[3]},
		{"requests counted twice", tighter(twiceTheRequests).Claims[4]},
		{"a slot too many", tighter(slotTooMany).Claims[5]},
		{"half the slots", tighter(halfTheSlots).Claims[6]},
		{"all starts from one queue (slow)", tighter(alwaysOneQueue).Claims[7]},
		{"no cooperation (slow)", tighter(alwaysStandard).Claims[8]},

		{"a range that hands out an index twice", partitioner(func() workRange { return &badRange{again: true} }, true).Claims[0]},
		{"a range that loses one", partitioner(func() workRange { return &badRange{lose: true} }, true).Claims[0]},
		{"a range with a swap for each index", partitioner(func() workRange { return &badRange{swap: true} }, true).Claims[1]},
		{"a range that gives all", partitioner(func() workRange { return &allRange{} }, true).Claims[2]},
		{"a page's range without the tag", partitioner(func() workRange { return new(stealq.WorkRange) }, false).Claims[3]},
	} {
		if testing.Short() && (i%2 == 1 || strings.Contains(c.name, "(slow)")) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			found := c.row.Measure(claims.Effort{Quick: true, Seed: 1})
			require.NoError(t, found.Err)
			assert.False(t, found.Holds, "%s: %s", c.row.Text, found.Measured)
		})
	}
}

// like returns a new kind with the same fields.
func like(k *stealq.Kind) *stealq.Kind {
	copied := *k
	return &copied
}

// twiceKind is the locked deque, but now and then a pop leaves the item.
func twiceKind() *stealq.Kind {
	k := like(stealq.Locked)
	k.New = func(deques, capacity int) []stealq.Deque {
		all := stealq.Locked.New(deques, capacity)
		all[0] = &twice{Deque: all[0]}
		for i := range all[1:] {
			all[i+1] = robber{all[i+1]}
		}
		return all
	}
	return k
}

type twice struct {
	stealq.Deque
	pops int
}

func (d *twice) Pop() (uint64, bool) {
	item, ok := d.Deque.Pop()
	if d.pops++; ok && d.pops%1000 == 0 {
		d.Push(item)
	}
	return item, ok
}

// robber steals from a twice.
type robber struct{ stealq.Deque }

func (d robber) Steal(victim stealq.Deque, a stealq.Amount) (int, stealq.Outcome) {
	return d.Deque.Steal(victim.(*twice).Deque, a)
}

func oneAtATime(o sim.BalanceOptions) (sim.BalanceResult, error) {
	o.Scheme.Move, o.Scheme.Symmetric = sim.MoveOne, false
	return sim.Balance(o)
}

func alwaysEven(o sim.BalanceOptions) (sim.BalanceResult, error) {
	o.Scheme, _ = sim.ParseBalanceScheme("asymmetric")
	return sim.Balance(o)
}

func alwaysConventional(o sim.DagOptions) (sim.DagResult, error) {
	o.Scheduler = sim.Conventional
	return sim.Dag(o)
}

func twiceTheSteps(o sim.DagOptions) (sim.DagResult, error) {
	r, err := sim.Dag(o)
	r.Steps *= 2
	return r, err
}

func fenceEverywhere(o sim.DagOptions) (sim.DagResult, error) {
	r, err := sim.Dag(o)
	r.Fences += r.Work
	return r, err
}

func attemptEverywhere(o sim.DagOptions) (sim.DagResult, error) {
	r, err := sim.Dag(o)
	r.Attempts += r.Work
	return r, err
}

// sequential leaves all tasks where they are, which needs no simulation.
func sequential(o sim.MakespanOptions) (sim.MakespanResult, error) {
	r := sim.MakespanResult{Stealing: o.Stealing, Processors: len(o.Loads), Makespan: slices.Max(o.Loads)}
	for _, n := range o.Loads {
		r.Tasks += n
	}
	return r, nil
}

func twiceTheRequests(o sim.MakespanOptions) (sim.MakespanResult, error) {
	r, err := sim.Makespan(o)
	r.Unbalanced *= 2
	return r, err
}

func slotTooMany(o sim.MakespanOptions) (sim.MakespanResult, error) {
	r, err := sim.Makespan(o)
	r.Makespan++
	return r, err
}

func halfTheSlots(o sim.MakespanOptions) (sim.MakespanResult, error) {
	r, err := sim.Makespan(o)
	r.Makespan /= 2
	return r, err
}

func alwaysOneQueue(o sim.MakespanOptions) (sim.MakespanResult, error) {
	tasks := 0
	for _, n := range o.Loads {
		tasks += n
	}
	o.Loads = sim.OneQueue(len(o.Loads), tasks)
	return sim.Makespan(o)
}

func alwaysStandard(o sim.MakespanOptions) (sim.MakespanResult, error) {
	o.Stealing = sim.Standard
	return sim.Makespan(o)
}

// badRange is a WorkRange with a defect.
type badRange struct {
	stealq.WorkRange
	again bool // a part that is stolen begins one too early
	lose  bool // or one too late
	swap  bool // every take costs a compare-and-swap
}

func (r *badRange) Take(c *stealq.Counters) (stealq.Part, bool) {
	if r.swap {
		c.CAS++
	}
	return r.WorkRange.Take(c)
}

func (r *badRange) Steal(c *stealq.Counters) (stealq.Part, stealq.Outcome) {
	p, o := r.WorkRange.Steal(c)
	if o == stealq.Took && r.again && p.Low > 0 {
		p.Low--
	}
	if o == stealq.Took && r.lose {
		p.Low++
	}
	return p, o
}

// allRange gives a thief everything that is left.
type allRange struct{ low, high uint32 }

func (r *allRange) Open(_ uint64, low, high uint32, _ *stealq.Counters) { r.low, r.high = low, high }

func (r *allRange) Take(*stealq.Counters) (stealq.Part, bool) {
	if r.low == r.high {
		return stealq.Part{}, false
	}
	r.low++
	return stealq.Part{Low: r.low - 1, High: r.low}, true
}

func (r *allRange) Steal(*stealq.Counters) (stealq.Part, stealq.Outcome) {
	p := stealq.Part{Low: r.low, High: r.high}
	if r.low == r.high {
		return p, stealq.Empty
	}
	r.low = r.high
	return p, stealq.Took
}

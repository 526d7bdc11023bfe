package papers

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// halfModel is StealHalf for one goroutine, with faults to choose from: what a
// claim is about must be able to go wrong.
type halfModel struct {
	fault    fault
	items    []uint64 // oldest first
	memory   []uint64 // where they lie after a Reset, so that no push allocates soon
	length   int      // of the steal range
	stolen   bool     // since the owner last set the range
	capacity int
	counters stealq.Counters
}

type fault int

const (
	none              fault = iota
	swapAlways              // the owner replaces the range at each operation
	noSwapWhenPushing       // the owner does not replace the range as the deque grows
	noSwapWhenPopping       // the owner does not replace the range as the deque shrinks
	rangeTooLong            // the owner's range is three quarters
	thiefKeepsRange         // a thief leaves a range as long as it was
	thiefLeavesLittle       // a thief leaves a range of one
	thiefLeavesOne          // a thief leaves a range of one, even after the last item
	takesAll                // a thief takes everything
	takesOldestFirst        // the owner pops at the wrong end
	stealsNewest            // thieves steal at the wrong end
)

func modelKind(f fault) *stealq.Kind {
	k := like(stealq.StealHalf)
	k.New = func(deques, capacity int) []stealq.Deque {
		all := make([]stealq.Deque, deques)
		for i := range all {
			memory := make([]uint64, 0, 2*capacity)
			all[i] = &halfModel{fault: f, capacity: capacity, items: memory, memory: memory}
		}
		return all
	}
	return k
}

func (d *halfModel) Len() int                   { return len(d.items) }
func (d *halfModel) Cap() int                   { return d.capacity }
func (d *halfModel) Counters() *stealq.Counters { return &d.counters }
func (d *halfModel) Reset() {
	*d = halfModel{fault: d.fault, capacity: d.capacity, items: d.memory, memory: d.memory}
}

func (d *halfModel) Push(item uint64) bool {
	if len(d.items) == d.capacity {
		return false
	}
	d.items = append(d.items, item)
	d.owner(len(d.items) - 1)
	return true
}

func (d *halfModel) Pop() (uint64, bool) {
	n := len(d.items)
	if n == 0 {
		return 0, false
	}
	at := n - 1
	if d.fault == takesOldestFirst {
		at = 0
	}
	item := d.items[at]
	d.items = append(d.items[:at], d.items[at+1:]...)
	d.owner(n)
	return item, true
}

// owner replaces the range if the length crossed a power of two, or after a
// theft.
func (d *halfModel) owner(before int) {
	n := len(d.items)
	crossed := bits.Len(uint(n)) != bits.Len(uint(before))
	if !crossed && !d.stolen && d.fault != swapAlways ||
		d.fault == noSwapWhenPopping && n < before && n > 0 || d.fault == noSwapWhenPushing && n > 1 && n > before {
		return
	}
	d.counters.CAS++
	d.stolen = false
	switch {
	case n < 2:
		d.length = n
	case d.fault == rangeTooLong:
		d.length = 3 * n / 4
	default:
		d.length = 1 << (bits.Len(uint(n)) - 2)
	}
}

func (d *halfModel) Steal(victim stealq.Deque, amount stealq.Amount) (int, stealq.Outcome) {
	v := victim.(*halfModel)
	num := min(v.length, d.capacity-len(d.items))
	switch {
	case v.fault == takesAll:
		num = min(len(v.items), d.capacity-len(d.items))
	case amount == stealq.One:
		num = min(num, 1)
	case amount == stealq.Balance && len(d.items) > 2*num-2:
		num = 0
	case amount == stealq.Balance:
		num -= len(d.items) / 2
	}
	if num == 0 {
		return 0, stealq.Empty
	}
	before := len(d.items)
	d.items = append(d.items, v.give(num)...)
	d.owner(before)
	return num, stealq.Took
}

// give removes num items and leaves a thief's range.
func (d *halfModel) give(num int) []uint64 {
	n := len(d.items)
	for len(d.items) < num {
		d.items = append(d.items, 0) // never pushed
	}
	at := 0
	if d.fault == stealsNewest {
		at = n - num
	}
	loot := slices.Clone(d.items[at : at+num])
	if at == 0 {
		d.items = d.items[num:] // moves nothing: there may be thousands
	} else {
		d.items = d.items[:at]
	}
	d.stolen = true
	switch {
	case num == n && d.fault != thiefLeavesOne:
		d.length = 0
	case d.fault == thiefLeavesLittle:
		d.length = 1
	case d.fault != thiefKeepsRange:
		d.length = max(1, 1<<bits.Len(uint(n))>>3)
	}
	return loot
}

// TestBrokenDeques: the rows about a deque hold for the model, and each row fails for a fault
// that it is about. Of the rows that look at every step three are left, with -short one.
func TestBrokenDeques(t *testing.T) { brokenDeques(t, false) }

// TestSlowBrokenDeques: each fault makes all rows fail that are about it.
func TestSlowBrokenDeques(t *testing.T) {
	tagged.Slow(t)
	brokenDeques(t, true)
}

func brokenDeques(t *testing.T, every bool) {
	const (
		cost, between, afterPush, afterPop, afterTheft, eighth, half, figure = 0, 1, 2, 3, 4, 5, 6, 7
		lifo, fifo                                                           = 8, 9
	)
	alike := []int{afterPop, afterTheft} // these look at every step, as afterPush does
	if testing.Short() {
		alike = append(alike, eighth, half)
	}
	seen := map[int]bool{}
	for _, c := range []struct {
		name  string
		fault fault
		fails []int
	}{
		{"none", none, nil},
		{"swap always", swapAlways, []int{cost, between}},
		{"no swap when pushing", noSwapWhenPushing, []int{afterPush, eighth}},
		{"no swap when popping", noSwapWhenPopping, []int{half}},
		{"range too long", rangeTooLong, []int{afterPush, afterPop, half, figure}},
		{"thief keeps the range", thiefKeepsRange, []int{afterTheft, half, figure}},
		{"thief leaves little", thiefLeavesLittle, []int{afterTheft, eighth, figure}},
		{"thief leaves one of none", thiefLeavesOne, []int{afterTheft}},
		{"takes all", takesAll, []int{half, figure}},
		{"pops the oldest", takesOldestFirst, []int{lifo}},
		{"steals the newest", stealsNewest, []int{fifo}},
	} {
		if !every {
			c.fails = unseen(seen, c.fails)
		}
		if c.fails == nil && (c.fault != none || testing.Short()) {
			continue
		}
		if !every && c.fault != none && slices.Contains(alike, c.fails[0]) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			k := modelKind(c.fault)
			rows := append(extendedDeque(k), course([]*stealq.Kind{k}, nil).Claims[:2]...)
			for i, row := range rows {
				if c.fault != none && !slices.Contains(c.fails, i) || !every && slices.Contains(alike, i) {
					continue
				}
				found := row.Measure(claims.Effort{Quick: true, Seed: 1})
				assert.Equal(t, c.fault == none, found.Holds, "%s: %s", row.Text, found.Measured)
			}
		})
	}
}

// unseen returns the first row that is not seen yet, and sees it.
func unseen(seen map[int]bool, rows []int) []int {
	for i, row := range rows {
		if !seen[row] {
			seen[row] = true
			return rows[i : i+1]
		}
	}
	return nil
}

package judge

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// slow is a deque of any length, whose functions may be replaced.
type slow struct {
	items  []uint64
	room   int
	pop    func(d *slow) (uint64, bool)
	share  func(n int) int
	stolen func(d *slow)
	none   stealq.Outcome // of a steal that moves nothing
}

func (d *slow) Push(item uint64) bool {
	if len(d.items) == d.room {
		return false
	}
	d.items = append(d.items, item)
	return true
}

func (d *slow) Pop() (uint64, bool) {
	if d.pop != nil {
		return d.pop(d)
	}
	last := len(d.items) - 1
	if last < 0 {
		return 0, false
	}
	item := d.items[last]
	d.items = d.items[:last]
	return item, true
}

func (d *slow) Steal(victim Mover) (int, stealq.Outcome) {
	v := victim.(*slow)
	n := min(d.share(len(v.items)), d.room-len(d.items))
	if n == 0 {
		return 0, d.none
	}
	d.items = append(d.items, v.items[:n]...)
	v.items = v.items[n:]
	if d.stolen != nil {
		d.stolen(d)
	}
	return n, stealq.Took
}

func (d *slow) Len() int  { return len(d.items) }
func (d *slow) Root() any { return d }

// half is how many of n items a thief moves.
func half(n int) int { return max(n/2, min(n, 1)) }

// spoilt are a right deque and wrong ones, and what their first wrong call shows.
var spoilt = []struct {
	name, says, story string
	spoil             func(d *slow)
}{
	{"right", "", "", func(*slow) {}},
	{"one item too few", "Push returned false, and the deque had 1 item and a capacity of 2",
		"d, thief := New(2), New(2)\n    d.Push(1) = true\n    d.Push(2) = false", func(d *slow) { d.room-- }},
	{"the oldest is popped", "Pop returned 1, true: want the newest item: 2, true",
		"d.Push(2) = true\n    d.Pop() = 1, true", func(d *slow) {
			d.pop = func(d *slow) (item uint64, ok bool) {
				if ok = len(d.items) > 0; ok {
					item, d.items = d.items[0], d.items[1:]
				}
				return item, ok
			}
		}},
	{"rounded up", "Steal from a deque with 3 items, by a thief with room for 4, moved 2, want 1",
		"thief.Steal(d) = 2, Took", func(d *slow) { d.share = func(n int) int { return (n + 1) / 2 } }},
	{"pops nothing", "Pop returned 0, true: want the newest item: 1, true", "d.Pop() = 0, true",
		func(d *slow) { d.pop = func(d *slow) (uint64, bool) { return 0, len(d.items) > 0 } }},
	{"pops what is not there", "Pop returned item 0, and the deque was empty", "d.Pop() = 0, true",
		func(d *slow) { d.pop = func(*slow) (uint64, bool) { return 0, true } }},
	{"one is enough", "Steal from a deque with 4 items, by a thief with room for 4, moved 1, want 2",
		"thief.Steal(d) = 1, Took", func(d *slow) { d.share = func(n int) int { return min(n, 1) } }},
	{"a third of many", "Steal from a deque with 6 items, by a thief with room for 16, moved 2, want 3",
		"d.Push(6) = true\n    thief.Steal(d) = 2, Took", func(d *slow) {
			d.share = func(n int) int {
				if n < 6 {
					return half(n)
				}
				return n / 3
			}
		}},
	{"lost to nobody", "by a thief with room for 2, returned 0, Lost, though there was one worker",
		"thief.Steal(d) = 0, Lost", func(d *slow) { d.none = stealq.Lost }},
	{"took nothing", "by a thief with room for 2, returned 0, Took, though there was one worker",
		"thief.Steal(d) = 0, Took", func(d *slow) { d.none = stealq.Took }},
	{"turns what it steals", "Pop returned 1, true: want the newest item: 2, true", "thief.Pop() = 1, true",
		func(d *slow) { d.stolen = func(d *slow) { slices.Reverse(d.items) } }},
	{"steals more than it says", "Len of a deque with 1 item returned 2", "thief.Len() = 2",
		func(d *slow) { d.stolen = func(d *slow) { d.items = append(d.items, 9) } }},
	{"panics", "it panicked: not yet", "d.Pop()", func(d *slow) { d.pop = func(*slow) (uint64, bool) { panic("not yet") } }},
}

// The calls of one worker show what is wrong with a deque, in the fewest calls.
func TestMovings(t *testing.T) {
	for _, c := range spoilt {
		t.Run(c.name, func(t *testing.T) {
			detail, fault := movings(func(capacity int) Mover {
				d := &slow{room: capacity, share: half, none: stealq.Empty}
				c.spoil(d)
				return d
			}, true, func(_ Mover, has, room int) int { return min(half(has), room) }).Run()
			if c.says == "" {
				require.Nil(t, fault)
				assert.Equal(t, "43688 sequences of up to 7 calls, and thefts from up to 16 items", detail)
				return
			}
			require.NotNil(t, fault)
			assert.Contains(t, fault.Says, c.says)
			assert.Contains(t, fault.Story, c.story)
		})
	}
}

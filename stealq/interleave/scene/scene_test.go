package scene

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// stack is a deque under a lock, with faults to choose from.
type stack struct {
	fault    string
	capacity int
	mu       interleave.Mutex
	n        interleave.Uint64
	items    []uint64 // oldest first
	popped   bool
	shown    int
	asked    bool
}

func stacks(fault string) Form {
	return Form{Name: fault, Amounts: "o",
		AtRest: func([]Deque) error {
			if fault == "unlawful" {
				return errors.New("unlawful")
			}
			return nil
		},
		Make: func(deques, capacity int, _ uint64) (all []Deque) {
			for range deques {
				all = append(all, &stack{fault: fault, capacity: capacity})
			}
			return all
		}}
}

// locked runs an operation in a step or two, which others can come before or after.
func (d *stack) locked(operation func()) {
	d.mu.Lock()
	operation()
	d.n.Store(uint64(len(d.items)))
	d.mu.Unlock()
}

func (d *stack) Push(item uint64) (ok bool) {
	d.locked(func() {
		if ok = len(d.items) < d.capacity && (d.fault != "refuses" || len(d.items) == 0); ok {
			d.items = append(d.items, item)
		}
	})
	return ok
}

func (d *stack) Pop() (item uint64, ok bool) {
	d.locked(func() {
		n := len(d.items)
		if ok = n > 0 && (d.fault != "hides" || d.popped); ok {
			item, d.items = d.items[n-1], d.items[:n-1]
		}
		d.popped = true
	})
	if ok && d.fault == "invents" {
		item = 77
	}
	return item, ok
}

func (d *stack) Steal(victim Deque, _ rune) (n int, empty bool) {
	items, empty := victim.(*stack).Take('o')
	for _, item := range items {
		d.Push(item)
	}
	if d.fault == "boasts" {
		return 2, false
	}
	return len(items), empty
}

func (d *stack) Take(rune) (items []uint64, empty bool) {
	if d.fault == "denies" {
		return nil, true
	}
	d.locked(func() {
		if len(d.items) > 0 {
			items = []uint64{d.items[0]}
			if d.fault != "keeps" {
				d.items = d.items[1:]
			}
		}
		if d.fault == "loses" {
			items = nil
		}
	})
	return items, items == nil && d.fault != "loses"
}

// Balance gives an item, behind the other owner's back.
func (d *stack) Balance(other Deque) (n int, empty bool) {
	if item, ok := d.Pop(); ok && other.Push(item) {
		return -1, false
	}
	return 0, true
}

func (d *stack) Len() int { return len(d.items) }

// InSight is a careless look.
func (d *stack) InSight(other Deque) bool { return d.n.Load()+other.(*stack).n.Load() > 0 }

// Ask and Expose divide the stack, forgetful of who asked while nothing was left.
func (d *stack) Ask()          { d.asked = d.fault != "deaf" }
func (d *stack) Shown() uint64 { return uint64(d.shown) }
func (d *stack) Private() int  { return len(d.items) - d.shown }

func (d *stack) Expose() {
	if d.asked && d.Private() > 0 {
		d.asked, d.shown = false, d.shown+1
	}
}

// TestEachLaw: a fault breaks a law, and another fault or none does not. With
// ItemsOnly, laws that are not about items do not count.
func TestEachLaw(t *testing.T) {
	one := []int{1}
	for _, c := range []struct {
		fault, says string
		scene       Scene
		item        bool
	}{
		{"keeps", "item 1 is taken twice", Scene{Fill: one, Ops: []string{"-", "o"}}, true},
		{"loses", "item 1 is lost", Scene{Fill: one, Ops: []string{"", "o"}}, true},
		{"invents", "item 77 is taken, which was never pushed", Scene{Fill: one, Ops: []string{"-"}}, true},
		{"refuses", "a push is refused", Scene{Fill: one, Ops: []string{"+"}}, false},
		{"hides", "a pop finds nothing", Scene{Fill: []int{2}, Ops: []string{"-"}}, false},
		{"denies", "a thief finds nothing", Scene{Fill: one, Ops: []string{"", "o"}}, false},
		{"denies", "a thief finds nothing", Scene{Fill: one, Ops: []string{"", "o"}, Bare: true}, false},
		{"boasts", "steal one of A moved 2 items: it may move 1 at most", Scene{Fill: one, Ops: []string{"", "o"}}, false},
		{"unlawful", "unlawful", Scene{Ops: []string{""}}, false},
		{"none", "the owner of A has found nothing", Scene{Fill: []int{0, 1}, Ops: []string{"-", "B"}}, false},
		{"none", "no item in sight", Scene{Fill: one, Ops: []string{"", "o", "w"}}, false},
		{"deaf", "thread 1 asked and was forgotten", Scene{Fill: []int{0}, Ops: []string{"+", "o"}}, false},
	} {
		s := c.scene
		s.Form, s.Capacity = stacks(c.fault), 2
		rep := interleave.Explore(s.Run, interleave.Options{})
		require.ErrorContains(t, rep.Err(), c.says, s.Story())
		if s.ItemsOnly = true; !c.item {
			tagged.Passes(t, interleave.Explore(s.Run, interleave.Options{}), "%s", s.Story())
		}
		if s.Form = stacks("right"); c.fault != "none" {
			s.ItemsOnly = c.fault == "deaf" // with a lock there are no requests
			tagged.Passes(t, interleave.Explore(s.Run, interleave.Options{}), "%s", s.Story())
		}
	}
}

// TestShortest: a form whose thieves leave what they take fails in more steps and in
// fewer. None of all schedules is shorter than what is found, and none as short has
// fewer preemptions.
func TestShortest(t *testing.T) {
	s := Scene{Form: stacks("keeps"), Capacity: 4, Fill: []int{1}, Ops: []string{"-", "oo"}}
	found := s.Shortest()
	require.ErrorContains(t, found.Failure, "item 1 is taken twice")
	rep := interleave.Explore(s.Within(math.MaxInt), interleave.Options{Search: interleave.All, Shortest: true})
	require.True(t, rep.Complete)
	require.Equal(t, steps(t, rep.Failure.Schedule, s), found.Steps)
	require.Less(t, found.Steps, rep.Longest)
	require.Equal(t, 1, found.Preemptions)
	tagged.Passes(t, interleave.Explore(s.Within(found.Steps-1), interleave.Options{}), "%s", s.Story())
	s.Form = stacks("right")
	require.Nil(t, s.Shortest().Failure)
}

// steps counts those of a schedule.
func steps(t *testing.T, schedule string, s Scene) (n int) {
	_, err := interleave.Replay(s.within(math.MaxInt, &n), schedule)
	require.NoError(t, err)
	return n
}

// TestStory: a scene and a range in words.
func TestStory(t *testing.T) {
	for want, s := range map[string]Scene{
		"Each deque has a capacity of 2. A holds 1 item. owner of A: pop, push. owner of B: steal half of A.":                            {Capacity: 2, Fill: []int{1}, Ops: []string{"-+", "h"}},
		"Each deque has a capacity of 4. A holds no item. B holds 3 items. owner of A: steal one of B. owner of B: steal all of A.":      {Capacity: 4, Fill: []int{0, 3}, Ops: []string{"o", "a"}},
		"The capacity of A is 2, and that of the others 4. A holds 2 items. owner of A: nothing. owner of B: steal from A with balance.": {Capacity: 2, Others: 4, Fill: []int{2}, Ops: []string{"", "b"}},
		"Each deque has a capacity of 2. A holds 1 item. owner of A: pop. thief 1: steal one of A.":                                      {Capacity: 2, Bare: true, Fill: []int{1}, Ops: []string{"-", "o"}},
		"Each deque has a capacity of 2. A holds no item. owner of A: nothing. thief 1: steal half of A. thief 2: steal all of A.":       {Capacity: 2, Bare: true, Fill: []int{0}, Ops: []string{"", "h", "a"}},
		"All deques are handles on one queue with a capacity of 4. worker a: pop.":                                                       {Form: Form{Shared: true}, Capacity: 4, Ops: []string{"-"}},
		"Each deque has a capacity of 2. A holds 2 items. Thieves can see 1 item of A. A thief has asked for more. owner of A: show an item to thieves that have asked. owner of B: ask as a thief does, balance with A, look at the lengths of A and B.": {
			Capacity: 2, Fill: []int{2}, Division: &Division{Shown: 1, Asked: true}, Ops: []string{"e", "rBw"}},
	} {
		require.Equal(t, want, s.Story())
	}
	require.Equal(t, "A range of 3 indices from 5 on. owner: take, open the range again with 2 indices if none is left, take all and open the range again. thief A: 2 attempts.",
		Range{Low: 5, Indices: 3, Owner: "t2o", Thieves: []string{"ss"}}.Story())
}

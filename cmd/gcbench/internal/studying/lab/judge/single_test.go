package judge

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// toy is a deque behind a lock that the explorer sees. Each field but the first three is a mistake.
type toy struct {
	lock     interleave.Mutex
	items    []uint64
	capacity int

	long, large, fifo, newest, refuses, unlocked, ghost bool
}

func (d *toy) locked(do func()) {
	if d.lock.Lock(); d.unlocked {
		d.lock.Unlock()
		d.lock.Lock() // and forgets what it has seen before
	}
	defer d.lock.Unlock()
	do()
}

func (d *toy) Push(item uint64) (ok bool) {
	d.locked(func() {
		if ok = len(d.items) < d.capacity && !(d.refuses && d.capacity == 2 && len(d.items) == 1); ok {
			d.items = append(d.items, item)
		}
	})
	return ok || d.large
}

func (d *toy) Pop() (item uint64, ok bool) {
	if d.fifo {
		item, o := d.take(false)
		return item, o == stealq.Took
	}
	item, o := d.take(true)
	return item, o == stealq.Took
}

func (d *toy) Steal() (uint64, stealq.Outcome) { return d.take(d.newest) }

func (d *toy) take(newest bool) (item uint64, o stealq.Outcome) {
	o = stealq.Empty
	seen := -1
	if d.unlocked {
		d.locked(func() { seen = len(d.items) })
	}
	d.locked(func() {
		n := len(d.items)
		switch {
		case n == 0 && (seen > 0 || d.ghost && !newest):
			o = stealq.Took // an item that another thief has taken
		case n > 0 && newest:
			item, d.items, o = d.items[n-1], d.items[:n-1], stealq.Took
		case n > 0:
			item, o = d.items[0], stealq.Took
			d.items = append(d.items[:0], d.items[1:]...)
		}
	})
	return item, o
}

func (d *toy) Len() (n int) {
	d.locked(func() { n = len(d.items) })
	if d.long && n == 1 {
		n = 2
	}
	return n
}

func (d *toy) Root() any { return d }

// making returns what makes toys with a mistake.
func making(mistake func(d *toy)) func(capacity int) Inner {
	return func(capacity int) Inner {
		d := &toy{items: make([]uint64, 0, capacity), capacity: capacity}
		mistake(d)
		return d
	}
}

// Each mistake of one worker is found, with the calls that lead there.
func TestSequences(t *testing.T) {
	Trying(nil)
	detail, fault := takings(making(func(*toy) {})).Run()
	require.Nil(t, fault)
	assert.Equal(t, "19680 sequences of up to 8 calls", detail)
	assert.NotNil(t, trying.Load(), "nobody watches whether it returns")
	for says, mistake := range map[string]func(d *toy){
		"Len of a deque with 1 item returned 2":                             func(d *toy) { d.long = true },
		"Push returned true, and the deque had 2 items and a capacity of 2": func(d *toy) { d.large = true },
		"Push returned false, and the deque had 1 item and a capacity of 2": func(d *toy) { d.refuses = true },
		"Pop returned 1, true: want the newest item: 2, true":               func(d *toy) { d.fifo = true },
		"Steal returned 2, Took: want the oldest item: 1, Took":             func(d *toy) { d.newest = true },
		"Steal returned 0, Took, and the deque was empty: want Empty":       func(d *toy) { d.ghost = true },
	} {
		_, fault := takings(making(mistake)).Run()
		require.NotNil(t, fault, says)
		assert.Equal(t, says, fault.Says)
		assert.Contains(t, fault.Story, "    d := New(2)\n    d.")
	}
}

// Each check of a deque judges for itself. A mistake that one worker cannot see is found in
// every schedule.
func TestSingle(t *testing.T) {
	if underRace {
		t.Skip("there is one check under the race detector")
	}
	run := func(mistake func(d *toy)) map[string]bool {
		broken := map[string]bool{}
		for _, c := range Single("toy", false, making(mistake))[:3] {
			_, fault := c.Run()
			broken[c.Name] = fault != nil
		}
		return broken
	}
	assert.Equal(t, map[string]bool{"one worker": false, "edge cases": false, "every schedule": true}, run(func(d *toy) { d.unlocked = true }))
	if testing.Short() {
		return
	}
	assert.Equal(t, map[string]bool{"one worker": false, "edge cases": false, "every schedule": false}, run(func(*toy) {}))
	assert.Equal(t, map[string]bool{"one worker": true, "edge cases": true, "every schedule": false}, run(func(d *toy) { d.fifo = true }))
}

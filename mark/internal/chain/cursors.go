package chain

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

// Cursors are the cursors of one worker. In each round each of them makes one step. The
// data that a step reads was prefetched a round ago, so their cache misses overlap.
//
//	idle ── seed ──> seeking ── a distinguished object that is not yet claimed ──> following
//	  ^                 │ too far                                                    │
//	  └─────────────────┴──────── dead end, another's way, a cycle ──────────────────┘
//
// One goroutine at a time may use them: their worker's.
type Cursors struct {
	table  *Table
	hints  *Hints
	source Source
	fields Fields

	// The state of each cursor. Each of these is a separate array, because most steps need
	// few of them.
	at    [policy.ChainCursors]uint32 // where it is
	prev  [policy.ChainCursors]uint32 // the object before this one; 0 at a start
	until [policy.ChainCursors]uint64 // the round in which it gives up
	field [policy.ChainCursors]uint8  // by which field of prev it came
	state [policy.ChainCursors]uint8  // following or less; more than that is how many fields of prev were in vain
	ways  [policy.ChainCursors]way

	passed  [ownSeeds]uint32 // where cursors have been; 0 if nowhere
	next    int
	random  uint64
	stopped bool   // for the rest of the mark
	failed  int    // searches for a start in vain, one after the other
	Far     bool   // ways have any length
	sought  uint64 // the round in which a cursor has sought last
	paid    uint64 // Hints.Harvests when this worker looked last

	Counts
}

// Counts are how much was speculated.
type Counts struct {
	Started uint64 // ways begun
	Rounds  uint64 // steps of all cursors together
	Visited uint64 // references followed
	Wasted  uint64 // of Rounds, those since the last harvest that paid
}

// Source is what cursors walk.
type Source interface {
	// Round makes a step with each cursor of c.
	Round(c *Cursors)
	// Seek looks at n objects from x on, in order of address, for a distinguished one that
	// has references and that t.claim gives to it. It returns that one, its slot, and true.
	// Otherwise it returns where to go on, 0 if no object can be there.
	Seek(t *Table, x uint32, n int) (at, slot uint32, found bool)
	// Header returns the header of x, which stands for the type of x, and how many fields x
	// has.
	Header(x uint32) (header uint64, fields int)
	// Field returns a field of x, 0 if it is nil.
	Field(x uint32, field int) uint32
}

// way is what a cursor knows of where it came from.
type way struct {
	from  uint32 // the distinguished object that it has claimed
	slot  uint32 // where the entry of from is
	begun uint64 // in which round it started
	wrong uint8  // the field of prev that led nowhere, if another one is tried
	left  int    // before it started: at how many objects it may look
}

const (
	idle = iota
	seeking
	following
)

const (
	ownSeeds   = 16
	seekAtOnce = 16               // objects that a cursor looks at in a round while it seeks
	seekReach  = 4                // times the spacing: how far it seeks
	shortWay   = 16               // times the spacing: how long a way may be in the first round
	maxWay     = 40               // times the spacing: how many steps without a distinguished object
	maxTries   = 3                // how many fields it tries after a dead end
	maxFailed  = policy.MaxFailed // after so many searches in vain the cursors rest
)

// NewCursors returns the cursors of a worker. Workers have different numbers, so that they
// seek in different places.
func NewCursors(worker int, table *Table, hints *Hints) *Cursors {
	return &Cursors{table: table, hints: hints, random: mix(uint64(worker) + 1)}
}

// Begin prepares for a mark.
func (c *Cursors) Begin(source Source) {
	*c = Cursors{table: c.table, hints: c.hints, random: c.random, source: source}
}

// Forget lets go of the source. The counts stay.
func (c *Cursors) Forget() { c.source = nil }

// Round makes a step with each cursor. It reports whether there was anything to do.
func (c *Cursors) Round() bool {
	if !c.Begins() {
		return false
	}
	c.source.Round(c)
	return true
}

// Begins counts a round. It returns false, and counts nothing, if the cursors rest. Round
// calls it, and a marker that makes a round of its source in parts (Rows.Half).
func (c *Cursors) Begins() bool {
	if c.stopped || c.failed >= maxFailed {
		return false
	}
	c.Rounds++
	c.Wasted++
	return true
}

// Stop makes the cursors rest until the mark is over.
func (c *Cursors) Stop() { c.stopped = true }

// Refresh lets cursors that rest try again.
func (c *Cursors) Refresh() { c.failed = 0 }

// Paid reports whether a harvest has paid since the last call. Then the rounds until now were
// not wasted.
func (c *Cursors) Paid() bool {
	paid := c.hints.Harvests()
	if paid == c.paid {
		return false
	}
	c.paid, c.Wasted, c.failed = paid, 0, 0
	return true
}

// end gives up the way of cursor i: nothing more is known about it.
func (c *Cursors) end(i int) {
	c.table.publish(c.ways[i].slot, c.ways[i].from, ended)
	c.state[i] = idle
}

// step moves cursor i from x to what a field of x refers to. If the cursor came to x by another
// field than the preferred one, then this other field has led on, and the preferred one has
// not. To blame a field for each dead end would be wrong: in a leaf of a tree no field leads on.
func (c *Cursors) step(i int, x, to uint32, field int) {
	switch {
	case to == 0:
		c.turnBack(i, x)
	case c.Rounds > c.until[i]:
		c.end(i) // a cycle, or a long way without a distinguished object
	case !c.table.Distinguished(x) || x == c.ways[i].from || c.arrive(i, x):
		if c.state[i] > following && c.prev[i] != 0 {
			header, n := c.source.Header(c.prev[i])
			c.fields.of(header).judge(n, int(c.ways[i].wrong), -2)
			c.fields.of(header).judge(n, int(c.field[i]), 1)
		}
		c.state[i], c.prev[i], c.field[i] = following, x, uint8(field)
		c.at[i] = to
		c.Visited++
	}
}

// choose returns which of the successors is likely to lead on, and its place among them. It
// returns 0 if there is none. It does not go back to prev: in an undirected graph each step
// could be taken back. It is for graphs.
func (c *Cursors) choose(prev uint32, successors []uint32) (to uint32, field int) {
	n := min(len(successors), maxField)
	if field = c.prefer(uint64(len(successors))); field >= n {
		field = 0
	}
	for range n {
		if to = successors[field]; to != 0 && to != prev {
			return to, field
		}
		if field++; field == n {
			field = 0
		}
	}
	return 0, 0
}

// arrive is for cursor i at the distinguished object x. It publishes that x can be reached
// from where the cursor came from. It returns false if the cursor does not go on from x.
func (c *Cursors) arrive(i int, x uint32) bool {
	w := &c.ways[i]
	if !c.table.publish(w.slot, w.from, x) {
		c.state[i] = idle // the marker has caught up with the cursor
		return false
	}
	c.remember(x)
	slot, ok := uint32(0), false
	if c.Far || c.Rounds-w.begun < uint64(shortWay*c.table.Spacing())+c.Rounds/4 {
		slot, ok = c.table.claim(x)
	}
	if !ok {
		c.state[i] = idle // far enough, or another cursor goes on from here, or the marker was here
		return false
	}
	w.from, w.slot = x, slot
	c.until[i] = c.Rounds + uint64(maxWay*c.table.Spacing())
	return true
}

// turnBack is for cursor i at x, which leads nowhere. The cursor tries another field of the
// object before x. After some of these it gives up.
func (c *Cursors) turnBack(i int, x uint32) {
	if c.prev[i] != 0 && c.state[i] < following+maxTries {
		_, n := c.source.Header(c.prev[i])
		n = min(n, maxField)
		if c.state[i] == following {
			c.ways[i].wrong = c.field[i]
		}
		for next := range n - 1 {
			field := (int(c.field[i]) + next + 1) % n
			if to := c.source.Field(c.prev[i], field); to != 0 && to != x {
				c.field[i], c.at[i] = uint8(field), to
				c.state[i]++
				return
			}
		}
	}
	c.remember(x)
	c.end(i)
}

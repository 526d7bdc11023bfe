package sim

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
)

// census knows at any time what the workers of a mark have, all together. A worker is counted again whenever it has done
// something, and when it was robbed. An event costs the same, however many workers there are.
type census struct {
	marker  *engine.Marker
	machine *virtual.Machine
	result  *Result
	notify  func(at time.Duration, grey uint64) // Config.Frontier

	counted []holding     // by worker
	showing int           // how many deques have items
	until   time.Duration // the time that has been charged
	situation
}

// observe lets r learn from now on what happens to a marker, which is about to begin a mark. Worker 0 calls it.
func (r *Result) observe(m *engine.Marker, machine *virtual.Machine, notify func(time.Duration, uint64)) *census {
	workers := m.Options.Workers
	c := &census{marker: m, machine: machine, result: r, notify: notify, counted: make([]holding, workers)}
	c.workers, c.doing = workers, &machine.Doing
	machine.Processor(0).Settles() // what happened before is not of this mark
	machine.Observer = c
	return c
}

// holding is what a worker has, and what is on its way because of it.
type holding struct {
	grey    int  // objects that it has marked, less those that it has scanned
	private int  // of what is grey, what nobody else can take
	mail    int  // references that it has sent or is about to send, less those that it has got
	chunks  int  // of its ranges, those that nobody has claimed
	shows   bool // its deque has items
}

func (c *census) holding(worker int) (h holding) {
	l, chunks, mail := c.marker.Holds(worker)
	grey := int(l.Marked-l.Scanned) + c.machine.Processor(worker).Scanning
	return holding{grey: grey, private: l.Private(), chunks: chunks, mail: mail, shows: l.Deque.Len() > 0}
}

// Changed is of virtual.Observer.
func (c *census) Changed(worker int) {
	h := c.holding(worker)
	if c.marker.Options.Deque.Shared { // all deques are one
		c.showing, h.shows = one(h.shows), false
	}
	was := &c.counted[worker]
	c.chunks += h.chunks - was.chunks
	c.mail += h.mail - was.mail
	c.hoarders += one(policy.Hoards(h.private)) - one(policy.Hoards(was.private))
	c.showing += one(h.shows) - one(was.shows)
	if grey := c.grey + h.grey - was.grey; grey != c.grey {
		c.grey = grey
		c.result.PeakFrontier = max(c.result.PeakFrontier, uint64(grey))
		if c.notify != nil {
			c.notify(c.until, uint64(grey))
		}
	}
	*was = h
}

// one is 1 for true.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Passes is of virtual.Observer.
func (c *census) Passes(span time.Duration) {
	c.until += span
	c.part, c.alone = c.marker.Part()
	c.shared = c.showing > 0 || c.chunks > 0 || !c.marker.List.Empty() || !c.marker.Pending.Empty()
	searching := span * time.Duration(c.doing[virtual.Searches])
	waiting := span*time.Duration(c.part-c.busy()) - searching
	r := c.result
	r.Searching += searching
	r.Speculating += span * time.Duration(c.doing[virtual.Speculates])
	r.Starved += span * time.Duration(c.workers-c.part)
	if c.hoarders > 0 {
		r.Hoarded += waiting
	} else {
		r.Starved += waiting
	}
	r.Accounts.charge(&c.situation, span)
}

// finish is for the end of the mark.
func (c *census) finish(makespan time.Duration) {
	c.Passes(makespan - c.until)
	c.machine.Observer = nil
	for id := range c.workers {
		for on, d := range c.machine.Processor(id).Spent {
			c.result.Accounts[on] += d
		}
	}
}

package answer

// Next returns an object that the caller has taken from some place. It returns false when the
// mark is over: no place has an object, and no worker has one in its hands. While neither is
// so, it waits.
//
// The caller is active when it calls Next, and it holds no object. When Next returns an object, the
// caller is active again.
func (c *Crew) Next() (object uint64, ok bool) {
	c.state.Add(^uint64(0)) // the caller holds nothing: it leaves
	for {
		state := c.state.Load() // before the look: only a look after it can count
		switch {
		case state&done != 0:
			return 0, false
		case c.anyWork():
			if object, ok = c.takeActive(); ok {
				return object, true
			}
		case state&activeMask == 0:
			// No worker was active, and then every place was empty. If no worker has joined
			// since, state is still the same. Then no worker has put an object into a place
			// behind the caller's back.
			if c.state.CompareAndSwap(state, state|done) {
				return 0, false
			}
		default:
			giveWay()
		}
	}
}

// anyWork looks at all places. It writes nothing.
func (c *Crew) anyWork() bool {
	for i := range c.places {
		if !c.places[i].empty() {
			return true
		}
	}
	return false
}

// takeActive joins, and then tries to take an object. If it has none, the caller is not
// active.
func (c *Crew) takeActive() (object uint64, ok bool) {
	if !c.join() {
		return 0, false
	}
	for i := range c.places {
		if object, outcome := c.places[i].take(); outcome == Took {
			return object, true
		}
	}
	c.state.Add(^uint64(0))
	return 0, false
}

// join counts the caller as active, before it takes anything: a worker that holds an object is
// active at every moment. It fails if the mark is over.
//
// The joins are counted, too. Without them active can be 0, then 1, then 0 again, and no worker
// sees that another one has come and gone:
//
//  1. T sees that no worker is active, and that place 0 is empty. It stops.
//  2. S joins, takes an object from place 1, puts what it finds into place 0, and leaves.
//  3. T sees that place 1 is empty. No worker is active: T ends the mark, beside an object.
func (c *Crew) join() bool {
	for {
		state := c.state.Load()
		if state&done != 0 {
			return false
		}
		if c.state.CompareAndSwap(state, (state+oneJoin+1)&^done) { // the joins may wrap
			return true
		}
	}
}

package mistakes

// This file has the mistakes in sharing work, and in seeing that all of it is done.

// tagged is why the answer to the lab overflow changes the tag.
const tagged = `		// The new tag makes every Take fail that has read an older head. Without it:
		//
		//  1. P takes. It reads that block 1 is on top, and block 2 below. It stops.
		//  2. Q takes block 1, takes block 2, and puts block 1 back.
		//  3. P finds block 1 on top, as before, and makes block 2 the top. But Q has block 2.
`

var overflow = []Mistake{
	{Says: "two workers have block", changes: []change{
		{tagged, ``},
		{`pack(tagOf(head)+1, block)`, `pack(0, block)`},
		{`pack(tagOf(head), below)`, `pack(0, below)`},
	}},
	{Says: "is lost", changes: []change{
		{`		l.next[block].Store(blockOf(head)) // nobody else can see the block yet
` + tagged, ``},
		{`			return
`, `			l.next[block].Store(blockOf(head)) // now the block is on top of the old one
			return
`},
	}},
	{Says: "has not been scanned", changes: []change{
		{`			return block, true`, `			l.left.Add(^uint64(0)) // the list has a block less
			return block, true`},
		{`{ l.left.Add(^uint64(0)) } // minus 1`, `{}`},
		{` A block counts from its Put to its Finish, so while a worker scans one, left is
// not 0.`, ``},
	}},
	{Says: "is told that the list is empty", changes: []change{
		{`(block uint64, ok bool) {
	for {`, `(block uint64, ok bool) {`},
		{`		if l.head.CompareAndSwap(head, pack(tagOf(head), below)) {
			return block, true
		}
	}`, `	if !l.head.CompareAndSwap(head, pack(tagOf(head), below)) {
		return 0, false // somebody else was faster
	}
	return block, true`},
	}},
	{Says: "has not been scanned", changes: []change{
		{`	l.left.Add(1) // before others see the block: they may finish it at once
`, ``},
		{`			return
`, `			l.left.Add(1) // the list has a block more
			return
`},
	}},
	{Says: "two workers have block", changes: []change{
		{`// Put puts`, `// tags is how many tags there are: nobody sleeps so long that all of them pass.
const tags = 256

// Put puts`},
		{`pack(tagOf(head)+1, block)`, `pack((tagOf(head)+1)%tags, block)`},
	}},
}

// counted is why the answer to the lab termination counts joins.
const counted = `: whoever holds an object is
// active at every moment. It fails if the mark is over.
//
// The joins are counted, too. Without them active can be 0, then 1, then 0 again, and nobody
// sees that a worker has come and gone:
//
//  1. T sees that nobody is active, and that place 0 is empty. It stops.
//  2. S joins, takes an object from place 1, puts what it finds into place 0, and leaves.
//  3. T sees that place 1 is empty. Nobody is active: T ends the mark, beside an object.
`

// last is why a worker may end the mark in that answer.
const last = `			// Nobody was active, and then every place was empty. If nobody has joined since,
			// state is still the same, and so nobody has put an object into a place behind
			// the caller's back.
`

var termination = []Mistake{
	{Says: "has not been scanned", changes: []change{
		{`		state := c.state.Load() // before the look: only a look after it can count`, `		work := c.anyWork()
		state := c.state.Load()`},
		{`case c.anyWork():`, `case work:`},
		{last, ``},
	}},
	{Says: "has not been scanned", changes: []change{
		{`// takeActive joins, and then tries to take an object. If it has none, the caller is not
// active.`, `// takeActive takes an object, and then joins.`},
		{`	if !c.join() {
		return 0, false
	}
`, ``},
		{`			return object, true
		}
	}
	c.state.Add(^uint64(0))`, `			return object, c.join() // now there is something to do
		}
	}`},
		{`, before it takes anything` + counted, `. It fails if the mark is over.
`},
	}},
	{Says: "has not been scanned", changes: []change{
		{last, `			// Nobody was active, and every place was empty. Nobody is active still.
`},
		{counted, `. It fails if the mark is over.
`},
		{`(state+oneJoin+1)&^done) { // the joins may wrap`, `state+1) {`},
	}},
	{Says: "no end after", changes: []change{
		{`		state := c.state.Load() // before the look: only a look after it can count`, `		if object, ok = c.takeActive(); ok {
			return object, true
		}
		state := c.state.Load()`},
		{`		case c.anyWork():
			if object, ok = c.takeActive(); ok {
				return object, true
			}
		case state&activeMask == 0:
` + last, `		case state&activeMask == 0 && !c.anyWork():
`},
	}},
	{Says: "everybody waits for ever", changes: []change{
		{`		case c.anyWork():`, `		case state&activeMask != 0:
			giveWay() // others work: it may be over soon
		case c.anyWork():`},
		{`case state&activeMask == 0:`, `default:`},
		{`		default:
			giveWay()
`, ``},
	}},
}

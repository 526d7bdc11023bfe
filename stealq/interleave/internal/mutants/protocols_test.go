package mutants

// protocolMutants break the protocols that every mark rests on: deques, overflow, the detector and the
// lobby.
var protocolMutants = []mutant{
	{number: "1", what: "a thief reads the items after the compare-and-swap that claims them", edits: []edit{
		{stealHalf, "\td.copyFrom(v, r.top(), num)      // before the compare-and-swap: the late-copy loss\n", ""},
		{stealHalf, "\td.raiseBottom(num)\n\treturn c.took", "\td.copyFrom(v, r.top(), num)\n\td.raiseBottom(num)\n\treturn c.took"},
	}},
	{number: "2", what: "one compare-and-swap moves top by half of the items counted, and no range guards them",
		control: "`chaselev`, taught to steal half", edits: []edit{
			{chaseLev, "Amounts: []Amount{One},", "Amounts: []Amount{One, Half},"},
			{chaseLev, "if !ok || amount != One {", "if !ok || amount != One && amount != Half {"},
			{chaseLev, "\titem, o := v.popTop(c)\n\tif o != Took {\n\t\treturn c.missed(o)\n\t}\n\td.pushBottom(item)\n\treturn c.took(1)\n", naiveHalf},
		}},
	{number: "3", what: "a thief takes a bottom below top for a long deque: the check of inconsistent indices is dropped",
		control: "`abp`; `stealhalf` has no such check, for its range says how many there are", edits: []edit{
			{"stealq/abp.go", "if n := d.items(a, d.bottom.Load()); n == 0 || n > uint64(len(d.slots)) {", "if n := d.items(a, d.bottom.Load()); n == 0 {"},
		}},
	{number: "4", what: "the owner offers all of a power of two, not half", edits: []edit{
		{stealRange, "return 1 << (bits.Len64(n) - 2)", "return 1 << (bits.Len64(n) - 1)"},
	}},
	{number: "5", what: "the tag of the steal range never changes", edits: []edit{
		{stealRange, "return stealRange(tag<<tagShift |", "return stealRange(tag&0<<tagShift |"},
	}},
	{number: "6", what: "the tag of the steal range has one bit", edits: []edit{
		{stealRange, "return stealRange(tag<<tagShift |", "return stealRange(tag&1<<tagShift |"},
	}},
	{number: "7", what: "the owner pops without a look at where the steal range ends", edits: []edit{
		{stealHalf, "if r == own.prev && !crosses(left+1, left) || d.replace(r, left) {", "if left <= d.wrap {"},
	}},
	{number: "8", what: "a deque of N takes N+1 items", edits: []edit{
		{stealHalf, "if d.items(d.stealRange(), own.bottom) == uint64(len(d.slots)) {", "if d.items(d.stealRange(), own.bottom) == uint64(len(d.slots))+1 {"},
	}},
	{number: "9a", what: "an overflow block is filled, and not published", edits: []edit{
		{"overflow/list.go", "\t\tl.Push(b)\n", ""},
	}},
	{number: "9b", what: "nobody is woken for what overflowed", edits: []edit{
		{"mark/internal/work/publish.go", "\treturn policy.Pieces(n, l.Grain) + l.Overflow(refs[n:])\n", "\tl.Overflow(refs[n:])\n\treturn policy.Pieces(n, l.Grain)\n"},
	}},
	{number: "9c", what: "nobody is woken for an item that a Pop shows to a thief that has asked", edits: []edit{
		{"mark/internal/engine/give.go", "\tif ok && !a.w.Alone && a.w.Deque.Len() > 0 {\n", "\tif false {\n"},
	}},
	{number: "10", what: "the shared places are not looked at again after everybody was seen inactive", edits: []edit{
		{"mark/internal/crew/await.go", "case work.Anywhere():", "case false:"},
	}},
	{number: "11", what: "a worker offers termination before its private stack and its batches are scanned", edits: []edit{
		{"mark/internal/engine/trace.go", "\tw.trace()\n", "\tw.m.crew.Leave(w.Alone)\n\tw.trace()\n"},
		{"mark/internal/engine/trace.go", "\tif w.Leave(w.taken() != before) {\n\t\tw.wakeOwners() // X10\n\t}\n", "\tif w.EmptyJoins++; w.taken() != before {\n\t\tw.EmptyJoins = 0\n\t}\n\tw.Alone, w.First = false, false\n"},
	}},
	{number: "12a", what: "a worker that finds work again is not counted as active again", edits: []edit{
		{"mark/internal/engine/trace.go", "\t\tswitch w.Join() {\n", "\t\toutcome := crew.Joined\n\t\tif w.stats.Joins == 0 {\n\t\t\toutcome = w.Join()\n\t\t} else if w.m.crew.Done() {\n\t\t\toutcome = crew.Ended\n\t\t}\n\t\tswitch outcome {\n"},
		{"mark/internal/engine/trace.go", "\tif w.Leave(w.taken() != before) {\n", "\tif w.stats.Joins == 1 && w.Leave(w.taken() != before) {\n"},
	}},
	{number: "12b", what: "joins are not counted, so one that came and went between two looks is not noticed", edits: []edit{
		{"mark/internal/crew/detector.go", "d.state.CompareAndSwap(old, (old+activation+1)&^exclusiveBit)", "d.state.CompareAndSwap(old, (old+1)&^exclusiveBit)"},
	}},
	{number: "13", what: "a thief that has items of its own takes more than it has room for, and overwrites them", edits: []edit{
		{stealHalf, "int(ownLen))), uint64(len(d.slots))-ownLen)", "int(ownLen))), uint64(len(d.slots)))"},
	}},
	{number: "14", what: "a mark bit is tested, then set, in two steps: two workers scan one object", edits: []edit{
		{"mark/internal/kernel/kernel.go", "\t\told := marks[to/64].Or(1 << (to % 64))\n", "\t\told := marks[to/64].Load()\n\t\tmarks[to/64].Or(1 << (to % 64))\n"},
	}},
	{number: "15", what: "the last chunk of an array whose length is no multiple of the chunk's is dropped", edits: []edit{
		{"mark/internal/ranges/ranges.go", "0, policy.Chunks(length))", "0, max(1, length/policy.ChunkRefs))"},
	}},
	{number: "16", what: "the dispenser of roots ends one too early", edits: []edit{
		{"mark/internal/ranges/ranges.go", "\tif n > 0 {\n\t\tt.Offer(0, policy.RootsObject, n)\n", "\tif n > 1 {\n\t\tt.Offer(0, policy.RootsObject, n-1)\n"},
	}},
	{number: "17", what: "the last worker is never chosen as a victim", edits: []edit{
		{"mark/internal/policy/victim.go", "v := int(t.random.Next() >> 33 % uint64(t.others()))", "v := int(t.random.Next() >> 33 % uint64(max(1, t.others()-1)))"},
	}},
	{number: "18", what: "a worker that parks looks for work first and announces itself afterwards: a wake-up is lost", edits: []edit{
		{"mark/internal/crew/lobby.go", "\tl.count(id, 1) // L1: before the last look\n", ""},
		{"mark/internal/crew/lobby.go", "\t\tl.GiveUp()\n\t\treturn true\n\t}\n\tl.leave()\n", "\t\tl.parked = l.parked[:len(l.parked)-1]\n\t\tl.mu.Unlock()\n\t\treturn true\n\t}\n\tl.count(id, 1)\n\tl.leave()\n"},
	}},
	{number: "19a", what: "the holder of the exclusive bit wakes others before it clears the bit", edits: []edit{
		{"mark/internal/engine/give.go", "\t\tw.Clear()\n\t\tw.setClaimer()\n\t\tw.wake(w.visibleItems())\n", "\t\tw.wake(w.visibleItems())\n\t\tw.Clear()\n\t\tw.setClaimer()\n"},
	}},
	{number: "19b", what: "a worker leaves, and its exclusive bit stays", edits: []edit{
		{"mark/internal/crew/detector.go", "\t\td.state.Add(^uint64(exclusiveBit)) // minus 1, minus the bit\n\t\treturn false\n", ""},
	}},
	{number: "19c", what: "a worker joins without a look at the exclusive bit", edits: []edit{
		{"mark/internal/crew/detector.go", "\t\tcase old&(exclusiveBit|closingBit) != 0:\n\t\t\treturn Refused\n", ""},
		{"mark/internal/crew/detector.go", "(old+activation+1)&^exclusiveBit)", "old+activation+1)"},
	}},
	{number: "19d", what: "a worker takes the exclusive bit although something is visible", edits: []edit{
		{"mark/internal/engine/share.go", "!ok || w.m.workVisible() || w.Private()", "!ok || w.Private()"},
	}},
	{number: "19e", what: "a worker takes the exclusive bit although somebody has joined since it looked", edits: []edit{
		{"mark/internal/crew/detector.go", "return d.state.CompareAndSwap(state, state&^closingBit|exclusiveBit)", "d.state.Or(exclusiveBit)\n\treturn true"},
	}},
	{number: "19f", what: "the exclusive bit of an aborted mark stays for the next one", edits: []edit{
		{"mark/internal/crew/detector.go", "d.state.Load() & activations)", "d.state.Load() & (activations | exclusiveBit))"},
	}},
	{number: "19g", what: "a worker looks first, and then whether it is the only active one", edits: []edit{
		{"mark/internal/engine/share.go", "\tstate, ok := w.m.crew.Lone()\n\tif !ok || w.m.workVisible()", "\tvisible := w.m.workVisible()\n\tstate, ok := w.m.crew.Lone()\n\tif !ok || visible"},
	}},
	// The closing bit.
	{number: "19h", what: "a worker joins although the closing bit is set", edits: []edit{
		{"mark/internal/crew/detector.go", "case old&(exclusiveBit|closingBit) != 0:", "case old&exclusiveBit != 0:"},
	}},
	{number: "19i", what: "the last worker leaves, and the closing bit stays", edits: []edit{
		{"mark/internal/crew/detector.go", "closingBit && d.Reopen()", "closingBit"},
	}},
	{number: "19j", what: "a worker takes the exclusive bit, and the closing bit stays", edits: []edit{
		{"mark/internal/crew/detector.go", "state&^closingBit|exclusiveBit", "state|exclusiveBit"},
	}},
	{number: "19k", what: "the closing bit of an aborted mark stays for the next one", edits: []edit{
		{"mark/internal/crew/detector.go", "d.state.Load() & activations)", "d.state.Load() & (activations | closingBit))"},
	}},
	{number: "19l", what: "a worker sets the closing bit although somebody has enough for two", edits: []edit{
		{"mark/internal/crew/member.go", "return !m.crew.hoarding(m.id) && m.crew.Shut()", "return m.crew.Shut()"},
	}},
	{number: "19m", what: "a worker looks first, and then sets the closing bit", edits: []edit{
		{"mark/internal/engine/share.go", "w.m.plan.Closes && w.Shut() && w.m.workVisible()", "w.m.plan.Closes && !w.m.workVisible() && w.Shut() && false"},
	}},
	{number: "19n", what: "a worker wakes others for what it has published before it clears the closing bit", edits: []edit{
		{"mark/internal/engine/marker.go", "\tif n > 0 && w.m.plan.Closes", "\tw.stats.Wakes += uint64(w.m.crew.Wake(n))\n\tif n > 0 && w.m.plan.Closes"},
		{"mark/internal/engine/marker.go", "\t\tw.wakeOwners()\n\t}\n\tw.stats.Wakes += uint64(w.m.crew.Wake(n))\n", "\t\tw.wakeOwners()\n\t}\n"},
	}},
	{number: "19o", what: "the closing bit is cleared, and the owners who were refused meanwhile are not woken", edits: []edit{
		{"mark/internal/engine/marker.go", "\tif n > 0 && w.m.plan.Closes && w.m.crew.Reopen() {\n\t\tw.wakeOwners()\n\t}\n", "\tif n > 0 && w.m.plan.Closes {\n\t\tw.m.crew.Reopen()\n\t}\n"},
	}},
	{number: "19p", what: "the same by the last worker that leaves", edits: []edit{
		{"mark/internal/engine/trace.go", "\t\tw.wakeOwners() // X10\n", ""},
	}},
}

// naiveHalf is the body of a Steal that takes half of what it counts, at most what it
// has room for.
const naiveHalf = `	top := v.top.Load()
	items := int64(v.bottom.Load() - top)
	if items <= 0 {
		return c.missed(Empty)
	}
	n := max(1, uint64(items)/2)
	if amount == One {
		n = 1
	}
	n = min(n, uint64(d.capacity-d.Len()))
	taken := make([]uint64, n)
	for i, from := 0, v.ring.Load(); i < len(taken); i++ {
		taken[i] = from.slot(top + uint64(i)).Load()
	}
	c.CAS++
	if !v.top.CompareAndSwap(top, top+n) {
		c.CASFailed++
		return c.missed(Lost)
	}
	for _, item := range taken {
		d.pushBottom(item)
	}
	return c.took(int(n))
`

package main

// This file lists the mutants. Each is a bug that collectors and deques were shipped
// with. It is made in this module's own source by replacing a few texts. A text must
// occur exactly once. So if you change such a text in the source, even a comment in it,
// change it here too.

// mutant is one bug.
type mutant struct {
	number string
	what   string // the bug, in plain words; the document has it
	edits  []edit
	// If a package does not have the line at fault, control says which code has it
	// instead.
	control string
}

// edit replaces a text of a file by another.
type edit struct{ file, old, new string }

const (
	stealHalf  = "stealq/stealhalf.go"
	stealRange = "stealq/stealrange.go"
	chaseLev   = "stealq/chaselev.go"
	speculate  = "mark/speculate.go"
	reacher    = "mark/reacher.go"
	extend     = "mark/extend.go"
	retained   = "mark/retained.go"
	ephemeron  = "mark/ephemeron.go"

	beginsCursors = "\t\t\tw.chains.Begin(s.source())\n"
)

var mutants = []mutant{
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
		{"mark/share.go", " + w.overflow(refs[n:])\n", "\n\tw.overflow(refs[n:])\n"},
	}},
	{number: "10", what: "the shared places are not looked at again after everybody was seen inactive", edits: []edit{
		{"mark/idle.go", "case m.anyWork():", "case false:"},
	}},
	{number: "11", what: "a worker offers termination before its private stack and its batches are scanned", edits: []edit{
		{"mark/worker.go", "\tw.trace()\n", "\tw.m.detector.leave(w.alone)\n\tw.trace()\n"},
		{"mark/worker.go", "\tw.m.detector.leave(exclusive)\n", "\t_ = exclusive\n"},
	}},
	{number: "12a", what: "a worker that finds work again is not counted as active again", edits: []edit{
		{"mark/worker.go", "\t\tif w.begun {\n\t\t\tw.begun = false\n", "\t\tif w.stats.Joins > 0 {\n\t\t\tif w.m.detector.done() {\n\t\t\t\toutcome = ended\n\t\t\t}\n\t\t} else if w.begun {\n\t\t\tw.begun = false\n"},
		{"mark/worker.go", "\tw.m.detector.leave(exclusive)\n", "\tif w.stats.Joins == 1 {\n\t\tw.m.detector.leave(exclusive)\n\t}\n"},
	}},
	{number: "12b", what: "joins are not counted, so one that came and went between two looks is not noticed", edits: []edit{
		{"mark/terminate.go", "d.state.CompareAndSwap(old, (old+activation+1)&^exclusiveBit)", "d.state.CompareAndSwap(old, (old+1)&^exclusiveBit)"},
	}},
	{number: "13", what: "a thief that has items of its own takes more than it has room for, and overwrites them", edits: []edit{
		{stealHalf, "int(ownLen))), uint64(len(d.slots))-ownLen)", "int(ownLen))), uint64(len(d.slots)))"},
	}},
	{number: "14", what: "a mark bit is tested, then set, in two steps: two workers scan one object", edits: []edit{
		{"mark/internal/kernel/kernel.go", "\t\told := marks[to/64].Or(1 << (to % 64))\n", "\t\told := marks[to/64].Load()\n\t\tmarks[to/64].Or(1 << (to % 64))\n"},
	}},
	{number: "15", what: "the last chunk of an array whose length is no multiple of the chunk's is dropped", edits: []edit{
		{"mark/ranges.go", "0, policy.Chunks(length))", "0, max(1, length/chunkRefs))"},
	}},
	{number: "16", what: "the dispenser of roots ends one too early", edits: []edit{
		{"mark/ranges.go", "\tif n > 0 {\n\t\tt.offer(0, rootsObject, n)\n", "\tif n > 1 {\n\t\tt.offer(0, rootsObject, n-1)\n"},
	}},
	{number: "17", what: "the last worker is never chosen as a victim", edits: []edit{
		{"mark/internal/policy/victim.go", "v := int(t.random.Next() >> 33 % uint64(t.others()))", "v := int(t.random.Next() >> 33 % uint64(max(1, t.others()-1)))"},
	}},
	{number: "18", what: "a worker that parks looks for work first and announces itself afterwards: a wake-up is lost", edits: []edit{
		{"mark/lobby.go", "\tl.count(id, 1) // L1: before the last look\n", ""},
		{"mark/lobby.go", "\t\tl.count(id, -1)\n\t\tl.mu.Unlock()\n\t\treturn true\n\t}\n\tl.leave()\n", "\t\tl.mu.Unlock()\n\t\treturn true\n\t}\n\tl.count(id, 1)\n\tl.leave()\n"},
	}},
	{number: "19a", what: "the holder of the exclusive bit wakes others before it clears the bit", edits: []edit{
		{"mark/share.go", "\t\tw.m.detector.clear()\n\t\tw.wake(w.visibleItems())\n", "\t\tw.wake(w.visibleItems())\n\t\tw.m.detector.clear()\n"},
	}},
	{number: "19b", what: "a worker leaves, and its exclusive bit stays", edits: []edit{
		{"mark/terminate.go", "\t\td.state.Add(^uint64(exclusiveBit)) // minus 1, minus the bit\n\t\treturn\n", ""},
	}},
	{number: "19c", what: "a worker joins without a look at the exclusive bit", edits: []edit{
		{"mark/terminate.go", "\t\tcase old&exclusiveBit != 0:\n\t\t\treturn refused\n", ""},
		{"mark/terminate.go", "(old+activation+1)&^exclusiveBit)", "old+activation+1)"},
	}},
	{number: "19d", what: "a worker takes the exclusive bit although something is visible", edits: []edit{
		{"mark/share.go", "!ok || w.m.workVisible() || w.private()", "!ok || w.private()"},
	}},
	{number: "19e", what: "a worker takes the exclusive bit although somebody has joined since it looked", edits: []edit{
		{"mark/terminate.go", "return d.state.CompareAndSwap(state, state|exclusiveBit)", "d.state.Or(exclusiveBit)\n\treturn true"},
	}},
	{number: "19f", what: "the exclusive bit of an aborted mark stays for the next one", edits: []edit{
		{"mark/terminate.go", "d.state.Load() & activations)", "d.state.Load() & (activations | exclusiveBit))"},
	}},
	{number: "19g", what: "a worker looks first, and then whether it is the only active one", edits: []edit{
		{"mark/share.go", "\tstate, ok := w.m.detector.lone()\n\tif !ok || w.m.workVisible()", "\tvisible := w.m.workVisible()\n\tstate, ok := w.m.detector.lone()\n\tif !ok || visible"},
	}},
	// Nobody keeps a head or a tail in private memory from one call to the next, so no
	// mutant can keep one over a leave: see forward.go.
	{number: "20a", what: "nil is not dropped before references of a heap are split", edits: []edit{
		{"mark/internal/kernel/split.go", "\tNilDropped = 1<<32 - 1\n", "\tNilDropped = 1<<32\n"},
	}},
	{number: "20b", what: "node 0 of a graph is dropped as if it were nil", edits: []edit{
		{"mark/adjacency.go", "\tp.ZeroIsNode = true\n", ""},
	}},
	{number: "20c", what: "an open slot is neither published nor spilt before its worker leaves", edits: []edit{
		{"mark/worker.go", "\t\t\tw.sendAll() // O2 in owned.go\n", ""},
	}},
	{number: "20d", what: "what was forwarded is not looked at again before the mark ends", edits: []edit{
		{"mark/find.go", "func (m *Marker) anyWork() bool { return m.workVisible() || m.forwarded() }", "func (m *Marker) anyWork() bool { return m.workVisible() }"},
	}},
	{number: "20e", what: "the tail of a queue is stored before the entry of the slot", edits: []edit{
		{"mark/forward.go", "\tq.entry(tail).Store(uint64(q.opened)<<32 | uint64(n))\n\tq.tail.Store(tail + 1)\n", "\tq.tail.Store(tail + 1)\n\tq.entry(tail).Store(uint64(q.opened)<<32 | uint64(n))\n"},
	}},
	{number: "20f", what: "a slot is released before it is read", edits: []edit{
		{"mark/owned.go", "\t\tif !w.greyReceived(refs) {\n\t\t\treturn true\n\t\t}\n\t\tw.stats.RefsReceived += uint64(len(refs))\n\t\tw.noteReceived(q, len(refs))\n\t\tq.release()\n", "\t\tq.release()\n\t\tif !w.greyReceived(refs) {\n\t\t\treturn true\n\t\t}\n\t\tw.stats.RefsReceived += uint64(len(refs))\n\t\tw.noteReceived(q, len(refs))\n"},
	}},
	{number: "20g", what: "a segment has two owners: it is smaller than a word of the bitmap", edits: []edit{
		{"mark/internal/policy/owners.go", "max(shift-1, MinSegmentShift)", "max(shift-1, 0)"},
	}},
	{number: "20h", what: "the summaries of spilt references are one for all owners", edits: []edit{
		{"mark/spill.go", "\tall := s.summary[int(owner)*s.stride:][:s.stride-spillPad]\n", "\tall := s.summary[int(owner)*0:][:s.stride-spillPad]\n"},
	}},
	{number: "20i", what: "spilt references of an aborted mark stay for the next one", edits: []edit{
		{"mark/run.go", "\t\tm.spill.reset()\n", ""},
	}},
	{number: "20j", what: "what was spilt is not swept", edits: []edit{
		{"mark/owned.go", "w.top <= stackRefs-recoverRefs && w.sweepSpilt() {", "w.top > stackRefs && w.sweepSpilt() {"},
	}},
	{number: "20k", what: "a slot comes back to its sender before the receiver has released it", edits: []edit{
		{"mark/forward.go", "for head := q.head.Load(); q.back < head; q.back++ {", "for tail := q.tail.Load(); q.back < tail; q.back++ {"},
	}},
	{number: "20l", what: "nobody wakes the owner for whom something was published", edits: []edit{
		{"mark/owned.go", "\to.n = 0\n\tw.wakeOwner(to)\n", "\to.n = 0\n"},
	}},
	{number: "20m", what: "a worker takes the exclusive bit and leaves what is on its way", edits: []edit{
		{"mark/share.go", "\tw.absorb()\n", ""},
	}},
	{number: "20n", what: "a worker marks references of all segments itself, with plain stores", edits: []edit{
		{"mark/owned.go", "\town, ok := w.split(candidates)\n", "\town, ok := len(candidates), true\n"},
	}},
	{number: "20o", what: "open slots of an aborted mark are sent in the next one", edits: []edit{
		{"mark/gather.go", "w.out[to].n = 0 // an aborted mark leaves something", "_ = to"},
	}},
	{number: "20p", what: "the queues of an aborted mark are not emptied", edits: []edit{
		{"mark/gather.go", "\t\t\t\tq.reset()\n", ""},
	}},
	{number: "20q", what: "plain and locked setters are mixed: all workers but one mark everything with locked ones", edits: []edit{
		{"mark/grey.go", "\tif w.forwards() {\n\t\treturn w.greyOwned(candidates)\n\t}\n\tkernel.", "\tif w.forwards() && w.id == 0 {\n\t\treturn w.greyOwned(candidates)\n\t}\n\tkernel."},
		{"mark/grey.go", "\tif w.forwards() {\n\t\treturn w.greyOwned(candidates)\n\t}\n\treturn", "\tif w.forwards() && w.id == 0 {\n\t\treturn w.greyOwned(candidates)\n\t}\n\treturn"},
	}},
	{number: "20r", what: "a summary bit of spilt references is cleared after they are read", edits: []edit{
		{"mark/spill.go", "\t\t\tsummary[i].And(^(flagged & -flagged)) // before the words are read\n\t\t\tif n := s.sweep(segment, owner, buf); n > 0 {\n", "\t\t\tn := s.sweep(segment, owner, buf)\n\t\t\tsummary[i].And(^(flagged & -flagged))\n\t\t\tif n > 0 {\n"},
	}},
	{number: "20s", what: "the word that says whether a summary is worth reading is cleared after the summary is read", edits: []edit{
		{"mark/spill.go", "\tany.Store(0) // before the summary is read\n", ""},
		{"mark/spill.go", "\treturn 0\n}\n\n// sweep", "\tany.Store(0)\n\treturn 0\n}\n\n// sweep"},
	}},
	{number: "20t", what: "a reference is spilt after its summary bit is set", edits: []edit{
		{"mark/spill.go", "\tif bit := uint64(1)", "\ts.flag(ref>>s.shift, owner)\n\tif bit := uint64(1)"},
		{"mark/spill.go", "\t// The bit comes first, the summary second: see overflow.Pending.\n\ts.flag(ref>>s.shift, owner)\n", ""},
	}},
	{number: "20u", what: "a queue counts the slots that came back in an aborted mark in the next one, too", edits: []edit{
		{"mark/forward.go", "q.back, q.opened, q.free = 0, 0, q.free[:0]", "q.opened, q.free = 0, q.free[:0]"},
	}},
	{number: "20v", what: "a worker takes back more than its stack holds", edits: []edit{
		{"mark/internal/policy/owners.go", "const TakeBack = StackHigh\n", "const TakeBack = 1 << 30\n"},
	}},
	{number: "20w", what: "a mark without owners absorbs what an aborted mark has left in the queues", edits: []edit{
		{"mark/owned.go", "func (w *worker) absorb() {\n\tif w.m.segments.owners < 2 {\n", "func (w *worker) absorb() {\n\tif len(w.m.queues) < 2 {\n"},
	}},
	// The assembly of arm64 has no mutants: the table is made on amd64, with AVX-512.
	{number: "21a", what: "the assembly that drops nil keeps it", edits: []edit{
		{"mark/internal/kernel/kernel_amd64.s", "\tCMPL       DX, $1           // carry: the ref is nil\n", "\tCMPL       DX, $0\n"},
	}},
	{number: "21b", what: "the scalar split gives each owner the references of the other", edits: []edit{
		{"mark/internal/kernel/split_amd64.s", "\tXORL  R8, DX                // 1 if the ref is foreign\n", "\tXORL  R8, DX\n\tXORL  $1, DX\n"},
	}},
	{number: "21c", what: "the wide split drops node 0 of a graph", edits: []edit{
		{"mark/internal/kernel/split_amd64.s", "\tKORW          K3, K1, K1\n\tVPCMPEQD", "\tVPCMPEQD"},
	}},
	{number: "21d", what: "the wide split takes what lies behind the last references", edits: []edit{
		{"mark/internal/kernel/split_amd64.s", "\tKANDW         K5, K1, K1\n", ""},
	}},
	// A cursor cannot reach the mark bits, nor the error of a mark. So three of these give it a
	// function that can.
	{number: "22a", what: "a cursor marks the distinguished objects that it comes to", edits: []edit{
		{"mark/internal/chain/cursors.go", "\tCounts\n}\n\n// Counts", "\tCounts\n\n\tMark func(x uint32)\n}\n\n// Counts"},
		{"mark/internal/chain/cursors.go", "\tc.remember(x)\n\tslot, ok", "\tif c.Mark != nil {\n\t\tc.Mark(x)\n\t}\n\tc.remember(x)\n\tslot, ok"},
		{speculate, beginsCursors, beginsCursors + "\t\tw.chains.Mark = func(x uint32) { m.marks.Words()[x/64].Or(1 << (x % 64)) }\n"},
	}},
	{number: "22b", what: "a worker harvests and marks with plain stores although it does not hold the exclusive bit", edits: []edit{
		{"mark/thin.go", "return w.alone && w.ring.count == 0", "return w.ring.count == 0"},
	}},
	{number: "22c", what: "the marker reads an entry, and does not exchange it: a cursor that it has caught up with does not notice", edits: []edit{
		{"mark/internal/chain/table.go", "t.words[at].Swap(entry(x, ended))", "t.words[at].Load()"},
	}},
	{number: "22d", what: "a speculator reads mark bits, and turns back at what is marked", edits: []edit{
		{"mark/internal/chain/cursors.go", "\tCounts\n}\n\n// Counts", "\tCounts\n\n\tMarked func(x uint32) bool\n}\n\n// Counts"},
		{"mark/internal/chain/cursors.go", "\tw := &c.ways[i]\n\tif !c.table.publish", "\tw := &c.ways[i]\n\tif c.Marked != nil && c.Marked(x) {\n\t\tc.end(i)\n\t\treturn false\n\t}\n\tif !c.table.publish"},
		{speculate, beginsCursors, beginsCursors + "\t\tw.chains.Marked = func(x uint32) bool { return m.marks.Words()[x/64].Load()>>(x%64)&1 == 1 }\n"},
	}},
	{number: "22e", what: "a cursor that sees damage, perhaps in garbage, reports it", edits: []edit{
		{"mark/internal/chain/cursors.go", "\tCounts\n}\n\n// Counts", "\tCounts\n\n\tDamaged func()\n}\n\n// Counts"},
		{"mark/internal/chain/heap.go", "\tif !ok {\n\t\tc.end(i)\n", "\tif !ok {\n\t\tif c.Damaged != nil {\n\t\t\tc.Damaged()\n\t\t}\n\t\tc.end(i)\n"},
		{speculate, beginsCursors, beginsCursors + "\t\tw.chains.Damaged = func() { w.fail(ErrInUse) }\n"},
	}},
	{number: "22f", what: "a speculator does not look whether the mark is over", edits: []edit{
		{speculate, "for m.hints.Wanted() && m.detector.held() && w.chains.Round() {", "for m.hints.Wanted() && w.chains.Round() {"},
	}},
	{number: "22g", what: "the shortcuts of one heap are not cleared before the next", edits: []edit{
		{"mark/internal/chain/table.go", "\tcase t.started:\n", "\tcase false:\n"},
	}},
	{number: "22h", what: "a harvest makes room when the stack is full, and goes on although it has lost the exclusive bit", edits: []edit{
		{"mark/harvest.go", "\tfor top < stackHigh {\n", "\tfor {\n\t\tif top >= stackHigh {\n\t\t\tw.pushed(top)\n\t\t\tw.makeRoom()\n\t\t\ttop = w.top\n\t\t}\n"},
	}},
	{number: "23a", what: "two calls of `Reach` are given one key: it is taken from the waiting ones when the call begins, without the lock", edits: []edit{
		{"mark/walk.go", "\tw.reached.next++\n", ""},
		{reacher, "\tr.open, r.call, r.found = true, r.number, r.found[:0]\n", "\tr.open, r.call, r.found = true, r.number, r.found[:0]\n\tr.walk.reached.next++\n"},
	}},
	{number: "23b", what: "a call's worker looks for the next key before it stores what the call has yielded", edits: []edit{
		{"mark/walk.go", "\tif stored := w.store(r.number, r.found); !stored || o.err", "\tfrom, again := r.number, w.assign(r)\n\tif stored := w.store(from, r.found); !stored || o.err"},
		{"mark/walk.go", "\tagain := w.assign(r)\n", ""},
	}},
	{number: "23c", what: "the walk ends when one worker finds no key, although another may yet yield some", edits: []edit{
		{"mark/walk.go", "\tif w.running == 0 {\n\t\tw.ended.send()\n", "\tif !again {\n\t\tw.ended.send()\n"},
	}},
	{number: "23d", what: "calls are so fast that no worker is allowed", edits: []edit{
		{"mark/callpace.go", "max(p.allowed/2, 1)", "p.allowed / 2"},
	}},
	{number: "23e", what: "what a call has yielded, and keeps, is not stored before the call returns", edits: []edit{
		{"mark/walk.go", "\t\t\tr.flush()\n", "\t\t\t_ = r\n"},
	}},
	{number: "23f", what: "calls begin after an error", edits: []edit{
		{"mark/walk.go", "\tif w.over || w.reached.waiting() == 0 ||", "\tif w.reached.waiting() == 0 ||"},
	}},
	{number: "23g", what: "a call takes keys after it has returned, and they are lost", edits: []edit{
		{reacher, "\tif !r.open || r.call != call {\n", "\tif false {\n"},
	}},
	{number: "23h", what: "one key more than allowed is stored", edits: []edit{
		{"mark/reached.go", "\tif len(r.keys) >= most {\n", "\tif len(r.keys) > most {\n"},
	}},
	{number: "24a", what: "an extension begins with no mark bits, but counts those that there were", edits: []edit{
		{extend, "\tm.keepMarks(ctx, e.ids)\n\treturn nil\n}\n\n// String", "\tm.prepare(ctx, e.ids)\n\tm.before = m.result.reached\n\treturn nil\n}\n\n// String"},
	}},
	{number: "24b", what: "a mark that has failed is extended", edits: []edit{
		{extend, "\tcase m.dirty:\n", "\tcase false:\n"},
	}},
	{number: "24c", what: "the mark of another graph is extended", edits: []edit{
		{extend, "\tcase last != e:\n", "\tcase false:\n"},
	}},
	{number: "24d", what: "the mark bits from before are not counted", edits: []edit{
		{"mark/run.go", "r.reached = m.before + s.Marked", "r.reached = s.Marked"},
	}},
	{number: "24e", what: "nil counts among the nodes that are left out of a heap", edits: []edit{
		{retained, "if (node != 0 || !e.heap) && m", "if m"},
	}},
	{number: "24f", what: "a mark that leaves nodes out speculates: cursors go through these nodes", edits: []edit{
		{retained, "\tm.options.Speculation = SpeculationOff\n", ""},
	}},
	{number: "24g", what: "a mark with pairs speculates: nodes are scanned that nobody has reached", edits: []edit{
		{ephemeron, "\tm.options.Speculation = SpeculationOff // W1\n", ""},
	}},
	{number: "24h", what: "a pair's bit is tested, then set, in two steps: the value is lost", edits: []edit{
		{ephemeron, "\t\tif !e.half.TestAndSet(heap.Ref(pair)) { // W3\n", "\t\told := e.half.Has(heap.Ref(pair))\n\t\te.half.TestAndSet(heap.Ref(pair))\n\t\tif old {\n"},
	}},
	{number: "24i", what: "a pair waits for its table although the table was reached before", edits: []edit{
		{ephemeron, "\t\tif r.Has(p.Table) || r.Has(p.Key) {\n", "\t\tif r.Has(p.Key) {\n"},
	}},
	{number: "24j", what: "a pair that waits for a node that is both table and key waits once", edits: []edit{
		{ephemeron, "range [2]uint32{p.Table, p.Key} {", "range slices.Compact([]uint32{p.Table, p.Key}) {"},
	}},
	{number: "24k", what: "the values of pairs are taken for reached as soon as their keys are", edits: []edit{
		{ephemeron, "\t\tcase r.Has(p.Table) && r.Has(p.Key):\n", "\t\tcase r.Has(p.Key):\n"},
	}},
	{number: "24l", what: "the number behind the last node counts as not reached", edits: []edit{
		{"mark/result.go", "if bit >= n || !yield", "if bit > n || !yield"},
	}},
	{number: "25a", what: "a searcher takes the nodes of a shared level in two steps: two searchers ask for the successors of one node", edits: []edit{
		{"mark/sweep.go", "\t\tlow := uint64(s.b.next.Add(int64(n))) - n\n", "\t\tlow := uint64(s.b.next.Load())\n\t\ts.b.next.Store(int64(low + n))\n"},
	}},
	{number: "25b", what: "the next level begins before all searchers are done with this one", edits: []edit{
		{"mark/sweep.go", "\t\tothers.Wait()\n", ""},
	}},
	{number: "25c", what: "the caller goes on to find nodes with plain stores in a shared level", edits: []edit{
		{"mark/sweep.go", "first.alone, first.tempo.batch = false, 0", "first.tempo.batch = 0"},
	}},
	{number: "25d", what: "a parent is looked at, then stored, in two steps: two searchers find one node", edits: []edit{
		{"mark/adopt.go", "if b.parents[node].CompareAndSwap(old, word) {", "if b.parents[node].Store(word); true {"},
	}},
	{number: "25e", what: "the parent that came first stays, although a smaller one has come", edits: []edit{
		{"mark/adopt.go", "b.order.at(uint64(old-1)) <= parent", "parent < math.MaxUint32"},
	}},
	{number: "25f", what: "a parent of a level before is replaced by a smaller one of this level", edits: []edit{
		{"mark/adopt.go", "uint64(old-1) < b.low || ", ""},
	}},
	{number: "25g", what: "on the way back the parents that others have found are forgotten", edits: []edit{
		{"mark/wayback.go", "best[i] = min(best[i], parent)", "best[i] = min(best[i], max(best[i], parent))"},
	}},
	// What a mark calls for its user.
	{number: "26a", what: "along a list Until is not asked: the thin frontier does not bring its objects there", edits: []edit{
		{"mark/marker.go", "m.thins = o.Grain > 1 && o.Until == nil", "m.thins = o.Grain > 1"},
	}},
	{number: "26b", what: "Until is asked about the first object of each batch only", edits: []edit{
		{"mark/until.go", "\tfor _, node := range batch {\n", "\tfor _, node := range batch[:1] {\n"},
	}},
	{number: "26c", what: "a mark that Until has stopped has no error", edits: []edit{
		{"mark/until.go", "\t\t\tw.fail(&StopError{node})\n", "\t\t\tw.m.detector.abort()\n"},
	}},
	{number: "26d", what: "a panic of Until is taken for one of this program", edits: []edit{
		{"mark/until.go", "\t\tw.calling, w.current = callsUntil, node\n", ""},
	}},
	{number: "26e", what: "an error of TrySuccessors is dropped", edits: []edit{
		{"mark/fallible.go", "\tif err != nil {\n\t\tpanic(nodeFailure{err})\n\t}\n", "\t_ = err\n"},
	}},
	{number: "26f", what: "two workers hear the same ring of the alarm, and both tell the user", edits: []edit{
		{"mark/progress.go", "\tif t.claimed.CompareAndSwap(rings-1, rings) {\n", "\tif t.claimed.Load() == rings-1 {\n\t\tt.claimed.Store(rings)\n"},
	}},
	{number: "26g", what: "the alarm is set again before the user has been told", edits: []edit{
		{"mark/progress.go", "\t\tt.progress(t.now())\n", "\t\tt.alarm.Reset(t.every)\n\t\tt.progress(t.now())\n"},
		{"mark/progress.go", "\t\tw.calling = callsNothing\n\t\tt.alarm.Reset(t.every)\n", "\t\tw.calling = callsNothing\n"},
	}},
	{number: "26h", what: "a worker that goes idle does not show how much it has scanned", edits: []edit{
		{"mark/idle.go", "\tw.show(0)\n", ""},
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

package mutants

// markingMutants break how mark bits are set: by owners, in turns with others, and with speculation
// along lists.
var markingMutants = []mutant{
	// No worker keeps a head or a tail in private memory from one call to the next, so
	// no mutant can keep one over a leave: see package forward.
	{number: "20a", what: "nil is not dropped before references of a heap are split", edits: []edit{
		{"mark/internal/kernel/split.go", "\tNilDropped = 1<<32 - 1\n", "\tNilDropped = 1<<32\n"},
	}},
	{number: "20b", what: "node 0 of a graph is dropped as if it were nil", edits: []edit{
		{"mark/internal/source/rows.go", "\tp.ZeroIsNode = true\n", ""},
	}},
	{number: "20c", what: "an open slot is neither published nor spilt before its worker leaves", edits: []edit{
		{"mark/internal/engine/trace.go", "\t\t\tw.sendAll(false) // O2 in package forward\n", ""},
	}},
	{number: "20d", what: "what was forwarded is not looked at again before the mark ends", edits: []edit{
		{"mark/internal/engine/idle.go", "func (w *worker) Anywhere() bool { return w.m.workVisible() || w.m.net.Any() }", "func (w *worker) Anywhere() bool { return w.m.workVisible() }"},
	}},
	{number: "20e", what: "the tail of a queue is stored before the entry of the slot", edits: []edit{
		{"mark/internal/forward/queue.go", "\tq.entry(tail).Store(uint64(q.opened)<<32 | uint64(n))\n\tq.tail.Store(tail + 1)\n", "\tq.tail.Store(tail + 1)\n\tq.entry(tail).Store(uint64(q.opened)<<32 | uint64(n))\n"},
	}},
	{number: "20f", what: "a slot is released before it is read", edits: []edit{
		{"mark/internal/engine/receive.go", "\t\t\tif !w.greyReceived(refs) {\n\t\t\t\treturn true\n\t\t\t}\n\t\t\tw.Release(q)\n", "\t\t\tw.Release(q)\n\t\t\tif !w.greyReceived(refs) {\n\t\t\t\treturn true\n\t\t\t}\n"},
	}},
	{number: "20g", what: "a segment has two owners: it is smaller than a word of the bitmap", edits: []edit{
		{"mark/internal/forward/segments.go", "max(shift-1, policy.MinSegmentShift)", "max(shift-1, 0*policy.MinSegmentShift)"},
	}},
	{number: "20h", what: "the summaries of spilt references are one for all owners", edits: []edit{
		{"mark/internal/forward/spill.go", "\tall := s.summary[int(owner)*s.stride:][:s.stride-spillPad]\n", "\tall := s.summary[int(owner)*0:][:s.stride-spillPad]\n"},
	}},
	{number: "20i", what: "spilt references of an aborted mark stay for the next one", edits: []edit{
		{"mark/internal/engine/prepare.go", "\t\tm.net.Reset()\n", ""},
	}},
	{number: "20j", what: "what was spilt is not swept", edits: []edit{
		{"mark/internal/engine/receive.go", "w.Top <= policy.StackRefs-policy.RecoverRefs && w.takeSpilt() {", "w.Top > policy.StackRefs && w.takeSpilt() {"},
	}},
	{number: "20k", what: "a slot comes back to its sender before the receiver has released it", edits: []edit{
		{"mark/internal/forward/queue.go", "for head := q.head.Load(); q.back < head; q.back++ {", "for tail := q.tail.Load(); q.back < tail; q.back++ {"},
	}},
	{number: "20l", what: "nobody wakes the owner for whom something was published", edits: []edit{
		{"mark/internal/engine/grey.go", "\tw.wakeOwner(to) // O4\n", ""},
	}},
	{number: "20m", what: "a worker takes the exclusive bit and leaves what is on its way", edits: []edit{
		{"mark/internal/engine/share.go", "\tw.absorb()\n", ""},
	}},
	{number: "20n", what: "a worker marks references of all segments itself, with plain stores", edits: []edit{
		{"mark/internal/engine/grey.go", "\t\tok = w.split(candidates[:n], 0, w.m.net.Owners())\n", "\t\tok = w.greyOwn(candidates[:n])\n"},
	}},
	{number: "20o", what: "open slots of an aborted mark are sent in the next one", edits: []edit{
		{"mark/internal/forward/end.go", "\t\t\t\te.out[to] = outbox{queue: q, refs: q.open()} // an aborted mark leaves something\n", "\t\t\t\te.out[to].queue, e.out[to].refs = q, q.open()\n"},
	}},
	{number: "20p", what: "the queues of an aborted mark are not emptied", edits: []edit{
		{"mark/internal/forward/net.go", "\t\t\t\tq.reset()\n", ""},
	}},
	{number: "20q", what: "plain and locked setters are mixed: all workers but one mark everything with locked ones", edits: []edit{
		{"mark/internal/engine/grey.go", "\towns := w.m.net.Owners() > 0 && !w.m.shares\n", "\towns := w.m.net.Owners() > 0 && w.id == 0\n"},
	}},
	{number: "20r", what: "a summary bit of spilt references is cleared after they are read", edits: []edit{
		{"mark/internal/forward/spill.go", "\t\t\tsummary[i].And(^(flagged & -flagged)) // before the words are read\n\t\t\tif n := s.gather(segment, owner, buf); n > 0 {\n", "\t\t\tn := s.gather(segment, owner, buf)\n\t\t\tsummary[i].And(^(flagged & -flagged))\n\t\t\tif n > 0 {\n"},
	}},
	{number: "20s", what: "the word that says whether a summary is worth reading is cleared after the summary is read", edits: []edit{
		{"mark/internal/forward/spill.go", "\tany.Store(0) // before the summary is read\n", ""},
		{"mark/internal/forward/spill.go", "\treturn 0\n}\n\n// gather", "\tany.Store(0)\n\treturn 0\n}\n\n// gather"},
	}},
	{number: "20t", what: "a reference is spilt after its summary bit is set", edits: []edit{
		{"mark/internal/forward/spill.go", "\tif bit := uint64(1)", "\ts.flag(ref>>s.shift, owner)\n\tif bit := uint64(1)"},
		{"mark/internal/forward/spill.go", "\t// The bit comes first, the summary second: see overflow.Pending.\n\ts.flag(ref>>s.shift, owner)\n", ""},
	}},
	{number: "20u", what: "a queue counts the slots that came back in an aborted mark in the next one, too", edits: []edit{
		{"mark/internal/forward/queue.go", "q.back, q.opened, q.free = 0, 0, q.free[:0]", "q.opened, q.free = 0, q.free[:0]"},
	}},
	{number: "20v", what: "a worker takes back more than its stack holds", edits: []edit{
		{"mark/internal/policy/owners.go", "const TakeBack = StackHigh\n", "const TakeBack = 1 << 30\n"},
	}},
	{number: "20w", what: "a mark without owners absorbs what an aborted mark has left in the queues", edits: []edit{
		{"mark/internal/engine/receive.go", "\tfor to := range w.m.net.Owners() {\n\t\tif refs := w.TakeOpen(to)", "\tfor to := range w.m.workers {\n\t\tw.drainInbox(to)\n\t\tif to >= w.m.net.Owners() {\n\t\t\tcontinue\n\t\t}\n\t\tif refs := w.TakeOpen(to)"},
		{"mark/internal/forward/net.go", "\tif id >= n.Owners() {\n\t\treturn nil\n", "\tif id >= len(n.to) {\n\t\treturn nil\n"},
	}},
	{number: "20x", what: "a worker that joins does not look whether owners have given way to shared bits", edits: []edit{
		{"mark/internal/engine/trace.go", "\tw.setClaimer() // the holder of the exclusive bit may have changed who sets mark bits\n", ""},
	}},
	// The assembly of arm64 has no mutants: the table is made on amd64, with AVX-512.
	{number: "21a", what: "the assembly that drops nil keeps it", edits: []edit{
		{"mark/internal/kernel/kernel_amd64.s", "\tCMPL       DX, $1           // carry: the ref is nil\n", "\tCMPL       DX, $0\n"},
	}},
	{number: "21b", what: "the scalar split gives each owner the references of the other", edits: []edit{
		{"mark/internal/kernel/split_amd64.s", "\tXORL  R13, DX; \\\n", "\tXORL  R13, DX; \\\n\tNOTL  DX; \\\n"},
	}},
	{number: "21c", what: "the wide split drops node 0 of a graph", edits: []edit{
		{"mark/internal/kernel/split_amd64.s", "\tKORW          K3, K1, K1\n\tVPCMPUD", "\tVPCMPUD"},
	}},
	{number: "21d", what: "the wide split takes what lies behind the last references", edits: []edit{
		{"mark/internal/kernel/split_amd64.s", "\tKANDW         K5, K1, K1\n", ""},
	}},
	{number: "21e", what: "the split of 8 counts nil as a reference that leaves", edits: []edit{
		{"mark/internal/kernel/split_amd64.s", "\tVPOR      Y5, Y9, Y9\n", "\tVMOVDQA   Y5, Y9\n"},
	}},
	// A cursor cannot reach the mark bits, nor the error of a mark. Three of these therefore
	// give it a function that can.
	{number: "22a", what: "a cursor marks the distinguished objects that it comes to", edits: []edit{
		{"mark/internal/chain/cursors.go", "\tCounts\n}\n\n// Counts", "\tCounts\n\n\tMark func(x uint32)\n}\n\n// Counts"},
		{"mark/internal/chain/cursors.go", "\tc.remember(x)\n\tslot, ok", "\tif c.Mark != nil {\n\t\tc.Mark(x)\n\t}\n\tc.remember(x)\n\tslot, ok"},
		{speculate, beginsCursors, beginsCursors + "\t\tw.Chains.Mark = func(x uint32) { m.Marks.Words()[x/64].Or(1 << (x % 64)) }\n"},
	}},
	{number: "22b", what: "a worker harvests and marks with plain stores although it does not hold the exclusive bit", edits: []edit{
		{"mark/internal/engine/trace.go", "return w.Alone && w.InFlight() == 0", "return w.InFlight() == 0"},
	}},
	{number: "22c", what: "the marker reads an entry, and does not exchange it: a cursor that it has caught up with does not notice", edits: []edit{
		{"mark/internal/chain/table.go", "t.words[at].Swap(entry(x, ended))", "t.words[at].Load()"},
	}},
	{number: "22d", what: "a speculator reads mark bits, and turns back at what is marked", edits: []edit{
		{"mark/internal/chain/cursors.go", "\tCounts\n}\n\n// Counts", "\tCounts\n\n\tMarked func(x uint32) bool\n}\n\n// Counts"},
		{"mark/internal/chain/cursors.go", "\tw := &c.ways[i]\n\tif !c.table.publish", "\tw := &c.ways[i]\n\tif c.Marked != nil && c.Marked(x) {\n\t\tc.end(i)\n\t\treturn false\n\t}\n\tif !c.table.publish"},
		{speculate, beginsCursors, beginsCursors + "\t\tw.Chains.Marked = func(x uint32) bool { return m.Marks.Words()[x/64].Load()>>(x%64)&1 == 1 }\n"},
	}},
	{number: "22e", what: "a cursor that sees damage, perhaps in garbage, reports it", edits: []edit{
		{"mark/internal/chain/cursors.go", "\tCounts\n}\n\n// Counts", "\tCounts\n\n\tDamaged func()\n}\n\n// Counts"},
		{"mark/internal/chain/heap.go", "\tif !ok {\n\t\tc.end(i)\n", "\tif !ok {\n\t\tif c.Damaged != nil {\n\t\t\tc.Damaged()\n\t\t}\n\t\tc.end(i)\n"},
		{speculate, beginsCursors, beginsCursors + "\t\tw.Chains.Damaged = func() { w.fail(ErrInUse) }\n"},
	}},
	{number: "22f", what: "a speculator does not look whether the mark is over", edits: []edit{
		{"mark/internal/engine/speculate.go", "for m.hints.Wanted() && m.crew.Held() && w.lookAhead() {", "for m.hints.Wanted() && w.lookAhead() {"},
	}},
	{number: "22g", what: "the shortcuts of one heap are not cleared before the next", edits: []edit{
		{"mark/internal/chain/table.go", "\tcase t.started:\n", "\tcase false:\n"},
	}},
	{number: "22h", what: "a harvest makes room when the stack is full, and goes on although it has lost the exclusive bit", edits: []edit{
		{"mark/internal/thin/front.go", "\tnow   func() time.Time\n}", "\tnow   func() time.Time\n\tRoom  func()\n}"},
		{"mark/internal/thin/front.go", "\tfor top < policy.StackHigh {\n", "\tfor {\n\t\tif top >= policy.StackHigh {\n\t\t\tf.local.Pushed(top)\n\t\t\tf.Room()\n\t\t\ttop = f.local.Top\n\t\t}\n"},
		{"mark/internal/engine/new.go", "&w.Local, w.wake, now)\n", "&w.Local, w.wake, now)\n\tw.Room = w.makeRoom\n"},
	}},
}

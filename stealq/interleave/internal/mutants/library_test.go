package mutants

// libraryMutants break what the library does for its callers: Reach (23), extensions and pairs (24), the
// search by breadth (25), and what a mark calls (26).
var libraryMutants = []mutant{
	{number: "23a", what: "two calls of `Reach` are given one key: it is taken from the waiting ones when the call begins, without the lock", edits: []edit{
		{"mark/walk/walk.go", "\tw.reached.next++\n", ""},
		{reacher, "\tr.open, r.call, r.found = true, r.number, r.found[:0]\n", "\tr.open, r.call, r.found = true, r.number, r.found[:0]\n\tr.walk.reached.next++\n"},
	}},
	{number: "23b", what: "a call's worker looks for the next key before it stores what the call has yielded", edits: []edit{
		{"mark/walk/walk.go", "\tif stored := w.store(r.number, r.found); !stored || o.err", "\tfrom, again := r.number, w.assign(r)\n\tif stored := w.store(from, r.found); !stored || o.err"},
		{"mark/walk/walk.go", "\tagain := w.assign(r)\n", ""},
	}},
	{number: "23c", what: "the walk ends when one worker finds no key, although another may yet yield some", edits: []edit{
		{"mark/walk/walk.go", "\tif w.running == 0 {\n\t\tw.ended.send()\n", "\tif !again {\n\t\tw.ended.send()\n"},
	}},
	{number: "23d", what: "calls are so fast that no worker is allowed", edits: []edit{
		{"mark/walk/callpace.go", "max(p.allowed/2, 1)", "p.allowed / 2"},
	}},
	{number: "23e", what: "what a call has yielded, and keeps, is not stored before the call returns", edits: []edit{
		{"mark/walk/walk.go", "\t\t\tr.flush()\n", "\t\t\t_ = r\n"},
	}},
	{number: "23f", what: "calls begin after an error", edits: []edit{
		{"mark/walk/walk.go", "\tif w.over || w.reached.waiting() == 0 ||", "\tif w.reached.waiting() == 0 ||"},
	}},
	{number: "23g", what: "a call takes keys after it has returned, and they are lost", edits: []edit{
		{reacher, "\tif !r.open || r.call != call {\n", "\tif false {\n"},
	}},
	{number: "23h", what: "one key more than allowed is stored", edits: []edit{
		{"mark/walk/reached.go", "\tif len(r.keys) >= most {\n", "\tif len(r.keys) > most {\n"},
	}},
	{number: "24a", what: "an extension begins with no mark bits, but counts those that there were", edits: []edit{
		{extend, "\tm.keepMarks(ctx, e.IDs)\n", "\tm.prepare(ctx, e.IDs)\n\tm.Before = m.Reached\n"},
	}},
	{number: "24b", what: "a mark that has failed is extended", edits: []edit{
		{extend, "\tcase m.dirty:\n", "\tcase false:\n"},
	}},
	{number: "24c", what: "the mark of another graph is extended", edits: []edit{
		{extend, "\tcase last.Heap != e.Heap || e.Heap && last != e:\n", "\tcase false:\n"},
	}},
	{number: "24d", what: "the mark bits from before are not counted", edits: []edit{
		{"mark/internal/engine/finish.go", "m.Reached, m.marked = m.Before+s.Marked, true", "m.Reached, m.marked = s.Marked, true"},
	}},
	{number: "24e", what: "nil counts among the nodes that are left out of a heap", edits: []edit{
		{once, "if (node != 0 || !e.Heap) && m", "if m"},
	}},
	{number: "24f", what: "a mark that leaves nodes out speculates: cursors go through these nodes", edits: []edit{
		{once, "roots, true, func(_ *engine.Marker, ctx context.Context, e engine.Extent) error {\n\t\tif err :=", "roots, false, func(_ *engine.Marker, ctx context.Context, e engine.Extent) error {\n\t\tif err :="},
	}},
	{number: "24g", what: "a mark with pairs speculates: nodes are scanned that nobody has reached", edits: []edit{
		{once, "roots, true, func(_ *engine.Marker, ctx context.Context, e engine.Extent) error {\n\t\tif e.IDs", "roots, false, func(_ *engine.Marker, ctx context.Context, e engine.Extent) error {\n\t\tif e.IDs"},
	}},
	{number: "24h", what: "a pair's bit is tested, then set, in two steps: the value is lost", edits: []edit{
		{ephemeron, "\t\tif !e.half.TestAndSet(heap.Ref(pair)) { // N3\n", "\t\told := e.half.Has(heap.Ref(pair))\n\t\te.half.TestAndSet(heap.Ref(pair))\n\t\tif old {\n"},
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
		{"heap/bitmap.go", "if bit >= b.bits || !yield", "if bit > b.bits || !yield"},
	}},
	{number: "25a", what: "a searcher takes the nodes of a shared level in two steps: two searchers ask for the successors of one node", edits: []edit{
		{"mark/reach/share.go", "\t\tlow := uint64(s.b.next.Add(int64(n))) - n\n", "\t\tlow := uint64(s.b.next.Load())\n\t\ts.b.next.Store(int64(low + n))\n"},
	}},
	{number: "25b", what: "the next level begins before all searchers are done with this one", edits: []edit{
		{"mark/reach/share.go", "\t\tothers.Wait()\n", ""},
	}},
	{number: "25c", what: "the caller goes on to find nodes with plain stores in a shared level", edits: []edit{
		{"mark/reach/share.go", "first.alone, first.sizer.batch = false, 0", "first.sizer.batch = 0"},
	}},
	{number: "25d", what: "a parent is looked at, then stored, in two steps: two searchers find one node", edits: []edit{
		{"mark/reach/parents.go", "if b.parents[node].CompareAndSwap(old, word) {", "if b.parents[node].Store(word); true {"},
	}},
	{number: "25e", what: "the parent that came first stays, although a smaller one has come", edits: []edit{
		{"mark/reach/parents.go", "b.order.at(uint64(old-1)) <= parent", "parent < math.MaxUint32"},
	}},
	{number: "25f", what: "a parent of a level before is replaced by a smaller one of this level", edits: []edit{
		{"mark/reach/parents.go", "uint64(old-1) < b.low || ", ""},
	}},
	{number: "25g", what: "on the way back the parents that others have found are forgotten", edits: []edit{
		{"mark/reach/backtrack.go", "best[i] = min(best[i], parent)", "best[i] = min(best[i], max(best[i], parent))"},
	}},
	// The functions that a mark calls for its user.
	{number: "26a", what: "along a list Until is not asked: the thin frontier does not bring its objects there", edits: []edit{
		{"mark/internal/plan/plan.go", "o.Grain > 1 && !o.Until, o.Speculation", "o.Grain > 1, o.Speculation"},
	}},
	{number: "26b", what: "Until is asked about the first object of each batch only", edits: []edit{
		{"mark/internal/engine/trace.go", "\tfor _, node := range batch {\n", "\tfor _, node := range batch[:1] {\n"},
	}},
	{number: "26c", what: "a mark that Until has stopped has no error", edits: []edit{
		{"mark/internal/engine/trace.go", "\t\t\tw.fail(w.m.Errors.Stopped(node))\n", "\t\t\tw.m.crew.Abort()\n"},
	}},
	{number: "26d", what: "a panic of Until is taken for one of this program", edits: []edit{
		{"mark/internal/engine/trace.go", "\t\tw.calling, w.current = CallsUntil, node\n", ""},
	}},
	{number: "26e", what: "an error of a TryFunc is dropped", edits: []edit{
		{"mark/fallible.go", "\tif err != nil {\n\t\tpanic(&NodeError{node, err})\n\t}\n", "\t_ = err\n"},
	}},
	{number: "26f", what: "two workers hear the same ring of the alarm, and both tell the user", edits: []edit{
		{teller, "\tif t.claimed.CompareAndSwap(rings-1, rings) {\n", "\tif t.claimed.Load() == rings-1 {\n\t\tt.claimed.Store(rings)\n"},
	}},
	{number: "26g", what: "the alarm is set again before the user has been told", edits: []edit{
		{teller, "\t\tt.Tell(worker, t.now())\n\t\tt.alarm.Reset(t.Every)\n", "\t\tt.alarm.Reset(t.Every)\n\t\tt.Tell(worker, t.now())\n"},
	}},
	{number: "26h", what: "a worker that goes idle does not show how much it has scanned", edits: []edit{
		{"mark/internal/engine/idle.go", "\tw.m.teller.Show(w.id, w.Scanned)\n", ""},
	}},
	// The work that is put off in a mapped heap.
	{number: "27a", what: "a worker takes what was put off before it is active", edits: []edit{
		{"mark/internal/engine/trace.go", "\t\tswitch w.Join() {\n", "\t\tif w.id > 0 || w.stats.Joins > 0 {\n\t\t\tif w.Empty(); w.PutsOff {\n\t\t\t\tw.recoverPending()\n\t\t\t}\n\t\t}\n\t\tswitch w.Join() {\n"},
	}},
	{number: "27b", what: "a worker puts off what is far when it is not active any more", edits: []edit{
		{"mark/internal/work/local.go", "\tAhead   heap.Ahead\n", "\tAhead   heap.Ahead\n\tLate    []uint32\n"},
		{"mark/internal/work/inorder.go", "\tl.pend(far)\n", "\tl.Late = append(l.Late, far...)\n"},
		{"mark/internal/engine/trace.go", "\t\tw.wakeOwners() // X10\n\t}\n", "\t\tw.wakeOwners() // X10\n\t}\n\tfor _, ref := range w.Late {\n\t\tif w.m.Pending.Add(ref) {\n\t\t\tw.PendingAdded++\n\t\t}\n\t}\n\tw.Late = nil\n"},
	}},
	{number: "27c", what: "a worker takes all bits that it has seen, also those that another one has cleared", edits: []edit{
		{"overflow/pending_take.go", "\t\tn += unpack(buf[n:], uint32(w)*64, seen&t.words[w].And(^seen))\n", "\t\tt.words[w].And(^seen)\n\t\tn += unpack(buf[n:], uint32(w)*64, seen)\n"},
	}},
	{number: "27d", what: "a worker that has waited for the disk goes on as if all were in memory", edits: []edit{
		{"mark/internal/engine/mapscan.go", "\t\tw.PutsOff = true\n\t\tw.setClaimer()\n", "\t\tw.PutsOff = true\n"},
	}},
	{number: "27e", what: "an owner does not put off what others have sent to it", edits: []edit{
		{"mark/internal/engine/receive.go", "\tif w.PutsOff {\n\t\tw.putOff(before)\n\t}\n", ""},
		{"mark/internal/engine/receive.go", "\tbefore := w.Top\n", ""},
	}},
	// The items of deques of a program's own.
	{number: "28a", what: "an item is written into the ledger after its push", edits: []edit{
		{"mark/internal/ledger/ledger.go", "\ta.Ledger.in.Words()[item/64].Or(1 << (item % 64)) // D1\n", ""},
		{"mark/internal/ledger/ledger.go", "\tpushed := a.Deque.Push(item)\n", "\tpushed := a.Deque.Push(item)\n\ta.Ledger.in.Words()[item/64].Or(1 << (item % 64))\n"},
	}},
	{number: "28b", what: "an item may come twice", edits: []edit{
		{"mark/internal/ledger/ledger.go", "\tcase !a.Ledger.clears(item): // D2\n", "\tcase !a.Ledger.clears(item) && false:\n"},
	}},
	{number: "28c", what: "nobody looks at the end whether an item was lost", edits: []edit{
		{"mark/internal/engine/finish.go", "\tif lost := m.ledger.Lost(); lost != \"\" {\n", "\tif lost := m.ledger.Lost(); false {\n"},
	}},
	{number: "29a", what: "one worker marks a small heap alone, although speculation is forced", edits: []edit{
		{"mark/internal/plan/plan.go", " && o.Recruit == 0 && o.Speculation != tune.SpeculationForce\n", " && o.Recruit == 0\n"},
	}},
	{number: "29b", what: "owners who all begin at once let one of them mark alone", edits: []edit{
		{"mark/internal/plan/plan.go", "o.Grain > 1 && (o.Marking != tune.MarkingOwner || o.Recruit > 0)\n", "o.Grain > 1\n"},
	}},
	{number: "29c", what: "speculators have no processors of their own", edits: []edit{
		{"mark/internal/plan/plan.go", "return min(n, f.Processors-1)\n", "return n\n"},
	}},
	{number: "30a", what: "a worker that clears the exclusive bit goes on with plain stores to all segments", edits: []edit{
		{"mark/internal/engine/give.go", "\t\tw.Clear()\n\t\tw.setClaimer()\n", "\t\tw.Clear()\n"},
	}},
	{number: "31a", what: "a worker in virtual time goes on although another one is earlier", edits: []edit{
		{processor, "\tif m.clock.waits(p.id, p.at) || m.over() {", "\tif m.over() {"},
	}},
	{number: "31b", what: "a wake-up in virtual time takes no time", edits: []edit{
		{"mark/internal/virtual/machine.go", "\t\tp.begin(Comes)\n\t\tp.at = max(p.at, m.running.at+m.costs.WakeDelay)\n", "\t\tp.begin(Comes)\n"},
	}},
	{number: "31c", what: "a worker in virtual time yields before it takes up what it has stolen", edits: []edit{
		{"mark/internal/virtual/points.go", "\tcase p.stolen:\n", "\tcase p.stolen && p.at < 0:\n"},
	}},
	{number: "31d", what: "to give the processor away may take no time", edits: []edit{
		{"mark/internal/virtual/points.go", "max(1, p.machine.costs.Yield)", "p.machine.costs.Yield"},
	}},
	{number: "31e", what: "nobody is told that every worker sleeps", edits: []edit{
		{"mark/internal/virtual/machine.go", "\tm.Stuck(fmt.Errorf(\"sim: at %v every", "\t_ = (fmt.Errorf(\"sim: at %v every"},
	}},
	{number: "31f", what: "a worker marks what a batch leads to before the scan has taken its time", edits: []edit{
		{"mark/internal/engine/scan.go", "\tw.Processor.Collected(objects, n)\n\tw.grey(w.candidates[:n])\n", "\tw.grey(w.candidates[:n])\n\tw.Processor.Collected(objects, n)\n"},
	}},
}

const processor = "mark/internal/virtual/processor.go"

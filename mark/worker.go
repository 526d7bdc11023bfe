package mark

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/crew"
	"github.com/seed-3ccf4018/halfmark/mark/internal/forward"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/probe"
	"github.com/seed-3ccf4018/halfmark/mark/internal/thin"
	"github.com/seed-3ccf4018/halfmark/mark/internal/work"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// scanner knows what a grey object is. The marker calls it once for a batch or a
// chunk, never for a single object or reference.
type scanner interface {
	// Prefetch asks the memory for the objects of a batch that will be scanned soon.
	// Approach comes half way between Prefetch and scan. It asks for what these
	// objects lead to.
	Prefetch(batch []uint32)
	Approach(batch []uint32)
	// scan scans the objects of batch. It marks the white objects that they refer to,
	// and pushes these on w's stack. The stack has room for batchObjects *
	// kernel.SmallRefs of them. Some objects have references that scan does not
	// collect with the others. After each of these scan calls w.makeRoom. An object
	// with more than chunkRefs references goes to w.slice.
	scan(w *worker, batch []uint32)
	// follow scans the only grey object of a lone worker. If this leads to a single
	// object again, follow goes on with that one, and so on. It returns false if it
	// leaves the object to scan.
	follow(w *worker) bool
	// thinRound scans what is grey while the frontier is thin (thin.go). If speculates is
	// true, it harvests, and each cursor of w makes a step. It returns false if it leaves an
	// object to scan.
	thinRound(w *worker, speculates bool) bool
	// Cursors is what cursors walk; nil if they cannot.
	Cursors() chain.Source
	// scanChunk does what scan does, for a chunk of the roots or of a huge object.
	scanChunk(w *worker, c chunk)
	Pace() policy.Pace
	// Outside is the error of a reference that leads beyond the bitmap.
	Outside(to uint32) error
}

// worker is the private part. Only its own goroutine touches it during a mark.
type worker struct {
	m            *Marker
	id           int
	scanner      scanner
	claimer      claimer
	othersIdle   bool        // somebody was idle at the last look
	mayShow      bool        // while this worker holds the bit: it may have published something
	broken       bool        // a deque has panicked while this worker was about to park
	stolenInVain int         // after how many thefts in a row the own deque was empty all the same
	wanted       func() bool // for the lobby; made once, so that parking allocates nothing

	work.Local // the grey refs that it holds, or has put where others can take them

	*buffers

	forward.End // where references to bits of other owners go, and come from

	thin.Front       // how it goes along a thin frontier
	rings      int64 // of the alarm of a teller, as this worker has heard them

	policy.Thief // whom this worker robs, and when
	asked        // the user's code, and what a graph of the user answered
	foresight    // how this worker speculates in a user's graph
	crew.Member  // whether it is active or marks alone, and to whom idle time is charged
	stats        WorkerStats
	probe        *probe.Recorder // what it does when; nil if nobody wants to know
	_            [64]byte        // what lies behind it is on another cache line
}

// buffers are memory of a worker that lives as long as it does. They are apart because a worker that
// nobody wakes does not get them (equip).
type buffers struct {
	candidates [batchObjects * kernel.SmallRefs]uint32 // references of a batch
	large      [chunkRefs]uint32                       // references of one object or chunk
	spilt      [recoverRefs]uint32                     // references that were spilt
}

// mark takes part in one mark. It returns when the mark is over, or when there is
// nothing to do and the worker should park.
func (w *worker) mark() {
	w.probe.Turn(timeline.ActivityLook)
	for {
		switch w.Join() {
		case crew.Ended:
			return
		case crew.Joined:
			w.takePart()
		}
		if !w.Await(w) {
			w.probe.Turn(timeline.ActivitySleep)
			return
		}
		w.noteAwaited()
	}
}

// takePart is what a worker does from join to leave.
func (w *worker) takePart() {
	w.stats.Joins++
	w.becomeBusy()
	before := w.taken()
	w.trace()
	found := w.taken() != before
	w.becomeIdle()
	w.Leave(found)
	w.setClaimer()
}

// taken counts what this worker has taken up.
func (w *worker) taken() uint64 {
	return w.Batches + w.stats.ChunksTaken + w.RefsReceived + w.RefsSwept
}

// trace is the marking loop: scan grey objects, and share what they lead to, until
// this worker finds none anywhere. It returns when nothing private is left (T2), or
// when the mark is over.
func (w *worker) trace() {
	for !w.m.crew.Done() {
		if w.isThin() && w.followThin() {
			w.share()
			continue
		}
		for w.InFlight() < w.m.plan.Pace.InFlight && w.topUp() {
			w.scanner.Prefetch(w.take())
		}
		if w.InFlight() > 0 {
			if half := w.m.plan.Pace.InFlight / 2; half < w.InFlight() {
				w.scanner.Approach(w.At(half))
			}
			w.scanOldest()
			w.drain()
		} else if !w.refill() && !w.takesBack() {
			w.sendAll(false) // O2 in package forward
			return
		}
		w.share()
	}
}

// take moves a batch from the private stack to the ring, and returns it.
func (w *worker) take() []uint32 {
	n := w.m.plan.Pace.Take(w.Size(), w.othersIdle, w.Alone)
	if w.Alone && w.m.plan.Pace.Patience > 0 {
		n = w.Solo.Takes(n, w.Scanned)
	}
	return w.Take(n)
}

// scanOldest scans the batch that has been in the ring for longest. It counts what is
// scanned. pushed counts what is marked. A batch may be scanned without having been
// marked, or be marked and never scanned. Each of these defects breaks a conservation
// law.
func (w *worker) scanOldest() {
	batch := w.Oldest()
	if w.m.options.Until != nil && w.stops(batch) {
		return
	}
	w.Batches++
	w.Scanned += uint64(len(batch))
	w.scanner.scan(w, batch)
}

// slice opens a huge object for all workers. If this worker already has too many of
// them open, it scans the object alone, chunk by chunk.
func (w *worker) slice(object, refs uint32) {
	wakes := w.endExclusive()
	if w.m.ranges.Offer(w.id, object, refs) {
		w.mayShow = true
		w.stats.SlicesOpened++
		if wakes {
			w.wake(int(policy.Chunks(refs)))
		}
		return
	}
	w.stats.SlicesAlone++
	for low := uint32(0); low < refs && !w.m.crew.Done(); {
		high := low + min(chunkRefs, refs-low)
		w.scanner.scanChunk(w, chunk{Object: object, Low: low, High: high})
		w.drain()
		w.makeRoom()
		w.m.pollContext()
		w.reportProgress(0)
		low = high
	}
}

// fail ends the mark with an error. Only the first error counts.
func (w *worker) fail(err error) { w.m.fail(err) }

// wake wakes up to n sleepers, for n pieces of work that were just published.
func (w *worker) wake(n int) {
	w.stats.Wakes += uint64(w.m.crew.Wake(n))
}

// guarded runs w.mark. It turns a panic of the user's code, a fault of mapped memory
// or a runtime.Goexit into the mark's error.
func (w *worker) guarded() {
	if w.broken {
		w.broken = false
		w.m.crew.WakeWorker(0)
		return
	}
	finished := false
	defer func() {
		if finished {
			return
		}
		if w.foresees { // the user's code called runtime.Goexit for a speculator (C2)
			w.foresees = false
			return
		}
		value := recover()
		err, ok := w.failure(value)
		switch {
		case ok:
			w.fail(err)
		case w.m.foreign:
			w.fail(dequePanic(w.m.options.Deque, value))
		default:
			w.m.crew.Abort() // let the others end before the program does
			panic(value)
		}
	}()
	w.mark()
	finished = true
}

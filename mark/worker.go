package mark

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// scanner knows what a grey object is. It is called once for a batch or a
// chunk, never for a single object or reference.
type scanner interface {
	// prefetch asks the memory for the objects of a batch that will be scanned
	// soon, approach for what those objects lead to, half way to the scan.
	prefetch(batch []uint32)
	approach(batch []uint32)
	// scan scans the objects of batch: it marks the white ones they refer to
	// and pushes those on w's stack, which has room for batchObjects times
	// kernel.SmallRefs; it calls w.makeRoom after each object that it does not collect.
	// Objects with more than chunkRefs references it hands to w.slice.
	scan(w *worker, batch []uint32)
	// follow scans for a lone worker the only grey object, and what it leads to
	// while that is a single object again; false if it leaves that to scan.
	follow(w *worker) bool
	// scanChunk does what scan does for a chunk of the roots or of a huge object.
	scanChunk(w *worker, c chunk)
	pace() policy.Pace
	// failure turns what recover returned (nil after runtime.Goexit) into the
	// mark's error; false if it is a defect of this program.
	failure(w *worker, value any) (error, bool)
}

// visible is the half of a worker that others read, alone on its cache lines
// (two, because adjacent ones are fetched in pairs).
type visible struct {
	_ [64]byte
	// more says that more than a batch of grey refs is private; stored when that
	// changes, so at most once a batch. Only idle-time accounting reads it.
	more flag
	_    [60]byte
}

// worker is the private half: only its own goroutine touches it during a mark.
type worker struct {
	m       *Marker
	id      int
	scanner scanner
	alone   bool // no other worker is awake, and only this one could wake it
	deque   stealq.Deque
	visible *visible

	// The private mark stack is stack[bottom:top]. The owner pushes and pops
	// at the top; what it gives away leaves at the bottom, where the oldest
	// refs are: they tend to lead to the largest unscanned parts.
	stack       []uint32
	bottom, top int
	// held is, with grain 1, how many refs from bottom may stay private: those
	// just taken from a shared place, which would only go back there.
	held int
	ring ring // batches on their way to the scan

	candidates [batchObjects * kernel.SmallRefs]uint32 // references of a batch
	large      [chunkRefs]uint32                       // references of one object or chunk

	asking     bool              // the user's code runs
	current    uint32            // node whose successors are being asked for
	successors []uint32          // what a user's graph appended for a batch
	ends       [batchObjects]int // where each node's successors end there

	hungry    bool // somebody was idle at the last look
	fruitless int  // joins in a row that found nothing to take

	policy.Thief // whom this worker robs, and when

	published bool        // the last value stored in visible.more
	wanted    func() bool // for the lobby: made once, so parking allocates nothing
	idleSince time.Time
	spell     time.Time // since when sleepers have been kept waiting; see idle.go
	left      time.Time
	kept      time.Duration
	looks     int // at the end of batches, while alone
	looksMore int // of which found more than a batch private
	stats     WorkerStats
	_         [64]byte
}

// mark takes part in one mark until it ends or there is nothing to do and the
// worker should park.
func (w *worker) mark() {
	for w.m.detector.join() {
		w.stats.Joins++
		w.becomeBusy()
		before := w.stats.Batches + w.stats.ChunksTaken
		w.trace()
		if w.fruitless++; w.stats.Batches+w.stats.ChunksTaken != before {
			w.fruitless = 0
		}
		w.becomeIdle()
		w.m.detector.leave()
		if !w.await() {
			return
		}
	}
}

// trace is the marking loop: scan grey objects, share what they lead to, until
// this worker finds none anywhere. It returns with nothing private left (T2),
// or because the mark is over.
func (w *worker) trace() {
	for !w.m.detector.done() {
		if w.onlyOne() && w.scanner.follow(w) {
			w.share()
			continue
		}
		for w.size() > 0 && w.ring.count < w.m.pace.InFlight {
			w.scanner.prefetch(w.take())
		}
		if w.ring.count > 0 {
			if half := w.m.pace.InFlight / 2; half < w.ring.count {
				w.scanner.approach(w.ring.at(half))
			}
			w.scanOldest()
		} else if !w.refill() {
			return
		}
		w.share()
	}
}

// onlyOne reports whether one object is all that is grey. With grain 1 it goes
// through the deque like any other.
func (w *worker) onlyOne() bool {
	return w.alone && w.size() == 1 && w.ring.count == 0 && w.m.options.Grain > 1
}

// size is the number of refs on the private stack.
func (w *worker) size() int { return w.top - w.bottom }

// private is the number of grey refs that nobody else can take.
func (w *worker) private() int { return w.size() + w.ring.objects }

// take moves a batch from the private stack to the ring.
func (w *worker) take() []uint32 {
	n := w.m.pace.Take(w.size(), w.hungry, w.alone)
	w.top -= n
	w.held = min(w.held, w.size())
	return w.ring.enter(w.stack[w.top : w.top+n])
}

// untake moves the newest refs of the ring back to the stack, all but a batch.
func (w *worker) untake() {
	for w.ring.count > 1 {
		w.ring.count--
		slot := (w.ring.head + w.ring.count) % ringBatches
		n := w.ring.sizes[slot]
		w.ring.objects -= n
		w.top += copy(w.stack[w.top:], w.ring.batches[slot][:n])
	}
}

// scanOldest scans the batch that has been in the ring for longest. What is scanned
// is counted here and what is marked in pushed. So a batch that was scanned without
// having been marked, or marked and never scanned, breaks a conservation law.
func (w *worker) scanOldest() {
	batch := w.ring.leave()
	w.stats.Batches++
	w.stats.Scanned += uint64(len(batch))
	w.scanner.scan(w, batch)
}

// pushed accounts for refs that a scanner has marked and stored from w.top on.
func (w *worker) pushed(top int) {
	w.stats.Marked += uint64(top - w.top)
	w.top = top
}

// slice opens a huge object for all workers, or scans it chunk by chunk if this
// worker has too many open already.
func (w *worker) slice(object, refs uint32) {
	if w.m.ranges.offer(w.id, object, refs) {
		w.stats.SlicesOpened++
		if w.recruits() {
			w.wake(int(policy.Chunks(refs)))
		}
		return
	}
	w.stats.SlicesAlone++
	for low := uint32(0); low < refs && !w.m.detector.done(); {
		high := low + min(chunkRefs, refs-low)
		w.scanner.scanChunk(w, chunk{object: object, low: low, high: high})
		w.makeRoom()
		w.m.pollContext()
		low = high
	}
}

// fail ends the mark with an error; the first one counts.
func (w *worker) fail(err error) { w.m.fail(err) }

// wake wakes sleepers for n pieces of work just published.
func (w *worker) wake(n int) {
	if woken := w.m.lobby.wake(n); woken > 0 {
		w.stats.Wakes += uint64(woken)
		if w.alone {
			w.endSolitude(now())
			w.alone = false
		}
	}
}

// guarded runs w.mark and turns a panic of user code, a fault of mapped memory
// or a Goexit into the mark's error.
func (w *worker) guarded() {
	finished := false
	defer func() {
		if finished {
			return
		}
		value := recover()
		err, ok := w.scanner.failure(w, value)
		if !ok {
			w.m.detector.abort() // let the others go before we go down
			panic(value)
		}
		w.fail(err)
	}()
	w.mark()
	finished = true
}

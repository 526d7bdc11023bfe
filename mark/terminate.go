package mark

// Termination detection: when may the workers stop?
//
// Flood, Detlefs, Shavit and Zhang, "Parallel Garbage Collection for Shared
// Memory Multiprocessors" (JVM 2001), section 3.4, let a worker without work
// announce that it is inactive, watch the other queues, and become active
// again before it tries to steal; all are done when nobody is active. We keep
// that and change three things. The number of active workers shares a word
// with a count of activations, so that one compare-and-swap can tell that
// nobody was active during an interval. What else may hold work (the overflow
// list, the pending bitmap, open ranges) is looked at in that interval too.
// And the decision is a bit in the same word, so nobody can become active
// after it has fallen.
//
//	 63     62 ............... 32  31 ........ 0
//	┌──────┬──────────────────────┬─────────────┐
//	│ done │ activations (wraps)  │   active    │
//	└──────┴──────────────────────┴─────────────┘
//
// What each worker obeys:
//
//	T1  It is active while it holds a grey object in private memory (stack,
//	    batch, a block in hand, a claimed chunk), and joins before it takes
//	    anything from a place that others can see.
//	T2  It leaves only when its private memory and its own deque are empty.
//	T3  Only an active worker adds work to a shared place: a deque (a thief
//	    adds to its own; a queue that moves items both ways, to that of a
//	    worker that is active), the overflow list, the pending bitmap, a range.
//
// Proof that nothing is lost. finish(w) succeeds only if the word is still w,
// with active = 0, as it was when quiet() read it. Every join changes the
// activations, so nobody joined in between (the count has 31 bits: 2^31 joins
// inside the one interval would be needed to hide one). So during the interval
// nobody was active. By T1 no private memory held a grey object, and by T3 no
// shared place gained one. Each shared place was seen empty once within the
// interval, and therefore was empty at its end, all at once. A grey object is
// nowhere else: marking is complete. The done bit keeps join from succeeding
// from then on, so it stays complete.
//
// Proof that it ends. Worker 0 joins when the mark begins; after that a worker joins
// only for work that it has seen, or has been woken for. So when no grey object is
// left, every active worker finds nothing and leaves, those on their way in do the
// same, and then nobody joins again. Let X be the last to leave. From then on nobody
// is active, so X, in await, does not park: it parks only after a look that found
// somebody active. Its finish fails only if another worker's has succeeded, or the
// mark was aborted. So no parked worker is needed to declare the end, and the worker
// that declares it wakes worker 0, which returns from the mark.
//
// (The proof takes for granted that at some time no grey object is left. This needs
// a scheduler that does not take sides: two thieves can take one object from each
// other for as long as each is stopped between its theft and its pop.)
//
// A worker that stayed awake to help with the end, and joined, would make X's finish
// fail, and the two could do so in turn for as long as the scheduler liked: docs/model
// has that run.
//
// Why the places are looked at between quiet and finish, not before. The
// losing interleaving, if a worker trusted an earlier look:
//
//  1. thief T looks at all deques: empty; it has left
//  2. owner O, active, pushes block b on its deque and scans on
//  3. O's stack runs empty; worker S joins and takes b from O's deque
//  4. O leaves; S scans b, publishes block c on the overflow list and, having
//     nothing private left, leaves
//  5. T reads active = 0 and declares the end: c is never scanned
//
// With quiet first, step 5 reads the word and only then looks again: it sees c.
type detector struct {
	state word
}

const (
	doneBit     = 1 << 63
	activation  = 1 << 32
	activeMask  = 1<<32 - 1
	activations = doneBit - activation
)

// reset starts a mark. No worker is running, and the roots lie in an open
// range, where whoever joins first finds them.
func (d *detector) reset() { d.state.Store(d.state.Load() & activations) }

// join counts the caller as active; false if the mark is done.
func (d *detector) join() bool {
	for {
		old := d.state.Load()
		if old&doneBit != 0 {
			return false
		}
		// The sum may carry into the done bit when activations wrap: mask it.
		if d.state.CompareAndSwap(old, (old+activation+1)&^doneBit) {
			return true
		}
	}
}

// leave offers termination: the caller holds nothing (T2).
func (d *detector) leave() { d.state.Add(^uint64(0)) }

// quiet reports whether nobody is active, and returns the state for finish.
func (d *detector) quiet() (state uint64, ok bool) {
	state = d.state.Load()
	return state, state&(doneBit|activeMask) == 0
}

// finish ends the mark if nothing has happened since quiet returned state. In
// between the caller has seen every shared place empty.
func (d *detector) finish(state uint64) bool {
	return d.state.CompareAndSwap(state, state|doneBit)
}

// abort ends the mark at once, complete or not.
func (d *detector) abort() { d.state.Or(doneBit) }

// done reports whether the mark has ended.
func (d *detector) done() bool { return d.state.Load()&doneBit != 0 }

// active returns how many workers are active now.
func (d *detector) active() int { return int(d.state.Load() & activeMask) }

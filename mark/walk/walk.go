package walk

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// walk is one run of Reach. The keys are in the order in which they were found, and are called
// for in this order:
//
//	keys  | called for  | waiting    |
//	      0             next         len(keys)
//
// A reacher is a goroutine that makes one call of the user's function after the other. It
// ends when no key waits. A goroutine that stores keys starts reachers for them. So no
// reacher sleeps between two calls, and no wake-up can be lost. The caller's goroutine waits
// for the last reacher to end. Now and then it looks whether more reachers may run at once
// (callpace.go).
//
// Invariants, whenever no goroutine holds mu:
//
//	W1  Each key below next has been given to one reacher, and no other key has: next
//	    changes under mu only, with the key that it passes.
//	W2  If a key waits and the walk is not over, a reacher runs. A reacher ends only if, under
//	    mu, it finds that no key waits, that the walk is over, or that more reachers run than
//	    are allowed. At least one is always allowed. And keys are stored only while the call
//	    that has yielded them is open, so while its reacher runs.
//	W3  What yield has taken is stored before its reacher ends. A reacher closes its call,
//	    so yield takes no more, stores what is left, and then looks for the next key.
//	W4  When running becomes 0 it stays 0: a reacher is started only for a key that waits in a
//	    walk that is not over, and then another runs (W2). So one token is sent, and it is the
//	    last thing that a reacher does.
//	W5  A reacher that rests is not used. It is given a key, and a goroutine, under mu.
//	W6  over does not become false again. No call begins when the walk is over.
//
// So when running is 0 and the walk is not over, no key waits (W2), each key has been
// called for (W1), and all that was yielded is stored (W3): the result is complete.
//
// A reacher's own lock comes before mu. No goroutine calls the user's code with a lock held.
type walk[K comparable] struct {
	caller     context.Context         // the caller's
	ctx        context.Context         // that of the calls; it ends with the walk
	cancel     context.CancelCauseFunc // ends ctx
	successors func(ctx context.Context, node K, yield func(K) bool) error
	options    Options
	hungry     flag  // another reacher may run, but no key waits for it
	ended      token // no reacher runs any more

	mu      mutex
	reached *Reached[K]
	running int           // reachers
	crew    []*reacher[K] // all reachers that there are
	resting []*reacher[K] // those that do not run
	pace    callPace
	over    bool
	errs    []error // the first is why the walk is over
}

func newWalk[K comparable](ctx context.Context, successors func(context.Context, K, func(K) bool) error, options Options) *walk[K] {
	w := &walk[K]{
		caller: ctx, successors: successors, options: options, ended: newToken(),
		reached: &Reached[K]{numbers: map[K]uint32{}},
		pace:    newCallPace(options.Workers, now()),
	}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	return w
}

// run walks from the roots. It waits for the end on the caller's goroutine.
func (w *walk[K]) run(roots []K) (*Reached[K], error) {
	defer w.cancel(nil)
	if w.start(roots) {
		for pause := shortestPause; !w.ended.within(pause); {
			if pause *= 2; w.look(now()) {
				pause = shortestPause
			}
			pause = min(pause, longestPause)
			giveWay()
		}
	}
	if len(w.errs) == 1 {
		return w.reached, w.errs[0]
	}
	return w.reached, errors.Join(w.errs...)
}

// start stores the roots and starts the first reacher. It says whether one runs.
func (w *walk[K]) start(roots []K) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, root := range roots {
		if !w.reached.add(root, uint32(len(w.reached.keys)), w.options.MaxKeys) {
			w.fail(fmt.Errorf("walk: %d roots: %w", len(roots), tooManyKeys(w.options.MaxKeys)))
			break
		}
	}
	if len(roots) > 0 && !w.over && w.ctx.Err() != nil {
		w.fail(w.cancelled())
	}
	w.recruit()
	return w.running > 0
}

// fail ends the walk with an error, or adds an error to those with which it ends. The caller
// holds mu.
func (w *walk[K]) fail(err error) {
	w.errs = append(w.errs, err)
	if !w.over {
		w.over = true
		w.cancel(err)
	}
}

// cancelled is the error of a walk whose caller has cancelled it.
func (w *walk[K]) cancelled() error {
	return fmt.Errorf("walk: stopped before it was complete: %w", context.Cause(w.caller))
}

// store stores what the call for key number from has yielded. It returns false if that is too
// much. The caller holds mu.
func (w *walk[K]) store(from uint32, found []K) bool {
	for _, key := range found {
		if !w.reached.add(key, from, w.options.MaxKeys) {
			if !w.over {
				w.fail(&KeyError{w.reached.keys[from], tooManyKeys(w.options.MaxKeys)})
			}
			return false
		}
	}
	return true
}

// handOver stores what a call has yielded while it runs, and starts reachers. The caller holds
// the lock of the call's reacher.
func (w *walk[K]) handOver(from uint32, found []K) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.store(from, found)
	w.recruit()
}

// outcome is how a call has ended.
type outcome struct {
	err     error
	ended   bool // ctx had ended when the call returned, so it may have kept something back
	reports bool // err only says that ctx has ended
}

// finish stores what a call has yielded, and how it has ended. Then it gives its reacher the
// next key. It returns false if the reacher must end.
func (w *walk[K]) finish(r *reacher[K], o outcome) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pace.calls++
	if stored := w.store(r.number, r.found); !stored || o.err != nil || o.ended {
		w.reached.unfinished = append(w.reached.unfinished, r.number)
	}
	if o.ended && !w.over {
		w.fail(w.cancelled())
	}
	if o.err != nil && !o.reports {
		w.fail(&KeyError{r.key, o.err})
	}
	again := w.assign(r)
	w.recruit()
	if w.running == 0 {
		w.ended.send()
	}
	return again
}

// assign gives a reacher that runs the key that has waited longest. It returns false if there
// is none for it. Then the reacher does not run any more. The caller holds mu.
func (w *walk[K]) assign(r *reacher[K]) bool {
	if w.over || w.reached.waiting() == 0 || w.running > w.pace.allowed {
		w.running--
		w.resting = append(w.resting, r)
		return false
	}
	r.number, r.key = uint32(w.reached.next), w.reached.keys[w.reached.next]
	w.reached.next++
	return true
}

// recruit starts a reacher for each key that waits, as long as more are allowed. The caller
// holds mu.
func (w *walk[K]) recruit() {
	for !w.over && w.running < w.pace.allowed && w.reached.waiting() > 0 {
		if len(w.resting) == 0 {
			r := &reacher[K]{walk: w}
			w.crew, w.resting = append(w.crew, r), append(w.resting, r)
		}
		last := len(w.resting) - 1
		r := w.resting[last]
		w.resting = w.resting[:last]
		w.running++
		w.assign(r)
		spawn(r.live)
	}
	if hungry := w.running < w.pace.allowed; hungry != w.hungry.Load() {
		w.hungry.Store(hungry)
	}
}

// look collects what calls have yielded and keep in their buffers, if no other reacher has
// anything to do. Then it decides how many reachers may run. It says whether their number has
// changed.
func (w *walk[K]) look(t time.Time) bool {
	w.mu.Lock()
	crew, collect := w.crew, w.reached.waiting() == 0 && w.running < w.options.Workers
	w.mu.Unlock()
	if collect {
		for _, r := range crew {
			r.flush()
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	changed := w.pace.adapt(t, w.running, w.reached.waiting())
	w.recruit()
	return changed
}

// refuse ends the walk because the call for key number from has yielded a key that cannot be
// stored.
func (w *walk[K]) refuse(from uint32, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.over {
		w.fail(&KeyError{w.reached.keys[from], err})
	}
}

// late is a yield after its call has returned.
func (w *walk[K]) late(number uint32) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return
	}
	err := &KeyError{w.reached.keys[number], errors.New("yield was called when the call had returned: wait for all goroutines that call yield")}
	if w.running == 0 {
		panic(err.Error()) // Reach has returned a result as complete, and it is not
	}
	w.reached.unfinished = append(w.reached.unfinished, number)
	w.fail(err)
}

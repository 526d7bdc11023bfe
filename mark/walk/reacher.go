package walk

import (
	"context"
	"errors"
	"runtime/debug"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// reacher makes one call of the user's function after the other, in its own goroutine.
type reacher[K comparable] struct {
	walk   *walk[K]
	key    K // that of the call
	number uint32

	mu    mutex
	open  bool   // yield takes keys
	call  uint32 // the number of the key for which yield takes them
	found []K    // what yield has taken and the walk has not stored
}

// handOverKeys is how many keys a call may yield before they are stored. To store them one by one
// would cost a lock for each, for which other calls wait.
const handOverKeys = 128

// live is the reacher's goroutine. It has been given a key. When finish has returned false it
// does not use r any more, because another goroutine may be this reacher by then.
func (r *reacher[K]) live() {
	calling := false // the user's code runs
	defer func() {
		if calling {
			r.caught(recover())
		}
	}()
	for again := true; again; {
		r.begin()
		calling = true
		call := r.number // what it yields is not confused with what another call of r yields
		err := r.walk.successors(r.walk.ctx, r.key, func(key K) bool { return r.take(call, key) })
		o := r.judge(err)
		calling = false
		r.close()
		again = r.walk.finish(r, o)
	}
}

// caught ends the walk when the user's code has panicked. The value is nil if the code has ended
// the goroutine.
func (r *reacher[K]) caught(value any) {
	err := &mark.PanicError{Call: "successors", Node: r.number, Value: value, Stack: debug.Stack()}
	r.close()
	r.walk.finish(r, outcome{err: err})
}

// judge says how a call has ended. It may call Is methods of the user's errors.
func (r *reacher[K]) judge(err error) outcome {
	ended := r.walk.ctx.Err()
	if ended == nil {
		return outcome{err: err}
	}
	reports := errors.Is(err, ended) || errors.Is(err, context.Cause(r.walk.ctx))
	return outcome{err, true, reports}
}

// begin opens a call.
func (r *reacher[K]) begin() {
	r.mu.Lock()
	r.open, r.call, r.found = true, r.number, r.found[:0]
	r.mu.Unlock()
}

// close closes a call. Then only its reacher uses found.
func (r *reacher[K]) close() {
	r.mu.Lock()
	r.open = false
	r.mu.Unlock()
}

// take takes a key that was yielded by the call for key number call. It returns false if the
// walk is over.
func (r *reacher[K]) take(call uint32, key K) bool {
	err := lost(key)
	r.mu.Lock()
	if !r.open || r.call != call {
		r.mu.Unlock()
		r.walk.late(call)
		return false
	}
	defer r.mu.Unlock()
	if r.walk.ctx.Err() != nil {
		return false
	}
	if err != nil {
		r.walk.refuse(call, err)
		return false
	}
	if r.found = append(r.found, key); len(r.found) == handOverKeys || r.walk.hungry.Load() {
		r.handOver()
	}
	return true
}

// flush stores what the call has yielded so far. Any goroutine may call it.
func (r *reacher[K]) flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open && len(r.found) > 0 {
		r.handOver()
	}
}

// handOver stores what the call has yielded. The caller holds the lock, and the call is open.
func (r *reacher[K]) handOver() {
	r.walk.handOver(r.call, r.found)
	r.found = r.found[:0]
}

package interleave

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// This file has what a thread can wait for: a lock, a message, the end of others, a
// change. The explorer does not schedule a thread while it has to wait. While no
// exploration runs, each type does what its counterpart in sync does.

// held is how many mutexes are locked outside explorations.
var held atomic.Int64

// Held reports whether some Mutex is locked outside an exploration.
func Held() bool { return held.Load() > 0 }

// Mutex takes the place of sync.Mutex.
type Mutex struct {
	object object
	locked int64
	real   sync.Mutex
}

// Lock waits until the mutex is free and takes it.
func (m *Mutex) Lock() {
	if idle() {
		for perturbation != nil && !m.real.TryLock() {
			giveWay() // the goroutine that holds it may be one that before has stopped
		}
		if perturbation == nil {
			m.real.Lock()
		}
		held.Add(1)
		return
	}
	m.object.value = &m.locked
	w := arrive(&m.object, opLock)
	if m.locked != 0 && w == nil && (current == nil || !current.dying()) {
		panic("interleave: Lock of a locked Mutex outside a thread")
	}
	m.locked = 1
	w.did(true, "locks", 1)
}

// TryLock takes the mutex if it is free, and returns whether it did. It never waits.
func (m *Mutex) TryLock() bool {
	if idle() {
		ok := m.real.TryLock()
		if ok {
			held.Add(1)
		}
		return ok
	}
	m.object.value = &m.locked
	w := arrive(&m.object, opWrite)
	free := m.locked == 0
	m.locked = 1
	w.did(free, map[bool]string{true: "locks", false: "fails to lock"}[free], 1)
	return free
}

// Unlock frees the mutex. In an exploration it panics if the mutex is free.
func (m *Mutex) Unlock() {
	if idle() {
		held.Add(-1)
		m.real.Unlock()
		return
	}
	m.object.value = &m.locked
	w := arrive(&m.object, opWrite)
	if m.locked == 0 && (current == nil || !current.dying()) {
		panic("interleave: Unlock of a free Mutex")
	}
	m.locked = 0
	w.did(true, "unlocks", 0)
}

// WaitGroup takes the place of sync.WaitGroup.
type WaitGroup struct {
	object object
	count  int64
	real   sync.WaitGroup
}

// Add adds delta to the count.
func (g *WaitGroup) Add(delta int) {
	if idle() {
		g.real.Add(delta)
		return
	}
	g.object.value = &g.count
	w := arrive(&g.object, opWrite)
	if g.count += int64(delta); g.count < 0 {
		panic("interleave: negative WaitGroup count")
	}
	w.did(true, "counts", uint64(g.count))
}

// Done takes one from the count.
func (g *WaitGroup) Done() { g.Add(-1) }

// Wait waits until the count is 0.
func (g *WaitGroup) Wait() {
	if idle() {
		g.real.Wait()
		return
	}
	g.object.value = &g.count
	arrive(&g.object, opAwaitZero).did(false, "has waited for", 0)
}

// Chan takes the place of a channel with a buffer. [MakeChan] makes one. A Chan has no Close,
// and its capacity is not 0. To hand over a token, use a Chan of capacity 1.
type Chan[T any] struct {
	object object
	length int64 // of items, in an exploration
	items  chan T
}

// MakeChan takes the place of make(chan T, capacity). It panics if capacity is below 1.
func MakeChan[T any](capacity int) *Chan[T] {
	if capacity < 1 {
		panic("interleave: MakeChan: a channel without a buffer is not supported")
	}
	c := &Chan[T]{items: make(chan T, capacity)}
	c.object.value, c.object.limit = &c.length, int64(capacity)
	return c
}

// Send waits for room and appends v.
func (c *Chan[T]) Send(v T) {
	if idle() {
		c.items <- v
		return
	}
	w := arrive(&c.object, opSend)
	select {
	case c.items <- v:
	default: // only while threads are being ended
	}
	c.length = int64(len(c.items))
	w.did(true, "sends, which makes", uint64(c.length))
}

// Receive waits for an item and takes the oldest one.
func (c *Chan[T]) Receive() T {
	if idle() {
		return <-c.items
	}
	v, _ := c.take(arrive(&c.object, opReceive)) // there is none only while threads are being ended
	return v
}

// take takes the oldest item, if there is one.
func (c *Chan[T]) take(w *World) (v T, ok bool) {
	select {
	case v = <-c.items:
		c.length = int64(len(c.items))
		w.did(true, "receives, which leaves", uint64(c.length))
		return v, true
	default:
		w.did(false, "finds", 0)
		return v, false
	}
}

// ReceiveWithin takes the place of a select that waits for an item and for a timer. It returns
// whether it has taken an item. In an exploration the timer has always fired: if there is no
// item, ReceiveWithin does not wait. A loop around it must therefore call [Gosched] after it
// has looked for the item.
func (c *Chan[T]) ReceiveWithin(d time.Duration) (v T, ok bool) {
	if idle() {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case v = <-c.items:
			return v, true
		case <-timer.C:
			return v, false
		}
	}
	return c.take(arrive(&c.object, opWrite))
}

// Len takes the place of len(c). It is no step, so a program should not depend on it.
func (c *Chan[T]) Len() int { return len(c.items) }

// Gosched takes the place of runtime.Gosched in a loop that waits. By the call the thread
// says that it found nothing to do in all that it has read since its last Gosched. The
// explorer does not schedule the thread until another thread has written something that
// the thread has read.
//
// Do not call Gosched in a loop that gives up after some looks.
func Gosched() {
	if idle() {
		runtime.Gosched()
		return
	}
	arrive(&spinning, opSpin).did(false, "looks again", 0)
}

// spinning is the target of a step of Gosched. It takes the place of all objects that
// the thread waits for, and it never gets a number in an exploration.
var spinning object

// Pool takes the place of sync.Pool. It keeps nothing, so that each execution makes what it uses.
type Pool struct{}

// Get returns nil, as an empty sync.Pool without New does.
func (*Pool) Get() any { return nil }

// Put forgets x.
func (*Pool) Put(any) {}

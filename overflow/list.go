package overflow

import "fmt"

// List is tier one: the blocks that did not fit in anybody's deque, last in,
// first out, shared by all goroutines. Several lists may share one pool. A
// List must be created with NewList.
//
// Flood, Detlefs, Shavit and Zhang, "Parallel Garbage Collection for Shared
// Memory Multiprocessors", JVM 2001, keep overflowed work in a shared set for
// the same reason: a worker that runs out finds it without asking the worker
// that overflowed. What differs is in the package comment.
type List struct {
	pool *Pool
	_    [padBytes]byte
	top  stack // written by every Push and Pop
	_    [padBytes]byte
}

// NewList returns an empty list of blocks of p. It takes 272 bytes on a 64-bit platform.
func NewList(p *Pool) *List { return &List{pool: p} }

// Push publishes b, which the caller must own, and passes its ownership to the
// list. A block may be empty or partly filled. Any goroutine may call it.
// Lock-free.
func (l *List) Push(b Block) {
	l.pool.owned(b, "Push").held = false
	l.top.push(l.pool.nodes, b) // ownership passes to the list, contents are published
}

// Pop takes the block that was pushed last and makes the caller its owner;
// false means that the list was empty at some instant during the call. Any
// goroutine may call it. Lock-free.
func (l *List) Pop() (Block, bool) {
	b := l.top.pop(l.pool.nodes)
	if b == 0 {
		return 0, false
	}
	l.pool.nodes[b].held = true
	return b, true
}

// Empty tells whether the list was empty at the instant of the call. Any
// goroutine may call it.
//
// A caller that uses it to decide that work is over must count a goroutine as
// active before it can Pop: what is in the hands of another is not seen here.
func (l *List) Empty() bool { return l.top.empty() }

// Publish copies refs into blocks of the pool and publishes them, as many as
// the pool has blocks for, and returns how many references that were: refs[stored:]
// is still the caller's. The last block may be partly filled. Any goroutine
// may call it. Lock-free.
func (l *List) Publish(refs []uint32) (stored int) {
	for stored < len(refs) {
		b, ok := l.pool.Get()
		if !ok {
			break
		}
		n := min(l.pool.grain, len(refs)-stored)
		l.pool.Fill(b, refs[stored:stored+n])
		l.Push(b)
		stored += n
	}
	return stored
}

// Take moves the references of one block to buf, puts the block back into the
// pool, and returns how many references that were; 0 means that the list was
// empty. Empty blocks are put back and passed over. It panics if buf is shorter
// than the grain. Any goroutine may call it. Lock-free.
func (l *List) Take(buf []uint32) int {
	if len(buf) < l.pool.grain {
		panic(fmt.Sprintf("overflow: Take: buffer of %d references, the grain is %d", len(buf), l.pool.grain))
	}
	for {
		b, ok := l.Pop()
		if !ok {
			return 0
		}
		n := copy(buf, l.pool.Refs(b))
		l.pool.Put(b)
		if n > 0 {
			return n
		}
	}
}

// Reset forgets the contents. Nobody else may use the list meanwhile. The
// blocks stay out of the pool until Pool.Reset, which may come before or after.
func (l *List) Reset() { l.top.forget() }

package overflow

import "fmt"

// List is the first tier: a list of blocks, last in, first out. All goroutines share it.
// Several lists may share one pool. Make a List with [NewList].
//
// The source is Flood, Detlefs, Shavit and Zhang, "Parallel Garbage Collection for Shared
// Memory Multiprocessors" (JVM 2001): a worker without work need not ask the worker whose
// deque was full. The file doc.go says what differs.
type List struct {
	pool *Pool
	_    [padBytes]byte
	top  stack // written by every Push and Pop
	_    [padBytes]byte
}

// NewList returns an empty list of blocks of p. It takes 272 bytes on a 64-bit
// platform.
func NewList(p *Pool) *List { return &List{pool: p} }

// Push publishes b. The caller must own b. The list owns it afterwards. A block may
// be empty or partly filled. Push panics if it sees that no goroutine owns b.
func (l *List) Push(b Block) {
	l.pool.owned(b, "Push").held = false
	l.top.push(l.pool.nodes, b) // ownership passes to the list, contents are published
}

// Pop takes the block that was pushed last, and makes the caller its owner. False
// means that the list was empty at some instant during the call. Any goroutine may
// call it.
func (l *List) Pop() (Block, bool) {
	b := l.top.pop(l.pool.nodes)
	if b == 0 {
		return 0, false
	}
	l.pool.nodes[b].held = true
	return b, true
}

// Empty reports whether the list was empty at the instant of the call. Any goroutine
// may call it.
//
// Empty does not see the blocks that goroutines own. A caller that concludes from Empty that
// work is over must count a goroutine as active before its Pop: see the package comment.
func (l *List) Empty() bool { return l.top.empty() }

// Publish copies refs into blocks of the pool, and pushes these on the list. It stops
// when the pool is exhausted. It returns the number of references that it has stored.
// The caller keeps refs[stored:]. The last block may be partly filled. Any goroutine may
// call it.
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

// Take moves the references of one block to buf, and puts the block back into the
// pool. It returns the number of references. 0 means that the list was empty: Take passes
// over empty blocks. It panics if buf is shorter than the grain. Any goroutine may call
// it.
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

// Reset forgets the contents. No other goroutine may use the list meanwhile. The blocks return to
// the pool by Pool.Reset, which may come before or after.
func (l *List) Reset() { l.top.forget() }

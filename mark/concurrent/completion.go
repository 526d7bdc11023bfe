package concurrent

// This file is how workers learn that concurrent marking is done, in Go 1.7 and as proposal 17503 mends it (appendix, "Mark completion
// race"). When they believe it, the world is stopped, and what is left is drained. A belief that comes too early loses nothing, but
// the program stands still for as long as the rest takes.
//
// Invariants, if workers call DrainCounted:
//
//	M1  left is at least the number of buffers that are not empty, in the list and in the hands of workers.
//	M2  The worker that takes the last one away, and it alone, gets true.

// Buffers is the work of a concurrent mark: a list of buffers of grey objects that workers share. Any number
// of goroutines may call its methods at once, but all must call the same one.
type Buffers struct {
	full    word // buffers in the list
	workers word // workers that may have one in their hands
	left    word // see M1
}

// NewBuffers returns a list with n buffers.
func NewBuffers(n int) *Buffers {
	b := &Buffers{}
	b.full.Store(uint32(n))
	b.left.Store(uint32(n))
	return b
}

// take takes a buffer out of the list. It returns false if there is none.
func (b *Buffers) take() bool {
	for n := b.full.Load(); n > 0; n = b.full.Load() {
		if b.full.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}

// Drain is a worker as in Go 1.7. It takes a buffer, and puts as many new ones into the list as scan returns.
// It returns true if it believes that marking is done. This may be too early, because it asks two questions
// one after the other, and the first answer may be old:
//
//  1. A puts a buffer back, and takes itself off: workers is 0.
//  2. B puts itself on, and takes the buffer.
//  3. A finds the list empty. B has work in its hands.
//
// If the questions come in the other order, a buffer may come into the list between them.
func (b *Buffers) Drain(scan func() (more int)) (done bool) {
	b.workers.Add(1)
	if b.take() {
		b.full.Add(uint32(scan()))
	}
	return b.workers.Add(^uint32(0)) == 0 && b.full.Load() == 0
}

// DrainCounted is a worker like [Buffers.Drain] that asks one question. It returns true once, when no buffer
// is left in the list or in the hands of a worker.
func (b *Buffers) DrainCounted(scan func() (more int)) (done bool) {
	if !b.take() {
		return false
	}
	more := uint32(scan()) // left grows before full does: see M1
	b.left.Add(more)
	b.full.Add(more)
	return b.left.Add(^uint32(0)) == 0
}

package overflow

import "reflect"

// ChunkRefs is the number of references in a chunk of a Pending.
const ChunkRefs = chunkRefs

// StalePop is a Get that was stopped between its loads and its
// compare-and-swap.
type StalePop struct {
	pool *Pool
	head uint64
	next Block
}

// BeginGet does the first half of a Get: production code, then a halt.
func BeginGet(p *Pool) StalePop {
	head, next := p.free.peek(p.nodes)
	return StalePop{p, head, next}
}

// Top returns the block that the halted Get is about to take.
func (s StalePop) Top() Block { return topOf(s.head) }

// Next returns the block that the halted Get would put on top.
func (s StalePop) Next() Block { return s.next }

// Finish does the second half as production does it.
func (s StalePop) Finish() bool { return s.pool.free.swing(s.head, s.next) }

// FinishUntagged does the second half as a stack without a tag would: it
// compares the block number and nothing else.
func (s StalePop) FinishUntagged() bool {
	now := s.pool.free.head.Load()
	return topOf(now) == topOf(s.head) && s.pool.free.head.CompareAndSwap(now, pack(tagOf(now), s.next))
}

// FreeTop returns the block that the next Get would take, 0 for none.
func FreeTop(p *Pool) Block { return topOf(p.free.head.Load()) }

// FreeTag and SetFreeTag read and set the tag of the pool's stack.
func FreeTag(p *Pool) uint32 { return tagOf(p.free.head.Load()) }

// SetFreeTag is for starting near the wrap.
func SetFreeTag(p *Pool, tag uint32) { p.free.head.Store(pack(tag, FreeTop(p))) }

// LoopFree makes the link of the pool's first free block lead back to it, which is
// how a chain looks to a walk that others' pushes overtake.
func LoopFree(p *Pool) { p.nodes[FreeTop(p)].next.Store(uint32(FreeTop(p))) }

// CheckPending returns the first chunk that has a bit set and no summary bit
// (invariant 1), or -1. Exact while no other goroutine uses the set.
func CheckPending(t *Pending) int {
	for w := range t.words {
		c := w / chunkWords
		if t.words[w].Load() != 0 && t.summary[c/64].Load()>>(c%64)&1 == 0 {
			return c
		}
	}
	return -1
}

// StartChunk returns the chunk where a Take with this hint begins.
func StartChunk(t *Pending, hint int) uint64 { return t.startChunk(hint) }

// Chunks returns the number of chunks.
func Chunks(t *Pending) int { return (len(t.words) + chunkWords - 1) / chunkWords }

// GetSlowly is Get with a call between the loads and the compare-and-swap. It
// also returns how often the compare-and-swap lost.
func GetSlowly(p *Pool, between func()) (b Block, ok bool, lost int) {
	for ; ; lost++ {
		head, next := p.free.peek(p.nodes)
		if topOf(head) == 0 {
			return 0, false, lost
		}
		between()
		if p.free.swing(head, next) {
			b = topOf(head)
			p.nodes[b].held, p.nodes[b].n = true, 0
			return b, true, lost
		}
	}
}

// PadBytes is the distance kept around words that many goroutines write.
const PadBytes = padBytes

// SummaryRoom returns the bytes kept free before and after a summary of n words.
func SummaryRoom(n int) (before, after uintptr) {
	whole, w := paddedWords(n)
	at := func(s []word64) uintptr { return reflect.ValueOf(s).Pointer() }
	return at(w) - at(whole), at(whole) + uintptr(len(whole))*8 - at(w) - uintptr(len(w))*8
}

// Lowest is the step of a Take from one flagged chunk to those above it.
func Lowest(set uint64) (bit, above uint64) { return lowest(set) }

// FlagEmptyChunk sets the summary bit of a chunk, as an Add does whose
// reference was swept before it reached the summary.
func FlagEmptyChunk(t *Pending, chunk uint32) { t.flag(chunk) }

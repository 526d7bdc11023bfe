package mark

// Ranges are work that is an interval rather than an object: the roots, and
// the references of an object too large for one batch. An open range lies in a
// fixed table of cursors; any worker claims the next chunk of it with one
// compare-and-swap. When the table is full, the worker that met the object
// scans its chunks alone, sharing what it finds after each.
//
// Flood et al. leave large arrays whole. Every collector after them had to
// split them: one worker at a ten-million-element array leaves the rest idle.
//
//	next    63 ........ 32   31 ........ 0      chunk c is references
//	       ┌──────────────┬───────────────┐     [c*chunkRefs, (c+1)*chunkRefs)
//	       │  generation  │  next chunk   │     of the object, cut at length
//	       └──────────────┴───────────────┘
//
// R1  object and length belong to the generation in next, and change only
//
//	while next holds a chunk number that no length allows (closed, opening).
//
// R2  A claim's compare-and-swap succeeds only if next is what it was before
//
//	object and length were read, so they belong to the claimed chunk.
//
// R3  open counts the ranges that may have unclaimed chunks: it is raised
//
//	before a range can be seen and lowered by the claim of its last chunk.
//
// Without the generation a claim can take a chunk of the wrong object:
//
//  1. worker A reads next = 3 and object X, and is delayed
//  2. others claim X's chunks 3 to the end; the cursor is opened again for Y
//  3. others claim Y's chunks 0 to 2
//  4. A's compare-and-swap finds 3 and succeeds: A scans X's chunk 3 again, and
//     Y's chunk 3 is never scanned
type ranges struct {
	_       [64]byte
	open    counter
	_       [56]byte
	cursors [cursors]cursor
}

// cursor is one open range, alone on its cache line if the table is alone on
// the heap: Go aligns an object of its size to a line.
type cursor struct {
	next   word
	object number
	length number
	_      [48]byte
}

const (
	// chunkRefs is how many references are claimed at once, and the size above
	// which an object is sliced. A chunk of 512 takes microseconds to scan,
	// a claim tens of nanoseconds; collectors that chose 50 lost to the claims.
	chunkRefs = 512
	// cursors is the number of huge objects that can be open at once, the
	// roots included. Each costs a cache line and a look when work runs out.
	cursors = 64

	rootCursor = 0 // the roots' own cursor: always free when a mark starts

	generation  = 1 << 32
	chunkMask   = generation - 1
	closedChunk = chunkMask     // no range here
	openChunk   = chunkMask - 1 // being opened
)

// reset closes every range. No worker may be running.
func (t *ranges) reset() {
	t.open.Store(0)
	for i := range t.cursors {
		c := &t.cursors[i]
		c.next.Store(c.next.Load() | closedChunk)
	}
}

// openRoots offers the roots. No worker may be running.
func (t *ranges) openRoots(n uint32) {
	if n > 0 {
		t.publish(&t.cursors[rootCursor], t.cursors[rootCursor].next.Load(), 0, n)
	}
}

// offer opens a range over the object's references; false if the table is
// full. An active worker calls it.
func (t *ranges) offer(object, length uint32) bool {
	for i := rootCursor + 1; i < cursors; i++ {
		c := &t.cursors[i]
		old := c.next.Load()
		if old&chunkMask == closedChunk && c.next.CompareAndSwap(old, old&^chunkMask|openChunk) {
			t.publish(c, old, object, length)
			return true
		}
	}
	return false
}

// publish fills a cursor that the caller owns and lets others see it.
func (t *ranges) publish(c *cursor, old uint64, object, length uint32) {
	c.object.Store(object)
	c.length.Store(length)
	t.open.Add(1)                             // R3
	c.next.Store(old&^chunkMask + generation) // R1: from here on it can be claimed
}

// chunk is a claimed part of a range: references [low, high) of the object, or
// that part of the roots.
type chunk struct {
	object, low, high uint32
	roots             bool
}

// claim takes the next chunk of some open range, looking from cursor start on.
// false means that none was open when looked at.
func (t *ranges) claim(start int) (chunk, bool) {
	for i := 0; i < cursors && t.open.Load() > 0; i++ {
		if ch, ok := t.claimFrom(&t.cursors[(start+i)%cursors]); ok {
			return ch, true
		}
	}
	return chunk{}, false
}

// claimFrom takes the next chunk of one range.
func (t *ranges) claimFrom(c *cursor) (chunk, bool) {
	for {
		old := c.next.Load()
		if old&chunkMask >= openChunk {
			return chunk{}, false
		}
		object, length := c.object.Load(), c.length.Load()
		low := uint64(old&chunkMask) * chunkRefs
		high := low + chunkRefs
		after := old + 1
		if high >= uint64(length) {
			high, after = uint64(length), old|closedChunk
		}
		if !c.next.CompareAndSwap(old, after) { // R2
			continue
		}
		if after&chunkMask == closedChunk {
			t.open.Add(-1)
		}
		return chunk{object, uint32(low), uint32(high), c == &t.cursors[rootCursor]}, true
	}
}

package engine

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/ranges"
	"github.com/seed-3ccf4018/halfmark/mark/internal/source"
)

func (s *memoryScanner) ahead() prefetcher { return s.Source }

func (s *memoryScanner) thinRound(w *worker, speculates bool) bool {
	if w.Processor != nil {
		w.Processor.Chases(source.Small(s.Source, w.Refs[w.Bottom:w.Top]))
	}
	steps := w.Chains.Visited
	ok := s.Round(&w.Front, kernel.PlainWords(w.m.Marks.Words()), speculates)
	w.Processor.Moved(w.Chains.Visited - steps)
	return ok
}

// scan collects the successors of a batch and greys them together, so that no object waits for
// memory alone.
func (s *memoryScanner) scan(w *worker, batch []uint32) {
	if s.recorder != nil {
		s.recorder(batch)
	}
	n, objects := 0, len(batch)
	for len(batch) > 0 {
		successors, taken := s.Collect(batch, w.candidates[n:])
		n += successors
		if batch = batch[taken:]; len(batch) > 0 {
			s.scanApart(w, batch[0])
			w.makeRoom()
			batch = batch[1:]
		}
	}
	w.Processor.Collected(objects, n)
	w.grey(w.candidates[:n])
}

// scanApart scans an object that is not collected with others. It is too large, or so near the
// end of the memory that it must be read with care.
func (s *memoryScanner) scanApart(w *worker, obj uint32) {
	n, err := s.Degree(obj)
	switch {
	case err != nil:
		w.fail(fmt.Errorf("mark: %w", err))
	case n > policy.ChunkRefs:
		w.slice(obj, n)
	default:
		w.Processor.Collected(0, int(n))
		s.scanChunk(w, ranges.Chunk{Object: obj, High: n})
	}
}

func (s *memoryScanner) scanChunk(w *worker, c ranges.Chunk) {
	piece := w.large[:c.High-c.Low]
	if c.Roots {
		s.roots.Copy(piece, c.Low)
	} else if n, err := s.Piece(piece, c.Object, c.Low); err != nil || n < len(piece) {
		w.fail(fmt.Errorf("mark: node or object %d changed while it was marked", c.Object))
		return
	}
	w.grey(piece)
}

// Outside is the error of a reference that leads beyond the bitmap.
func (s *memoryScanner) Outside(to uint32) error { return fmt.Errorf("mark: %w", s.Source.Outside(to)) }

// Cursors returns nothing while a Recorder records, so that each object is scanned in a
// batch.
func (s *memoryScanner) Cursors() chain.Source {
	if s.recorder != nil {
		return nil
	}
	return s.Source.Cursors()
}

// follow is for lists: see [source.Source].
func (s *memoryScanner) follow(w *worker) bool {
	if s.recorder != nil {
		return false
	}
	scanned, found, beyond := s.followFor(w, kernel.PlainWords(w.m.Marks.Words()), w.Refs[w.Top-1:])
	if scanned == 0 {
		return false
	}
	w.Batches += uint64(scanned)
	w.Scanned += uint64(scanned)
	w.Marked += uint64(scanned - 1 + found) // each node but the last has led to one
	w.Top += found - 1
	if beyond.Found {
		w.fail(s.Outside(beyond.To))
	}
	return true
}

// scanOneChunk scans a chunk that this worker has claimed, or of an object that it scans alone.
func (w *worker) scanOneChunk(c ranges.Chunk, owner int) {
	w.Processor.ClaimsChunk(owner)
	w.Processor.Collected(0, int(c.High-c.Low))
	w.scanner.scanChunk(w, c)
}

// slice opens a huge object for all workers. If this worker already has too many of
// them open, it scans the object alone, chunk by chunk.
func (w *worker) slice(object, refs uint32) {
	wakes := w.endExclusive()
	if w.m.ranges.Offer(w.id, object, refs) {
		w.mayShow = true
		w.stats.SlicesOpened++
		if wakes {
			w.wake(int(policy.Chunks(refs)))
		}
		return
	}
	w.stats.SlicesAlone++
	for low := uint32(0); low < refs && !w.m.crew.Done(); {
		high := low + min(policy.ChunkRefs, refs-low)
		w.scanOneChunk(ranges.Chunk{Object: object, Low: low, High: high}, w.id)
		w.drain()
		w.makeRoom()
		w.m.pollContext()
		w.reportProgress(0)
		low = high
	}
}

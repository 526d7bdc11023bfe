package engine

// This file is what a worker does instead in virtual time, because it costs something (package virtual).

// timedRound is Round. The misses of what is grey are waited for together, and then it is scanned. What a round of cursors
// takes is known afterwards.
func (w *worker) timedRound(speculates bool) bool {
	refs := 0
	if s, ok := w.scanner.(interface{ Degree(uint32) (uint32, error) }); ok {
		for _, node := range w.Refs[w.Bottom:w.Top] {
			n, _ := s.Degree(node)
			refs += int(n)
		}
	}
	w.Processor.Waits()
	w.Processor.Collected(w.Size(), refs)
	steps := w.Chains.Visited
	ok := w.scanner.thinRound(w, speculates)
	w.Processor.Moved(w.Chains.Visited - steps)
	return ok
}

// lookAhead is a round of this worker's cursors. It returns false if they rest.
func (w *worker) lookAhead() bool {
	w.Processor.Foresees()
	steps := w.Chains.Visited
	moved := w.Chains.Round()
	w.Processor.Foresaw(w.Chains.Visited - steps + 1)
	return moved
}

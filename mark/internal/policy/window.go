package policy

import "time"

// window is what happened in some rounds.
type window struct {
	rounds  int
	scanned uint64        // objects that the marker has scanned
	visited uint64        // these, and those that cursors have visited
	took    time.Duration // by the clock
}

// worth is how much was visited: a round, and what cursors have visited.
func (w window) worth() float64 { return float64(w.rounds) + float64(w.visited-w.scanned) }

func (w *window) add(more window) {
	w.rounds += more.rounds
	w.scanned += more.scanned
	w.visited += more.visited
	w.took += more.took
}

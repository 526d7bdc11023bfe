package coherence

import "github.com/seed-3ccf4018/halfmark/mark/sim/machines"

// Wait is for lines that a core wants at about the same time, where no address depends on another line. A core waits for
// several of them at once. The wait is over when the one that takes longest has come, and each other one has taken its
// part.
type Wait struct {
	Longest machines.Fixed // what one of them takes that takes longest
	sum     machines.Fixed
	Outside int // how many of them come from memory
}

// For adds a line that takes so long.
func (w *Wait) For(m *Memory, from machines.Distance) {
	t := m.Takes(from)
	w.Longest, w.sum = max(w.Longest, t), w.sum+t
	if from == machines.Outside {
		w.Outside++
	}
}

// More adds n lines that take as long as the last one of a sequence, which a core sees coming.
func (w *Wait) More(m *Memory, from machines.Distance, n int) {
	w.sum += machines.Fixed(n) * m.Takes(from)
}

// Exposed is how long a core waits that cannot go on without the lines.
func (w *Wait) Exposed(overlap machines.Fixed) machines.Fixed {
	return w.Longest + (w.sum-w.Longest)*1000/overlap
}

// Hidden is how long a core is kept from asking for others, if it goes on meanwhile: it stores, or asks ahead of time.
func (w *Wait) Hidden(overlap machines.Fixed) machines.Fixed { return w.sum * 1000 / overlap }

package answer

// Pop removes the item at the bottom, the newest one. It returns false if there is none, or
// if a thief took the last one first. Only the owner calls it.
func (d *Deque) Pop() (item uint64, ok bool) {
	return 0, false // yours to write
}

// Steal removes the item at the top, the oldest one. Any number of thieves call it at once,
// while the owner pushes and pops.
func (d *Deque) Steal() (item uint64, outcome Outcome) {
	return 0, Empty // yours to write
}

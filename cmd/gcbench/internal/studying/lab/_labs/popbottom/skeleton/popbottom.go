package answer

// Pop removes the item at the bottom, the newest one. It returns false if there is none, or
// if a thief took the last one first. Only the owner calls it.
func (d *Deque) Pop() (item uint64, ok bool) {
	return 0, false // yours to write
}

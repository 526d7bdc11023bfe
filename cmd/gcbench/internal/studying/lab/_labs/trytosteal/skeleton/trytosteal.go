package answer

// Steal moves the items of the victim's range to the bottom of d, but no more than d has room
// for. It returns n > 0 with Took if n items moved, and 0 with Empty or Lost if none did. Only
// the owner of d calls it.
func (d *Deque) Steal(victim *Deque) (n int, outcome Outcome) {
	return 0, Empty // yours to write
}

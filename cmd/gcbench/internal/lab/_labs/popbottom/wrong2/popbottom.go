// Wrong: finds nothing

package answer

// Pop removes the item at the bottom, the newest one. It returns false if there is none, or
// if a thief took the last one first. Only the owner calls it.
func (d *Deque) Pop() (item uint64, ok bool) {
	bottom := d.own.bottom
	if d.stealRange().top() == bottom {
		return 0, false
	}
	last := (bottom - 1) & d.wrap
	d.publish(last)
	item = d.slot(last).Load()
	for {
		r := d.stealRange()
		if r.length() == 0 { // thieves have emptied the range: they took item
			d.publish(bottom)
			return 0, false
		}
		left := d.items(r, last)
		// No thief can reach item if the range is the owner's and still fits. Otherwise
		// the owner replaces it, and every thief that has read the old one fails.
		if r == d.own.prev && !crosses(left+1, left) || d.replace(r, left) {
			return item, true
		}
	}
}

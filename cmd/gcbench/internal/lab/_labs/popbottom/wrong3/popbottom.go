// Wrong: taken twice

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
		if r.top() == bottom { // a thief took item, the last one
			d.publish(bottom)
			return 0, false
		}
		left := d.items(r, last)
		if r == d.own.prev && r.length() == ownerRange(left) || d.replace(r, left) { // the range fits
			return item, true
		}
	}
}

// Wrong: taken twice

package answer

// Pop removes the item at the bottom, the newest one. It returns false if there is none, or
// if a thief took the last one first. Only the owner calls it.
func (d *Deque) Pop() (item uint64, ok bool) {
	bottom := d.own.bottom
	if d.stealRange().top() == bottom {
		return 0, false
	}
	for { // first make the range fit for one item fewer
		r := d.stealRange()
		n := d.items(r, bottom)
		if n == 0 {
			return 0, false
		}
		if r == d.own.prev && !crosses(n, n-1) || d.replace(r, n-1) {
			break
		}
	}
	last := (bottom - 1) & d.wrap
	d.publish(last)
	item = d.slot(last).Load()
	if d.stealRange().top() == bottom { // a thief took item, the last one
		d.publish(bottom)
		return 0, false
	}
	return item, true
}

package answer

// Pop removes the item at the bottom, the newest one. It returns false if there is none, or
// if a thief took the last one first. Only the owner calls it.
//
// It publishes the lowered bottom before it reads the range. If it read the range first, as
// printed, two workers could take one item:
//
//  1. The deque holds items 0 and 1, and the range is item 0. The owner replaces the range,
//     because the length 2 is a power of two. It has not lowered bottom yet.
//  2. A thief reads the new range. It reads bottom, and still counts 2 items.
//  3. The owner lowers bottom, and takes item 1, which lies outside the range.
//  4. The thief takes item 0. It has counted 2 items, so it leaves a range of 1: item 1.
//  5. A second thief takes item 1 once more.
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
		// No thief can reach item if the range is the owner's and still fits. Otherwise
		// the owner replaces it, and every thief that has read the old one fails.
		if r == d.own.prev && !crosses(left+1, left) || d.replace(r, left) {
			return item, true
		}
	}
}

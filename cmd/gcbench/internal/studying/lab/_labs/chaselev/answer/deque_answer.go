package answer

// Pop removes the item at the bottom, the newest one. It returns false if there is none, or
// if a thief took the last one first. Only the owner calls it.
func (d *Deque) Pop() (item uint64, ok bool) {
	bottom := d.bottom.Load()
	if d.top.Load() >= bottom {
		return 0, false
	}
	bottom--
	d.bottom.Store(bottom) // thieves that read bottom from now on keep away from this item
	top := d.top.Load()    // only then look where the thieves are
	item = d.slot(bottom).Load()
	if top < bottom {
		return item, true // at least one item lies between: no thief can be at this one
	}
	won := top == bottom && d.top.CompareAndSwap(top, top+1) // the last item: win it as a thief does
	d.bottom.Store(bottom + 1)
	return item, won
}

// Steal removes the item at the top, the oldest one. Any number of thieves call it at once,
// while the owner pushes and pops.
func (d *Deque) Steal() (item uint64, outcome Outcome) {
	top := d.top.Load() // before bottom: what is read first may only be too small
	if top >= d.bottom.Load() {
		return 0, Empty
	}
	item = d.slot(top).Load() // before the swap: afterwards the owner may write the slot again
	if !d.top.CompareAndSwap(top, top+1) {
		return 0, Lost
	}
	return item, Took
}

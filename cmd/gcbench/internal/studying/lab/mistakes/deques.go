package mistakes

// This file has the mistakes in claims and in deques.

// swaps is the end of the loop in the answer to the lab bit.
const swaps = `		// The swap fails if anybody has changed the word since the Load. Perhaps that was
		// another bit of the word. So look again.
		if w.CompareAndSwap(old, old|mask(i)) {
			return true
		}
	}
`

var bit = []Mistake{
	{Says: "both told", changes: []change{
		{` // another worker has claimed it`, ``},
		{`	for {
`, ``},
		{swaps, `	w.Store(old | mask(i))
	return true
`},
	}},
	{Says: "nobody has claimed", changes: []change{
		{` // another worker has claimed it`, ``},
		{`	for {
`, ``},
		{swaps, `	return w.CompareAndSwap(old, old|mask(i)) // if it fails, another worker was first
`},
	}},
	{Says: "both told", changes: []change{
		{`	for {
		old := w.Load()
		if old&mask(i) != 0 {
			return false // another worker has claimed it
		}
		// The swap fails if anybody has changed the word since the Load. Perhaps that was
		// another bit of the word. So look again.`, `	if w.Load()&mask(i) != 0 {
		return false
	}
	for {
		old := w.Load()`},
	}},
	{Says: "nobody has claimed", changes: []change{
		{`for {`, `for range 4 { // nobody fails so often`},
		{swaps, `		if w.CompareAndSwap(old, old|mask(i)) {
			return true
		}
	}
	return false
`},
	}},
}

var locked = []Mistake{
	{Says: "everybody waits for ever", changes: []change{
		{`//
// It never holds two locks at once. If it did, two owners that steal from each other could
// each hold the lock that the other one waits for.
`, ``},
		{`	room := d.items.room() // thieves make it larger, and nobody but d's owner makes it smaller
	d.mu.Unlock()

	d.loot = victim.give(d.loot[:0], room)

	d.mu.Lock()
	defer d.mu.Unlock()
`, `	defer d.mu.Unlock()
	d.loot = victim.give(d.loot[:0], d.items.room())
`},
	}},
	{Says: "Len", changes: []change{
		{`	d.mu.Lock()
	defer d.mu.Unlock()
	return d.items.n`, `	return d.items.n // it only reads`},
	}},
	{Says: "taken twice", changes: []change{
		{`victim.give(d.loot[:0], room)`, `victim.give(d.loot[:0], min(half(victim.Len()), room))`},
		{`the older half of the items, but at most so many, and`, `so many of the oldest items, and`},
		{`, most int)`, `, n int)`},
		{`min(half(d.items.n), most)`, `n`},
	}},
}

var chaselev = []Mistake{
	{Says: "item 1 is taken twice", changes: []change{
		{`	won := top == bottom && d.top.CompareAndSwap(top, top+1) // the last item: win it as a thief does
	d.bottom.Store(bottom + 1)
	return item, won`, `	if top == bottom {
		return item, true // the last item: bottom hides it from thieves
	}
	d.bottom.Store(top)
	return 0, false`},
	}},
	{Says: "item 2 is taken twice", changes: []change{
		{`	top := d.top.Load() // before bottom: what is read first may only be too small
	if top >= d.bottom.Load() {`, `	bottom := d.bottom.Load()
	top := d.top.Load()
	if top >= bottom {`},
	}},
	{Says: "item 3 is taken twice", changes: []change{
		{`	item = d.slot(top).Load() // before the swap: afterwards the owner may write the slot again
`, ``},
		{`return item, Took`, `return d.slot(top).Load(), Took // the item is ours now`},
	}},
}

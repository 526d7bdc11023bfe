package mistakes

// This file has the mistakes in the two halves of StealHalf, and those in the paper of the lab bugs.

var popbottom = []Mistake{
	{Says: "taken twice", changes: []change{
		{`//
// It publishes the lowered bottom before it reads the range. If it read the range first, as
// printed, two workers could take one item:
//
//  1. The deque holds items 0 and 1, and the range is item 0. The owner replaces the range,
//     because the length 2 is a power of two. It has not lowered bottom yet.
//  2. A thief reads the new range. It reads bottom, and still counts 2 items.
//  3. The owner lowers bottom, and takes item 1, which lies outside the range.
//  4. The thief takes item 0. It has counted 2 items, so it leaves a range of 1: item 1.
//  5. A second thief takes item 1 once more.
`, ``},
		{`	d.publish(last)
	item = d.slot(last).Load()
	for {`, `	for { // first make the range fit for one item fewer`},
		{` // a thief took item, the last one
			d.publish(bottom)`, ``},
		{`return item, true`, `d.publish(last)
			item = d.slot(last).Load()
			if d.stealRange().top() == bottom { // a thief took item, the last one
				d.publish(bottom)
				return 0, false
			}
			return item, true`},
	}},
	{Says: "finds nothing", changes: []change{
		{`r.top() == bottom { // a thief took item, the last one`, `r.length() == 0 { // thieves have emptied the range: they took item`},
	}},
	{Says: "taken twice", changes: []change{
		{`		// No thief can reach item if the range is the owner's and still fits. Otherwise
		// the owner replaces it, and every thief that has read the old one fails.
`, ``},
		{`!crosses(left+1, left) || d.replace(r, left) {`, `r.length() == ownerRange(left) || d.replace(r, left) { // the range fits`},
	}},
	{Says: "this crosses no power of two", changes: []change{
		{`		// No thief can reach item if the range is the owner's and still fits. Otherwise
		// the owner replaces it, and every thief that has read the old one fails.
`, ``},
		{`r == d.own.prev && !crosses(left+1, left) || d.replace(r, left) {`, `d.replace(r, left) { // so every thief that has read the old range fails`},
	}},
}

var trytosteal = []Mistake{
	{Says: "with 0 items", changes: []change{
		{`thiefRange(has, num)`, `thiefRange(has)`},
		{`takes num of n items: 0 if
// it takes all, otherwise one eighth of the power of two above n, but at least 1.`, `takes some of n items: one
// eighth of the power of two above n, but at least 1.`},
		{`func thiefRange(n, num uint64) uint64 {
	if num >= n {
		return 0
	}`, `func thiefRange(n uint64) uint64 {`},
	}},
	{Says: "a thief finds nothing", changes: []change{
		{`	d.raiseBottom(num)`, `	d.publish((d.own.bottom + num) & d.wrap)
	own := d.stealRange()
	now := d.items(own, d.own.bottom)
	if own != d.own.prev || crosses(now-num, now) {
		d.replace(own, now) // make the range fit
	}`},
	}},
	{Says: "taken twice", changes: []change{
		{`	// Copy before the compare-and-swap: afterwards the owner may push items into these slots.
	for i := range num {
		d.slot(d.own.bottom + i).Store(victim.slot(r.top() + i).Load())
	}
`, ``},
		{`	d.raiseBottom(num)`, `	for i := range num { // they are ours now
		d.slot(d.own.bottom + i).Store(victim.slot(r.top() + i).Load())
	}
	d.raiseBottom(num)`},
	}},
	{Says: "left the victim a range", changes: []change{
		{`import "math/bits"

`, ``},
		{`otherwise one eighth of the power of two above n, but at least 1.
//
// This is less than the owner would set. Perhaps the owner has popped since the thief counted,
// without a compare-and-swap, down to the power of two below n. The range must not reach what
// the owner has popped.`, `otherwise 1.`},
		{`return max(1, uint64(1)<<bits.Len64(n)>>3)`, `return 1 // one item is always there`},
	}},
}

var bugs = []Mistake{
	{Says: "nothing is wrong", changes: []change{{`{schedule 4}`, `a99`}}},
	{Says: "is not its name", changes: []change{{`{defect 2}`, `{defect 3}`}}},
	{Says: "has no answer yet", changes: []change{{`{defect 5} schedule={schedule 5}`, `? schedule=?`}}},
}

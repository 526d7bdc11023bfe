package mark

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// harvest marks and pushes the distinguished objects that are known to be reachable from x,
// as far as the stack has room. x is distinguished, and marked. The caller holds the exclusive
// bit.
func (w *worker) harvest(x uint32) {
	marks := kernel.PlainWords(w.m.marks.Words())
	found, top := 0, w.Top
	for top < stackHigh {
		y := w.m.table.Pass(x)
		if y == 0 || uint64(y/64) >= uint64(len(marks)) || !claimPlain(marks, y) {
			break
		}
		w.Refs[top] = y
		top++
		found++
		x = y
	}
	if found == 0 {
		return
	}
	w.pushed(top)
	w.stats.Harvests++
	w.stats.ObjectsHarvested += uint64(found)
	w.gate.Harvested(found, w.m.table.Spacing())
	if found >= policy.PaysFrom {
		w.m.hints.Paid()
		w.chains.Paid()
		w.wantSpeculators(true)
	}
}

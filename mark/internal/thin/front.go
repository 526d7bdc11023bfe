// Package thin marks while only a few objects are grey, as along a list. Then nothing is worth sharing, and
// each cache miss is waited for alone. Cursors look ahead (package chain), and the marker
// harvests their finds when it comes there.
//
//	grey       x ──> y ──> z                     at most policy.ThinRefs objects, all on the private stack
//	cursors          . . . . ─> p ─────> q       elsewhere; they set no mark bit
//	table      x ─> p, p ─> q                    what cursors have found
//	harvest    x is scanned: p and q are reachable, so they are marked and pushed
//
// The marker holds the exclusive bit. It stores mark bits plainly, and no worker takes from its
// stack. docs/algorithms/lists.md has the sources, and what it gains.
package thin

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/work"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
)

// Front is how one worker goes along a thin frontier. Only the worker's own goroutine touches it during a
// mark.
type Front struct {
	Chains *chain.Cursors // the worker's cursors
	Gate   policy.Gate    // when they move while this worker marks alone
	stats.Lists

	Helpers int // how many speculators the plan of the mark allows

	table *chain.Table
	hints *chain.Hints
	local *work.Local
	wake  func(n int)
	now   func() time.Time
}

// NewFront returns the Front of a worker, whose grey refs are in local. table and hints are those of its
// Marker. wake wakes up to n sleepers, and now tells the time.
func NewFront(id int, table *chain.Table, hints *chain.Hints, local *work.Local, wake func(n int), now func() time.Time) Front {
	return Front{Chains: chain.NewCursors(id, table, hints), table: table, hints: hints, local: local, wake: wake, now: now}
}

// WantHelpers says whether the marker wants speculators. If so, it wakes as many as are
// missing: when it begins to want them, and when a harvest has paid, because those that found
// nothing for long may have parked.
func (f *Front) WantHelpers(paid bool) {
	if wanted := f.Gate.Active(); f.Helpers > 0 && (f.hints.Want(wanted) && wanted || paid) {
		f.wake(f.Helpers - f.hints.Enlisted())
	}
}

// grey marks and pushes what x refers to, and harvests if x is distinguished. It returns
// false if a reference leads beyond the bitmap. hasNil says that reference 0 is nil, as in a heap. The caller is the
// only writer of marks.
func (f *Front) grey(marks []kernel.Plain, source chain.Source, x uint32, refs []uint32, speculates, hasNil bool) bool {
	if speculates {
		f.Harvest(marks, x)
	}
	var judge chain.Judge
	judges := speculates && len(refs) > 1
	if judges {
		judge = f.Chains.Judge(source.Header(x))
	}
	top := f.local.Top
	for field, to := range refs {
		if uint64(to/64) >= uint64(len(marks)) {
			f.local.Pushed(top)
			return false
		}
		white := claim(marks, to)
		if white {
			f.local.Refs[top] = to
			top++
		}
		if judges && (to != 0 || !hasNil) {
			judge.Field(field, white)
		}
	}
	if judges {
		judge.Done()
	}
	f.local.Scanned++
	f.local.Pushed(top)
	return true
}

// Harvest marks and pushes the distinguished objects that are known to be reachable from x, if x is
// distinguished, as far as the stack has room. x is marked. The caller holds the exclusive
// bit.
func (f *Front) Harvest(marks []kernel.Plain, x uint32) {
	if !f.table.Distinguished(x) {
		return
	}
	found, top := 0, f.local.Top
	for top < policy.StackHigh {
		f.local.Processor.FollowsShortcut()
		y := f.table.Pass(x)
		if y == 0 || uint64(y/64) >= uint64(len(marks)) || !claim(marks, y) {
			break
		}
		f.local.Refs[top] = y
		top++
		found++
		x = y
	}
	if found == 0 {
		return
	}
	f.local.Pushed(top)
	f.Harvests++
	f.ObjectsHarvested += uint64(found)
	f.Gate.Harvested(found, f.table.Spacing())
	if found >= policy.PaysFrom {
		f.hints.Paid()
		f.Chains.Paid()
		f.WantHelpers(true)
	}
}

// claim sets the bit of a reference, and reports whether it was clear. The caller is the
// only writer of its word.
func claim(marks []kernel.Plain, to uint32) bool {
	old := marks[to/64].Load()
	if old>>(to%64)&1 == 1 {
		return false
	}
	marks[to/64].Store(old | 1<<(to%64))
	return true
}

package mark

import (
	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/kernel"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// isThin reports whether the frontier is thin: this worker holds the exclusive bit, and few
// objects are grey. With grain 1 all objects go through the deque, and Options.Until wants to
// see each object.
func (w *worker) isThin() bool {
	return w.Alone && w.InFlight() == 0 && uint(w.Size()-1) < policy.ThinRefs && w.m.plan.Thins
}

// followThin is for a thin frontier. It returns false if it leaves what is grey to scan.
func (w *worker) followThin() bool {
	if w.m.plan.Asks {
		return w.askThin()
	}
	if !w.gate.Waits() {
		return w.chase()
	}
	before := w.stats.Batches
	followed := w.Size() == 1 && w.scanner.follow(w)
	w.gate.Waited(int(w.stats.Batches-before) + 1)
	return followed
}

// chase scans a thin frontier for some rounds, one object after the other. The gate says
// whether cursors take part. It returns false if it leaves what is grey to scan.
func (w *worker) chase() bool {
	speculates := w.gate.Speculates()
	scanned, steps := w.stats.Scanned, w.chains.Visited
	start := now()
	w.beginChase(speculates)
	rounds, ok := w.chaseRounds(speculates)
	took := now().Sub(start)
	if speculates && w.gate.Tries() {
		w.stats.Trial += took
	}
	scanned = w.stats.Scanned - scanned
	w.gate.Did(rounds, scanned, scanned+w.chains.Visited-steps, took)
	w.wantSpeculators(false)
	return ok
}

// chaseRounds scans a thin frontier, and returns in how many rounds.
func (w *worker) chaseRounds(speculates bool) (rounds int, ok bool) {
	if batches := w.stats.Batches; !speculates && w.Size() == 1 {
		ok = w.scanner.follow(w) // as fast as it gets
		return int(w.stats.Batches - batches), ok
	}
	for ok = true; ok && rounds < policy.ThinRounds && w.isThin(); rounds++ {
		ok = w.scanner.thinRound(w, speculates)
	}
	return rounds, ok
}

// beginChase tells speculators where the marker is.
func (w *worker) beginChase(speculates bool) {
	w.m.hints.Seed(w.Refs[w.Top-1])
	if speculates {
		w.m.table.Start()
		w.chains.Refresh()
		w.chains.Far = false
	}
}

// heapThinner scans thin frontiers of a heap.
type heapThinner struct{ *chain.Heap }

// thinRound scans all grey objects of a thin frontier. Then each cursor makes a step, while
// what these objects lead to is on its way. thinRound returns false if it leaves an object to
// scan.
func (s heapThinner) thinRound(w *worker, speculates bool) bool {
	if !s.thinOne(w) && !s.thinAll(w, speculates) {
		return false
	}
	w.stats.Batches++
	kernel.PrefetchHeads(s.Arena, w.Refs[w.Bottom:w.Top])
	if speculates {
		w.chains.Round()
	}
	return true
}

// thinOne scans the only grey object, if it has one field and this leads to a white object.
// So it is along a list, but for the distinguished objects. It reports whether it did.
func (s heapThinner) thinOne(w *worker) bool {
	obj := w.Refs[w.Top-1]
	to, ok := s.Only(obj)
	marks := kernel.PlainWords(w.m.marks.Words())
	if w.Size() != 1 || !ok || w.m.table.Distinguished(obj) || uint64(to/64) >= uint64(len(marks)) || !claimPlain(marks, to) {
		return false
	}
	w.Refs[w.Top-1] = to
	w.stats.Scanned++
	w.stats.Marked++
	return true
}

// thinAll scans all grey objects.
func (s heapThinner) thinAll(w *worker, speculates bool) bool {
	var grey [policy.ThinRefs]uint32
	n := copy(grey[:], w.Refs[w.Bottom:w.Top])
	w.Top = w.Bottom
	for i, obj := range grey[:n] {
		refs, ok := kernel.References(s.Arena, obj)
		if !ok || len(refs) > kernel.SmallRefs*kernel.RefBytes || !s.scanThin(w, obj, refs, speculates) {
			w.Top += copy(w.Refs[w.Top:], grey[i:n])
			return false
		}
	}
	return true
}

// scanThin scans one object. It returns false if a reference leads beyond the arena.
func (s heapThinner) scanThin(w *worker, obj uint32, refs []byte, speculates bool) bool {
	return w.greyThin(s, obj, w.large[:kernel.CopyRefs(w.large[:], refs)], speculates)
}

// greyThin marks and pushes what x refers to, and harvests if x is distinguished. It returns
// false if a reference leads beyond the bitmap.
func (w *worker) greyThin(source chain.Source, x uint32, refs []uint32, speculates bool) bool {
	if speculates && w.m.table.Distinguished(x) {
		w.harvest(x)
	}
	var judge chain.Judge
	judges := speculates && len(refs) > 1
	if judges {
		judge = w.chains.Judge(source.Header(x))
	}
	marks := kernel.PlainWords(w.m.marks.Words())
	top := w.Top
	for field, to := range refs {
		if uint64(to/64) >= uint64(len(marks)) {
			w.pushed(top)
			return false
		}
		white := claimPlain(marks, to)
		if white {
			w.Refs[top] = to
			top++
		}
		if judges && (to != 0 || w.m.plan.Pace.ZeroIsNode) {
			judge.Field(field, white)
		}
	}
	if judges {
		judge.Done()
	}
	w.stats.Scanned++
	w.pushed(top)
	return true
}

// claimPlain sets the bit of a reference, and reports whether it was clear. The caller is the
// only writer of its word.
func claimPlain(marks []kernel.Plain, to uint32) bool {
	old := marks[to/64].Load()
	if old>>(to%64)&1 == 1 {
		return false
	}
	marks[to/64].Store(old | 1<<(to%64))
	return true
}

package mark

import (
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
	if !w.Gate.Waits() {
		return w.chase()
	}
	before := w.Batches
	followed := w.Size() == 1 && w.scanner.follow(w)
	w.Gate.Waited(int(w.Batches-before) + 1)
	return followed
}

// chase scans a thin frontier for some rounds, one object after the other. The gate says
// whether cursors take part. It returns false if it leaves what is grey to scan.
func (w *worker) chase() bool {
	speculates := w.Gate.Speculates()
	scanned, steps := w.Scanned, w.Chains.Visited
	start := now()
	w.beginChase(speculates)
	rounds, ok := w.chaseRounds(speculates)
	took := now().Sub(start)
	if speculates && w.Gate.Tries() {
		w.Trial += took
	}
	scanned = w.Scanned - scanned
	w.Gate.Did(rounds, scanned, scanned+w.Chains.Visited-steps, took)
	w.WantHelpers(false)
	return ok
}

// chaseRounds scans a thin frontier, and returns in how many rounds.
func (w *worker) chaseRounds(speculates bool) (rounds int, ok bool) {
	if batches := w.Batches; !speculates && w.Size() == 1 {
		ok = w.scanner.follow(w) // as fast as it gets
		return int(w.Batches - batches), ok
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
		w.Chains.Refresh()
		w.Chains.Far = false
	}
}

package thin

import (
	"time"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// Scanner is the worker that marks, as a thin frontier sees it. It is called once for a round or for up to a batch of
// objects.
type Scanner interface {
	// IsThin reports whether the frontier is thin still.
	IsThin() bool
	// Follow scans the only grey object. If this leads to a single object again, Follow goes on with that one,
	// and so on. It returns false if it leaves the object to scan.
	Follow() bool
	// Round scans each grey object once. If speculates is true, it harvests, and each cursor makes a step. It
	// returns false if it leaves an object to scan.
	Round(speculates bool) bool
}

// Scan scans for some rounds, or follows a list while the gate waits. It returns false if it leaves what is
// grey to scan.
func (f *Front) Scan(s Scanner) bool {
	if !f.Gate.Waits() {
		return f.chase(s)
	}
	before := f.local.Batches
	followed := f.local.Size() == 1 && s.Follow()
	f.Gate.Waited(int(f.local.Batches-before) + 1)
	return followed
}

// chase scans for some rounds, one object after the other. The gate says
// whether cursors take part. It returns false if it leaves what is grey to scan.
func (f *Front) chase(s Scanner) bool {
	speculates := f.Gate.Speculates()
	scanned, steps := f.local.Scanned, f.Chains.Visited
	start := f.time()
	f.hints.Seed(f.local.Refs[f.local.Top-1]) // tells speculators where the marker is
	if speculates {
		f.table.Start()
		f.Chains.Refresh()
		f.Chains.Far = false
	}
	rounds, ok := f.rounds(s, speculates)
	took := f.time().Sub(start)
	if speculates && f.Gate.Tries() {
		f.Trial += took
	}
	scanned = f.local.Scanned - scanned
	f.Gate.Did(rounds, scanned, scanned+f.Chains.Visited-steps, took)
	f.WantHelpers(false)
	return ok
}

// rounds scans a thin frontier, and returns in how many rounds.
func (f *Front) rounds(s Scanner, speculates bool) (rounds int, ok bool) {
	if batches := f.local.Batches; !speculates && f.local.Size() == 1 {
		ok = s.Follow() // as fast as it gets
		return int(f.local.Batches - batches), ok
	}
	for ok = true; ok && rounds < policy.ThinRounds && s.IsThin(); rounds++ {
		ok = s.Round(speculates)
	}
	return rounds, ok
}

// time is the time of the worker's machine.
func (f *Front) time() time.Time {
	if p := f.local.Processor; p != nil {
		return p.Now()
	}
	return f.now()
}

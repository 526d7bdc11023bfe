//go:build interleave

package sim

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// The marker is right, too, if workers lose their processors ahead of atomic operations, and not only at points.
func TestPerturbedSchedules(t *testing.T) {
	each := [...]uint64{8, 32, 128, 512}
	perturb = func(m *virtual.Machine, seed uint64) {
		delay := delays(rand.NewPCG(seed, 2), each[seed%uint64(len(each))], preempted(seed))
		m.Held = interleave.Held
		interleave.Perturb(func() { m.Preempt(delay) })
	}
	defer func() { perturb = nil; interleave.Perturb(nil) }()
	n := uint64(3000)
	if testing.Short() {
		n = 500
	}
	first, n := numbered(t, "HALFMARK_SEED", 1), numbered(t, "HALFMARK_SEEDS", n)
	for seed := first; seed < first+n; seed++ { // one after the other: what is called is the same for all
		drawn(seed).mark(t, seed)
	}
}

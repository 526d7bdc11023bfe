package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/internal/plan"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/virtual"
	"github.com/seed-3ccf4018/halfmark/mark/sim/costs"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// lookAfter against looks taken one by one, as the marker takes them.
func TestLookAfterAgreesWithLooksOneByOne(t *testing.T) {
	costs := costs.Default()
	for _, idle := range tune.IdlePolicies() {
		s := &simulation{plan: plan.Plan{Plan: tune.Plan{Team: 3}}, options: mark.Options{Tuning: tune.Tuning{Idle: idle}}, costs: costs}
		s.planLooks()
		w := &worker{idleSince: 1000}
		ends := looks(s, w.idleSince, 400)
		if idle == tune.IdlePark {
			require.Less(t, len(ends), 400)
			require.Equal(t, ends[len(ends)-1], s.patience(w), "the last look before it sleeps")
		} else {
			require.Equal(t, virtual.Never, s.patience(w))
		}
		for at, i := w.idleSince, 0; at < ends[len(ends)-1]; at++ {
			for ends[i] <= at {
				i++
			}
			require.Equal(t, ends[i], s.lookAfter(w, at), "%v: %v after it left", idle, at-w.idleSince)
			if idle == tune.IdleBackoff {
				at += 996 // milliseconds in steps of a nanosecond take too long
			}
		}
	}
}

// looks returns when each of n looks ends, or of those before and at going to sleep.
func looks(s *simulation, since time.Duration, n int) (ends []time.Duration) {
	at := since
	parks := false
	for i := range n {
		at += s.lookCost()
		ends = append(ends, at)
		if parks {
			break // that was the look that a worker takes when it has announced itself
		}
		pause := policy.PauseAfter(i, s.options.Tuning.Idle, false)
		if at += pause.Sleep; pause.Yield {
			at += s.costs.Yield
		}
		parks = pause.Park
	}
	return ends
}

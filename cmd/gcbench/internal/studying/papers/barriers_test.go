package papers

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
	"github.com/seed-3ccf4018/halfmark/mark/concurrent/states"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// TestSlowBrokenBarriers: no row about barriers holds if every barrier is a plain store.
func TestSlowBrokenBarriers(t *testing.T) {
	tagged.Slow(t)
	plain := func(of states.Setup) *states.Result {
		b := *of.Barrier
		b.Store = concurrent.None.Store
		of.Barrier = &b
		return states.Search(of)
	}
	for _, p := range barriers(plain) {
		for _, c := range p.Claims {
			f := c.Measure(claims.Effort{Quick: true})
			assert.False(t, f.Holds, "%s: %s", c.Text, f.Measured)
		}
	}
}

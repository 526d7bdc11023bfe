//go:build interleave && !fullsize

package engine

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// TestAudit: sound deques of a kind that is not of package stealq are never blamed,
// whichever worker pops what another one is about to push or steal.
func TestAudit(t *testing.T) {
	for _, k := range []*stealq.Kind{stealq.StealHalf, stealq.Central} {
		foreign := *k
		o := with(func(o *Options) { o.Deque = &foreign })
		if k.Shared {
			o.Tuning.Victim = tune.VictimRandom
		}
		limit := 1
		if long {
			limit = 2
		}
		explore(t, "two graphs, audited "+k.Name, [][][]uint32{{{1, 2}, {0}, {2}}, star(3)}, false, o, bound(limit), "woken", "pended")
		o.Grain = 2
		explore(t, "wide graphs, grain 2, audited "+k.Name, wideGraphs, false, o, bound(limit), "woken")
	}
}

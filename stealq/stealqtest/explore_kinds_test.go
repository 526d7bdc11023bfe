//go:build interleave && !fullsize

package stealqtest

import (
	"os"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// TestExploreKinds: the kinds of package stealq pass, judged through the public contract.
func TestExploreKinds(t *testing.T) {
	for _, k := range stealq.Kinds() {
		if k == stealq.Rudolph && os.Getenv("HALFMARK_LONG") == "" {
			continue // its waiting loops have 50 times the schedules of others
		}
		t.Run(k.Name, func(t *testing.T) { Explore(t, k) })
	}
}

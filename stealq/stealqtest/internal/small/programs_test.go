package small

import (
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

// TestSmallestFirst: programs come in the order of their sizes.
func TestSmallestFirst(t *testing.T) {
	for _, k := range stealq.Kinds() {
		all, before := Programs(k, Form(k, func(Call, int) {})), 0
		if len(all) < 50 {
			t.Fatalf("%s: %d programs", k.Name, len(all))
		}
		for _, s := range all {
			if size(s) < before {
				t.Fatalf("%s: %s", k.Name, s.Story())
			}
			before = size(s)
		}
	}
}

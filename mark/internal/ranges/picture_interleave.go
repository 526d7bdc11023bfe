//go:build interleave && !fullsize

package ranges

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Show writes the words of a range with their parts, for tables of schedules. It is "" for other variables. It is there
// in a build with the tag alone, for gcbench play.
func Show(name string, v uint64) string {
	switch {
	case strings.HasSuffix(name, ".packed"):
		return stealq.ShowRange(v)
	case !strings.HasSuffix(name, ".over"):
		return ""
	case v == 0:
		return "nothing"
	}
	object, _, _ := policy.Chunk(v, 0)
	if object == policy.RootsObject {
		return "the roots"
	}
	return fmt.Sprint("object ", object)
}

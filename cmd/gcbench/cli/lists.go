package cli

import (
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
)

// A sweep measures every combination of what lists of flags have. It is bounded before
// anything is built: each row takes time, and its samples stay in memory.

// maxCombinations bounds the rows of a table; the help of run says it. Each has samples of
// its own in every process, so nobody waits for the end of a sweep with more.
const maxCombinations = 10_000

// length is how many values a flag has.
type length struct {
	flag   string
	values int
}

// bounded refuses lists whose combinations are too many.
func bounded(lists []length) error {
	product := 1.0 // which may be more than an integer holds
	var long []string
	for _, l := range lists {
		product *= float64(max(l.values, 1))
		if l.values > 1 {
			long = append(long, fmt.Sprintf("--%s (%d)", l.flag, l.values))
		}
	}
	if product > maxCombinations {
		return session.BadUsage("%s make %.9g combinations: at most %d are allowed: give fewer values", strings.Join(long, ", "), product, maxCombinations)
	}
	return nil
}

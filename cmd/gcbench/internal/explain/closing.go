package explain

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
)

// maxClosing is how many lines a run ends with at most.
const maxClosing = 2

// maxNames is how many heaps a line names, and the number of the others.
const maxNames = 5

// closer is a rule over what a run knows, which is neither levels nor the longest chain.
type closer struct {
	share func(live uint64, m *Mark) (figure float64, applies bool)
	// every says that the rule must apply to all marks of a heap by several workers.
	// Otherwise one is enough, and the largest figure counts.
	every bool
	says  string // before the figure
	after string // behind the figure; "" if no figure is worth printing
	more  bool   // gcbench explain says more
}

// closers are in the order of their use to a reader.
var closers = []closer{
	{starving, true, "too few objects are grey at a time for a second worker (starved ", ")", true},
	{sleeping, true, "a second worker is not woken for so few objects: take more to compare numbers of workers", "", false},
	{pending, false, "the overflow pool was full, and references (", " of the objects) went to the pending bitmap: raise --overflow", false},
	{waiting, false, "workers waited while another one held work (hoarded ", ")", true},
}

// starving: the other workers had nothing for nearly all of the time.
func starving(_ uint64, m *Mark) (float64, bool) {
	return m.Starved, m.Helped < 1-starvedOthers && m.idleOthers() >= starvedOthers
}

// sleeping: only worker 0 has done anything.
func sleeping(live uint64, m *Mark) (float64, bool) {
	return 0, m.sleeps(live)
}

// pending: deques and overflow pool were full.
func pending(live uint64, m *Mark) (float64, bool) {
	return ratio(float64(m.OverflowRefs), float64(live)), m.OverflowRefs > 0
}

// waiting: a worker that is not alone keeps work from others.
func waiting(live uint64, m *Mark) (float64, bool) {
	return m.Hoarded, m.Hoarded >= hoardedShare && live >= hoardedLive
}

// Closing returns what is most worth saying of a run, from its results alone: at most
// two lines with a newline each, "" if nothing is. Heaps of which the same is to be said
// share a line.
func Closing(results []report.Result) string {
	var lines []string
	named := map[string]bool{} // heaps of which something has been said
	for _, c := range closers {
		if line := c.line(results, named); line != "" && len(lines) < maxClosing {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// line is what the rule says of the heaps that have not been named yet, "" if nothing.
func (c *closer) line(results []report.Result, named map[string]bool) string {
	var heaps []string
	low, high := 0.0, 0.0
	for i := range results {
		key := results[i].Shape + results[i].Heap
		if named[key] || slices.Contains(heaps, key) {
			continue
		}
		figure, applies := c.of(results, key)
		if !applies {
			continue
		}
		if len(heaps) == 0 {
			low = figure
		}
		low, high = min(low, figure), max(high, figure)
		heaps = append(heaps, key)
	}
	if heaps == nil {
		return ""
	}
	says := c.says
	if c.after != "" {
		says += report.Percent(high) + c.after
		if least := report.Percent(low); least != report.Percent(high) {
			says = c.says + strings.TrimSuffix(least, " %") + " to " + report.Percent(high) + c.after
		}
	}
	if c.more {
		says += ": gcbench explain " + command(results, heaps)
	}
	var names []string
	for _, key := range heaps {
		named[key] = true
		names = append(names, filepath.Base(key))
	}
	if more := len(names) - maxNames; more > 1 {
		names = append(names[:maxNames], fmt.Sprintf("%d more", more))
	}
	return wrapped(fmt.Sprintf("%s: %s", strings.Join(names, ", "), says), "", "  ")
}

// of applies the rule to the marks of a heap by several workers.
func (c *closer) of(results []report.Result, key string) (figure float64, applies bool) {
	for i := range results {
		r := &results[i]
		if r.Shape+r.Heap != key || r.Workers == 1 {
			continue
		}
		f, ok := c.share(r.Live, MarkOf(r))
		if !ok && c.every {
			return 0, false
		}
		if ok {
			figure, applies = max(figure, f), true
		}
	}
	return figure, applies
}

// command names the heaps as gcbench explain does: shapes, or the first file.
func command(results []report.Result, keys []string) string {
	if i := slices.IndexFunc(results, func(r report.Result) bool { return r.Heap == keys[0] }); i >= 0 {
		return keys[0]
	}
	return "--shape " + strings.Join(keys, ",")
}

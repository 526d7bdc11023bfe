package explain

import (
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

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
	{alone, true, "too few objects are grey at a time for a second worker (starved ", "), and with --speculation off it does not look for more", true},
	{starving, true, "too few objects are grey at a time for a second worker (starved ", ")", true},
	{sleeping, true, "a second worker is not woken for so few objects: take more to compare numbers of workers", "", false},
	{pending, false, "the overflow pool was full, and references (", " of the objects) went to the pending bitmap: raise --overflow", false},
	{waiting, false, "workers waited while another one held work (hoarded ", ")", true},
}

// alone: the same, where the others might have looked for the rest of a list.
func alone(live uint64, m *Mark) (float64, bool) {
	share, starves := starving(live, m)
	return share, starves && m.Speculation == tune.SpeculationOff.String()
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
	return m.Hoarded, m.Hoarded >= hoardedShare && live >= hoardedLive && m.Harvests == 0 // as in hoarding
}

// Sentence is something that is worth saying of a run.
type Sentence struct {
	Text    string
	Command string // of gcbench, which says more; "" if none does
}

// Sentences returns what is worth saying of a run, from its results alone, the most useful
// sentence first. Heaps of which the same is to be said share a sentence.
func Sentences(results []schema.Result) (all []Sentence) {
	named := map[schema.Facts]bool{} // heaps of which something has been said
	for i := range closers {
		if said, applies := closers[i].sentence(results, named); applies {
			all = append(all, said)
		}
	}
	return all
}

// sentence is what the rule says of the heaps that have not been named yet.
func (c *closer) sentence(results []schema.Result, named map[schema.Facts]bool) (said Sentence, applies bool) {
	var heaps []*schema.Result
	low, high := 0.0, 0.0
	for i := range results {
		h := results[i].Facts
		if named[h] || slices.ContainsFunc(heaps, func(r *schema.Result) bool { return r.Facts == h }) {
			continue
		}
		figure, applies := c.of(results, h)
		if !applies {
			continue
		}
		if len(heaps) == 0 {
			low = figure
		}
		low, high = min(low, figure), max(high, figure)
		heaps = append(heaps, &results[i])
	}
	if heaps == nil {
		return said, false
	}
	says := c.says
	if c.after != "" {
		says += numeral.Percent(high) + c.after
		if least := numeral.Percent(low); least != numeral.Percent(high) {
			says = c.says + strings.TrimSuffix(least, " %") + " to " + numeral.Percent(high) + c.after
		}
	}
	if c.more {
		said.Command = "gcbench explain " + command(heaps)
	}
	for _, h := range heaps {
		named[h.Facts] = true
	}
	said.Text = nameAll(results, heaps) + ": " + says
	return said, true
}

// of applies the rule to the marks of a heap by several workers.
func (c *closer) of(results []schema.Result, h schema.Facts) (figure float64, applies bool) {
	for i := range results {
		r := &results[i]
		if r.Facts != h || r.Workers == 1 {
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

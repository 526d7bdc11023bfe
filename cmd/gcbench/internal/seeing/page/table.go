package page

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// ofResults say what titles of tables of results mean, in a tooltip.
var ofResults = map[string]string{
	"median":   "the centre of the processes' medians",
	"±":        "the larger half of the 95 % interval of the median",
	"ns/obj":   "mark time per live object",
	"speedup":  "the median of one worker over this median",
	"cv %":     "variation within a process + variation between processes, over the mean",
	"cpus":     "processor time over mark time",
	"idle %":   "starved + hoarded, of the workers' time",
	"x limit":  "mark time over the floor that memory sets",
	"CAS+RMW":  "compare-and-swaps and other read-modify-writes of the deques, per live object",
	"stores":   "sequentially consistent stores of the deques, per live object",
	"items":    "of a deque, per steal",
	"overflow": "blocks on the overflow list + references in the pending bitmap",
}

// table shows every result.
func (p *pages) table() *section {
	if len(p.results) == 0 {
		return p.lack("Mark times", "gcbench run --json FILE measures them")
	}
	fastest, slowest := p.extremes(func(r *schema.Result) (float64, bool) { return r.NSPerObject, r.NSPerObject > 0 })
	t := &section{ID: "table", Title: "Mark times",
		How: "A row is one heap, marked in one way. ± says how precisely the median is known, cv % how stable the time is: within a process + between processes. " +
			"idle % is what the workers lost: starved + hoarded.",
		Parts: sheet("Mark times", ofResults, columns.Results(p.results, p.from))}
	if fastest >= 0 && len(p.results) > 1 {
		t.Says = fmt.Sprintf("Per live object %s takes least time, %s ns, and %s takes most, %s ns.", p.spoken(fastest), numeral.Significant(p.results[fastest].NSPerObject),
			p.spoken(slowest), numeral.Significant(p.results[slowest].NSPerObject))
	} else if len(p.results) == 1 {
		t.Says = "A mark takes " + numeral.Duration(p.results[0].MedianNS)
		if d := p.results[0].PlusMinus(); math.IsInf(d, 1) {
			t.Says += " (too few samples to say how precisely that is known)."
		} else {
			t.Says += fmt.Sprintf(" (± %s).", numeral.Percent(d))
		}
	}
	t.Says += p.fastestSays()
	return t
}

// fastestSays counts how often each setting is the fastest one, "" if there is nothing to
// choose from.
func (p *pages) fastestSays() string {
	best := map[string]int{} // by heap and workers
	ways := map[string]bool{}
	for i := range p.results {
		place := p.places[i].Heap + ", " + workers(p.results[i].Workers)
		ways[p.how(i)] = true
		if b, known := best[place]; !known || p.results[i].MedianNS < p.results[b].MedianNS {
			best[place] = i
		}
	}
	if len(ways) < 2 || len(best) < 2 {
		return ""
	}
	wins := map[string]int{}
	for _, i := range best {
		wins[p.how(i)]++
	}
	most := slices.SortedFunc(maps.Keys(wins), func(a, b string) int {
		return cmp.Or(cmp.Compare(wins[b], wins[a]), cmp.Compare(a, b))
	})
	var words []string
	for _, how := range most[:min(len(most), mostNamed)] {
		words = append(words, fmt.Sprintf("%s in %d", cmp.Or(how, "the usual one"), wins[how]))
	}
	return fmt.Sprintf(" Of %d settings the fastest is %s of %d cases (heap and workers), whether or not the difference stands out from the noise.", len(ways), listed(words), len(best))
}

// extremes are the results with the least and the most of a figure, -1 if none has it.
func (p *pages) extremes(of func(*schema.Result) (float64, bool)) (least, most int) {
	rows := slices.DeleteFunc(p.all(), func(i int) bool { _, has := of(&p.results[i]); return !has })
	if len(rows) == 0 {
		return -1, -1
	}
	by := func(a, b int) int {
		x, _ := of(&p.results[a])
		y, _ := of(&p.results[b])
		return cmp.Compare(x, y)
	}
	return slices.MinFunc(rows, by), slices.MaxFunc(rows, by)
}

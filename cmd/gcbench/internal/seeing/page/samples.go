package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

const (
	openRows = 12 // of a chart that shows the extremes first
	// mostStrips is how many rows of samples a page has at most: they are most of its bytes.
	mostStrips = 240
)

// samples shows every sample in order of time.
func (p *pages) samples() *section {
	if len(p.results) == 0 {
		return nil
	}
	s := &section{ID: "samples", Title: "Samples in order of time", Says: p.samplesSay(),
		How: "Each field is a process, and each dot a sample, the oldest on the left. Hollow dots are warm-up and do not count. The line is the median. " +
			"Dots that rise or fall together are a trend: the machine changed while it measured. Fields at different heights are processes that differ although the program is the same."}
	rows := p.bySpread()
	left := max(0, len(rows)-mostStrips)
	rows = rows[:len(rows)-left]
	s.Parts = folded(rows, openRows, otherRows, func(rows []int) (t part) {
		t.Rows = true
		for _, i := range rows {
			t.draw(p.name(i), p.strip(i))
		}
		return t
	})
	if len(s.Parts) > 1 {
		s.Parts[0].Says = fmt.Sprintf("The %d least stable rows come first.", openRows)
	}
	s.Parts[0].Charts = append(s.Parts[0].Charts, chart{SVG: picture.StripKeys()})
	if left > 0 {
		s.Parts = append(s.Parts, part{Says: fmt.Sprintf("The %d most stable rows are not drawn. Their samples are in the JSON file.", left)})
	}
	return s
}

// bySpread are all results, the least stable first.
func (p *pages) bySpread() []int {
	rows := p.all()
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(spread(&p.results[b]), spread(&p.results[a])) })
	return rows
}

// spread is the larger coefficient of variation.
func spread(r *schema.Result) float64 { return max(r.CV, r.Between()) }

func (p *pages) strip(i int) *picture.Strip {
	r := &p.results[i]
	s := &picture.Strip{Title: "Time of each sample: " + p.name(i), Median: r.MedianNS, Note: numeral.Duration(r.MedianNS)}
	if r.CI95NS != nil {
		s.CI95 = [2]float64(r.CI95NS)
		s.Note += " ± " + numeral.Percent(r.PlusMinus())
	}
	for _, v := range r.Invocations {
		s.Processes = append(s.Processes, picture.Samples{Warmup: v.WarmupNS, Values: v.SamplesNS, Median: v.MedianNS})
	}
	return s
}

// samplesSay tells of the trend and of the warm-up.
func (p *pages) samplesSay() string {
	dropped, all := 0, 0
	for i := range p.results {
		for _, v := range p.results[i].Invocations {
			dropped += len(v.WarmupNS)
			all += len(v.SamplesNS) + len(v.WarmupNS)
		}
	}
	says := p.driftSays()
	if dropped > 0 {
		says += fmt.Sprintf(" Of %s samples %s were slower at the beginning of a process, and were dropped as warm-up.", numeral.Count(uint64(all)), numeral.Count(uint64(dropped)))
	}
	return says
}

const (
	leastProcesses = 4    // below that nothing is said of a trend
	driftShare     = 0.03 // a smaller trend is none
)

// driftSays compares the later half of the processes with the earlier half. It blames the machine
// only if the halves differ by more than processes of one half do.
func (p *pages) driftSays() string {
	var early, late, ranges []float64 // of medians of processes, over that of their result
	for i := range p.results {
		r := &p.results[i]
		half := len(r.Invocations) / 2
		if len(r.Invocations) < leastProcesses {
			continue
		}
		var all []float64
		for _, v := range r.Invocations {
			all = append(all, v.MedianNS/r.MedianNS)
		}
		first, last := all[:half], all[len(all)-half:]
		early, late = append(early, first...), append(late, last...)
		ranges = append(ranges, (slices.Max(first)-slices.Min(first)+slices.Max(last)-slices.Min(last))/2)
	}
	if early == nil {
		return "There are too few processes to see whether the machine changed while it measured."
	}
	middle := func(values []float64) float64 { return measure.Summarize(values).Median }
	return trendSays(middle(late)/middle(early)-1, middle(ranges))
}

// trendSays says how much longer the later half took, where processes of one half differ by noise.
func trendSays(drift, noise float64) string {
	size, longer, slower := numeral.Percent(math.Abs(drift)), "longer", "slower"
	if drift < 0 {
		longer, slower = "less time", "faster"
	}
	switch {
	case math.Abs(drift) <= driftShare:
		return fmt.Sprintf("There is no trend: the later half of the processes took as long as the earlier half, but for %s.", size)
	case math.Abs(drift) <= noise:
		return fmt.Sprintf("No trend stands out: the later half of the processes took %s %s than the earlier half, and processes of one half differ by %s.", size, longer, numeral.Percent(noise))
	}
	return fmt.Sprintf("The later half of the processes took %s %s than the earlier half: the machine became %s while it measured.", size, longer, slower)
}

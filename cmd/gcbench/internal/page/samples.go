package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/report"
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
	left := 0
	if len(rows) > mostStrips {
		left = len(rows) - mostStrips
		rows = rows[:mostStrips]
	}
	if len(rows) > openRows+openRows/2 {
		s.Parts = append(s.Parts, part{Says: fmt.Sprintf("The %d least stable rows come first.", openRows)})
	}
	s.Parts = append(s.Parts, p.folded(rows, openRows, func(rows []int) (t part) {
		for some := range slices.Chunk(rows, rowsOfChart) {
			t.draw(p.strips(some))
		}
		return t
	})...)
	if left > 0 {
		s.Parts = append(s.Parts, part{Says: fmt.Sprintf("The %d most stable rows are not drawn. Their samples are in the JSON file.", left)})
	}
	return s
}

// bySpread are all results, the least stable first.
func (p *pages) bySpread() []int {
	rows := p.all()
	if len(rows) <= openRows+openRows/2 {
		return rows
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(spread(&p.results[b]), spread(&p.results[a])) })
	return rows
}

// spread is the larger coefficient of variation.
func spread(r *report.Result) float64 { return max(r.CV, r.Between()) }

func (p *pages) strips(rows []int) *picture.Strips {
	s := &picture.Strips{Title: "Time of each sample", Conclusion: p.driftSays()}
	for _, i := range rows {
		r := &p.results[i]
		one := picture.Strip{Name: p.name(i), Median: r.MedianNS, Note: report.Duration(r.MedianNS)}
		if r.CI95NS != nil {
			one.CI95 = [2]float64(r.CI95NS)
			one.Note += " ± " + report.Percent(r.PlusMinus())
		}
		for _, v := range r.Invocations {
			one.Processes = append(one.Processes, picture.Samples{Warmup: v.WarmupNS, Values: v.SamplesNS, Median: v.MedianNS})
		}
		s.Rows = append(s.Rows, one)
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
		says += fmt.Sprintf(" Of %s samples %s were slower at the beginning of a process, and were dropped as warm-up.", report.Count(uint64(all)), report.Count(uint64(dropped)))
	}
	return says
}

const (
	leastProcesses = 4    // below that nothing is said of a trend
	driftShare     = 0.03 // a smaller trend is none
)

// driftSays compares the later half of the processes with the earlier half.
func (p *pages) driftSays() string {
	var early, late []float64 // medians of processes, over that of their result
	for i := range p.results {
		r := &p.results[i]
		n := len(r.Invocations)
		if n < leastProcesses {
			continue
		}
		for k, v := range r.Invocations {
			over := v.MedianNS / r.MedianNS
			if k < n/2 {
				early = append(early, over)
			} else if k >= n-n/2 {
				late = append(late, over)
			}
		}
	}
	if early == nil {
		return "There are too few processes to see whether the machine changed while it measured."
	}
	drift := middle(late)/middle(early) - 1
	switch {
	case drift > driftShare:
		return fmt.Sprintf("The later half of the processes took %s longer than the earlier half: the machine became slower while it measured.", report.Percent(drift))
	case drift < -driftShare:
		return fmt.Sprintf("The later half of the processes took %s less time than the earlier half: the machine became faster while it measured.", report.Percent(-drift))
	}
	return fmt.Sprintf("There is no trend: the later half of the processes took as long as the earlier half, but for %s.", report.Percent(math.Abs(drift)))
}

// middle is a median.
func middle(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

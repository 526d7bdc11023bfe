package page

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
)

// idle shows what the workers' time was lost to.
func (p *pages) idle() *section {
	const title = "What keeps workers idle"
	rows := slices.DeleteFunc(p.all(), func(i int) bool { return p.results[i].Workers < 2 || p.results[i].Stats.DurationNS <= 0 })
	if len(rows) == 0 {
		if len(p.results) > 0 {
			p.lack(title, "gcbench run --workers 2 lets several workers mark")
		}
		return nil
	}
	lost := func(i int) float64 { s := p.shares(i); return s[1] + s[2] }
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(lost(b), lost(a)) })
	w, says := p.shares(rows[0]), "On %s, the workers' time is %s starved and %s hoarded."
	if len(rows) > 1 {
		says = "The largest share of the workers' time is lost on %s: %s starved and %s hoarded."
	}
	says = fmt.Sprintf(says, p.spoken(rows[0]), numeral.Percent(w[1]), numeral.Percent(w[2]))
	t := &table{Label: "Shares of the workers' time", Columns: []column{{Title: "result, the most idle first", Left: true}, {Title: "time of all workers", Left: true}}}
	for _, name := range idleNames {
		t.Columns = append(t.Columns, column{Title: name, Class: name})
	}
	for _, i := range rows {
		bar, figures := cell{}, []cell{}
		for k, part := range p.shares(i) {
			bar.Shares = append(bar.Shares, share{idleNames[k], part})
			figures = append(figures, cell{Text: numeral.Percent(part)})
		}
		t.Rows = append(t.Rows, append([]cell{{Text: p.name(i)}, bar}, figures...))
	}
	return &section{ID: "idle", Title: title, Says: says, Parts: []part{{Table: t}},
		How: "A bar is the time of all workers of one mark. Starved: too few objects were grey at that time for all workers; that is the heap's doing, or that of a heap so small that no worker was woken. " +
			"Hoarded: there were enough, but another worker held more than a batch that nobody could take; that is the marker's doing. The rest is work."}
}

// idleNames are the parts of the workers' time.
var idleNames = [3]string{"busy", "starved", "hoarded"}

// shares are the busy, the starved and the hoarded part of all workers' time.
func (p *pages) shares(i int) [3]float64 {
	starved, hoarded := p.results[i].IdleShares()
	starved = min(max(starved, 0), 1)
	hoarded = min(max(hoarded, 0), 1-starved)
	return [3]float64{1 - starved - hoarded, starved, hoarded}
}

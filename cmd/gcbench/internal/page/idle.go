package page

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
)

// idle shows what the workers' time was lost to.
func (p *pages) idle() *section {
	const title = "What keeps workers idle"
	var rows []int
	for i := range p.results {
		if r := &p.results[i]; r.Workers > 1 && r.Stats.DurationNS > 0 {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		if len(p.results) > 0 {
			p.lack(title, "gcbench run --workers 2 lets several workers mark")
		}
		return nil
	}
	lost := func(i int) float64 { s := p.shares(i); return s[1] + s[2] }
	worst := slices.MaxFunc(rows, func(a, b int) int { return cmp.Compare(lost(a), lost(b)) })
	w := p.shares(worst)
	says := fmt.Sprintf("On %s, the workers' time is %s starved and %s hoarded.", p.spoken(worst), numeral.Percent(w[1]), numeral.Percent(w[2]))
	if len(rows) > 1 {
		says = fmt.Sprintf("The largest share of the workers' time is lost on %s: %s starved and %s hoarded.", p.spoken(worst), numeral.Percent(w[1]), numeral.Percent(w[2]))
	}
	s := &section{ID: "idle", Title: title, Says: says,
		How: "A bar is the time of all workers of one mark. Starved: too few objects were grey at that time for all workers; that is the heap's doing, or that of a heap so small that nobody was woken. " +
			"Hoarded: there were enough, but another worker held more than a batch that nobody could take; that is the marker's doing. The rest is work."}
	if len(rows) > openRows+openRows/2 {
		slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(lost(b), lost(a)) })
		s.Parts = append(s.Parts, part{Says: fmt.Sprintf("The %d rows that lose most come first.", openRows)})
	}
	s.Parts = append(s.Parts, p.folded(rows, openRows, func(rows []int) (t part) {
		for some := range slices.Chunk(rows, rowsOfChart) {
			t.draw(p.stack(some, says))
		}
		return t
	})...)
	return s
}

// shares are the busy, the starved and the hoarded part of all workers' time.
func (p *pages) shares(i int) [3]float64 {
	starved, hoarded := p.results[i].IdleShares()
	starved = min(max(starved, 0), 1)
	hoarded = min(max(hoarded, 0), 1-starved)
	return [3]float64{1 - starved - hoarded, starved, hoarded}
}

func (p *pages) stack(rows []int, says string) *picture.Stack {
	s := &picture.Stack{Title: "Shares of the workers' time", Conclusion: says, Parts: []string{"busy", "starved", "hoarded"}}
	for _, i := range rows {
		shares := p.shares(i)
		s.Rows = append(s.Rows, picture.Bar{Name: p.name(i), Shares: shares[:]})
	}
	return s
}

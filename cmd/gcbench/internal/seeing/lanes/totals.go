package lanes

import (
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/lanes/rows"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// totals is what a worker did in all, or what all workers did.
type totals struct {
	times   [rows.Activities]time.Duration
	objects uint64
	steals  uint64 // successful, as the thief
	items   uint64 // that these brought
	dropped uint64 // slices that the timeline lacks
}

// totalsOf has an entry for each worker, by number, and the sums of all.
func totalsOf(t *timeline.Timeline) (workers []totals, sum totals) {
	workers = make([]totals, len(t.Lanes))
	for i := range t.Lanes {
		for _, w := range []*totals{&workers[i], &sum} {
			w.dropped += t.Lanes[i].Dropped
			for _, s := range t.Lanes[i].Slices {
				w.times[s.Activity] += s.End - s.Begin
				w.objects += uint64(s.Objects)
			}
		}
	}
	for _, a := range t.Arrows {
		if a.Kind == timeline.ArrowSteal {
			for _, w := range []*totals{&workers[a.To], &sum} {
				w.steals++
				w.items += uint64(a.Count)
			}
		}
	}
	return workers, sum
}

func (w *totals) idle() time.Duration { return total(w.times[timeline.ActivityLook:]) }
func (w *totals) all() time.Duration  { return total(w.times[:]) }

func total(times []time.Duration) (sum time.Duration) {
	for _, t := range times {
		sum += t
	}
	return sum
}

// Table returns the accessible form of the lanes, and the unit of its times: a row for each worker, and one for all.
func Table(t *timeline.Timeline) (table columns.Block, unit string) {
	workers, sum := totalsOf(t)
	size, unit := unitOf(t.Duration)
	all := []columns.Of[*totals]{}
	for a, whole := range sum.times {
		if whole > 0 {
			all = append(all, columns.Right(timeline.Activity(a).String(), 0, func(w *totals) string { return fmt.Sprintf("%.3f", float64(w.times[a])/float64(size)) }))
		}
	}
	all = append(all,
		columns.Right("objects", 0, func(w *totals) string { return numeral.Count(w.objects) }),
		columns.Right("steals", 0, func(w *totals) string { return numeral.Count(w.steals) }),
		columns.Right("items stolen", 0, func(w *totals) string { return numeral.Count(w.items) }))
	table.Columns = append([]columns.Column{{Title: "worker", Left: true}}, columns.Titles(all)...)
	for i := range workers {
		table.Rows = append(table.Rows, append([]string{fmt.Sprint(i)}, columns.Row(all, &workers[i])...))
	}
	if len(workers) > 1 {
		table.Rows = append(table.Rows, append([]string{"all"}, columns.Row(all, &sum)...))
	}
	return table, unit
}

package lanes

import (
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/lanes/rows"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
)

// totals is what a worker did in all.
type totals struct {
	times   [rows.Activities]time.Duration
	objects uint64
	steals  uint64 // successful, as the thief
	items   uint64 // that these brought
	dropped uint64 // slices that the timeline lacks
}

// totalsOf has an entry for each worker, by number.
func totalsOf(t *timeline.Timeline) []totals {
	all := make([]totals, len(t.Lanes))
	for i := range t.Lanes {
		w := &all[i]
		w.dropped = t.Lanes[i].Dropped
		for j := range t.Lanes[i].Slices {
			s := &t.Lanes[i].Slices[j]
			w.times[s.Activity] += s.End - s.Begin
			w.objects += uint64(s.Objects)
		}
	}
	for _, a := range t.Arrows {
		if a.Kind == timeline.ArrowSteal {
			all[a.To].steals++
			all[a.To].items += uint64(a.Count)
		}
	}
	return all
}

// add adds what another worker did. What is missing is not added up.
func (w *totals) add(v *totals) {
	for a := range w.times {
		w.times[a] += v.times[a]
	}
	w.objects += v.objects
	w.steals += v.steals
	w.items += v.items
}

func (w *totals) idle() (sum time.Duration) {
	for a := timeline.ActivityLook; int(a) < rows.Activities; a++ {
		sum += w.times[a]
	}
	return sum
}

func (w *totals) all() (sum time.Duration) {
	for _, t := range w.times {
		sum += t
	}
	return sum
}

// Table is the accessible form of the lanes: a row for each worker, and one for all.
type Table struct {
	Unit   string // of times
	Titles []string
	Rows   [][]string // the first cell is the worker
}

// TableOf returns the table of a timeline.
func TableOf(t *timeline.Timeline) Table {
	workers, sum := totalsOf(t), totals{}
	for i := range workers {
		sum.add(&workers[i])
	}
	unit, name := unitOf(t.Duration)
	tab := Table{Unit: name, Titles: []string{"worker"}}
	for a := range rows.Activities {
		if sum.times[a] > 0 {
			tab.Titles = append(tab.Titles, timeline.Activity(a).String())
		}
	}
	tab.Titles = append(tab.Titles, "objects", "steals", "items stolen")
	row := func(worker string, w *totals) {
		cells := []string{worker}
		for a := range rows.Activities {
			if sum.times[a] > 0 {
				cells = append(cells, fmt.Sprintf("%.3f", float64(w.times[a])/float64(unit)))
			}
		}
		tab.Rows = append(tab.Rows, append(cells, numeral.Count(w.objects), numeral.Count(w.steals), numeral.Count(w.items)))
	}
	for i := range workers {
		row(fmt.Sprint(i), &workers[i])
	}
	if len(workers) > 1 {
		row("all", &sum)
	}
	return tab
}

package page

import (
	"cmp"
	"html/template"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/lanes"
)

// lanesView is the viewer of all timelines, and what there is to read of each.
type lanesView struct {
	lanes.Parts
	Data  template.JS
	Marks []laneMark
}

type laneMark struct {
	Title, Says string
	Unit        string // of the times of the table
	Table       *table
}

// startLanes starts the viewer.
const startLanes = `for (const root of document.querySelectorAll(".lanes")) lanes(root, JSON.parse(root.querySelector(".lanes-data").textContent));
`

// lanesOf returns the viewer of all timelines, nil if no file has one. Marks of several
// workers come first: there is more to see.
func lanesOf(files []*File) (*lanesView, error) {
	var marks []chrometrace.Mark
	for _, f := range files {
		if f.Timeline != nil {
			marks = append(marks, f.Timeline.Marks...)
		}
	}
	marks = slices.DeleteFunc(marks, func(m chrometrace.Mark) bool { return m.Timeline == nil || len(m.Timeline.Lanes) == 0 })
	if len(marks) == 0 {
		return nil, nil
	}
	slices.SortStableFunc(marks, func(a, b chrometrace.Mark) int { return cmp.Compare(min(b.Workers, 2), min(a.Workers, 2)) })
	v := &lanesView{}
	for i := range marks {
		totals, unit := lanes.Table(marks[i].Timeline)
		v.Marks = append(v.Marks, laneMark{marks[i].Title(), lanes.Summary(marks[i].Timeline), unit, sheet("Totals of each worker", nil, totals)[0].Table})
	}
	var err error
	if v.Parts, err = lanes.Viewer(); err != nil {
		return nil, err
	}
	v.Data, err = lanes.Data(marks)
	return v, err
}

// laneSection shows what the workers did, and when.
func (p *pages) laneSection() *section {
	const title = "What the workers did, and when"
	if p.lanes == nil {
		return p.lack(title, "gcbench run --timeline FILE records it: give this file as well")
	}
	return &section{ID: "lanes", Title: title, Parts: []part{{Lanes: p.lanes}},
		How: "Each lane is a worker, and time goes from left to right. A slice is a time during which the worker did one thing: dark is work, light is idle. " +
			"An arrow is something that went from one worker to another. It is one mark of many, so it shows how a mark goes, and not how long marks take."}
}

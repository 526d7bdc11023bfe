package page

import (
	"cmp"
	"html/template"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/lanes"
)

// lanesHTML returns the viewer of all timelines, "" if no file has one. Marks of several
// workers come first: there is more to see.
func lanesHTML(files []*chrometrace.File) (template.HTML, error) {
	var marks []chrometrace.Mark
	for _, f := range files {
		marks = append(marks, f.Marks...)
	}
	slices.SortStableFunc(marks, func(a, b chrometrace.Mark) int { return cmp.Compare(min(b.Workers, 2), min(a.Workers, 2)) })
	return lanes.HTML(marks)
}

// laneSection shows what the workers did, and when.
func (p *pages) laneSection() *section {
	const title = "What the workers did, and when"
	if p.lanes == "" {
		return p.lack(title, "gcbench run --timeline FILE records it: give this file as well")
	}
	return &section{ID: "lanes", Title: title, Parts: []part{{Raw: p.lanes}},
		How: "Each lane is a worker, and time goes from left to right. A slice is a time during which the worker did one thing: dark is work, light is idle. " +
			"An arrow is something that went from one worker to another. It is one mark of many, so it shows how a mark goes, and not how long marks take."}
}

package lab

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/lab/verdict"
)

// Printable makes all texts of the report printable that an answer, or its folder, can have a part
// in. It returns the report. A caller that shows a report calls it first.
func (r *Report) Printable() *Report {
	r.Student = verdict.Printable(r.Student)
	r.Why, r.Notes = printable(r.Why), printable(r.Notes)
	for i := range r.Checks {
		r.Checks[i].Printable()
	}
	return r
}

// printable are lines that can be shown, and not more than one reads.
func printable(lines []string) []string {
	const most = 50
	all := []string{}
	for _, line := range lines[:min(len(lines), most)] {
		all = append(all, verdict.Printable(line))
	}
	if len(lines) > most {
		all = append(all, fmt.Sprintf("and %d more", len(lines)-most))
	}
	return all
}

package text

import (
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/columns"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
)

// Paging says, in a line for each mapped heap, that its times have page faults in them, and how much a mark
// waits for. It is "" if no heap is mapped.
func Paging(results []schema.Result) (text string) {
	var named []string
	for i := range results {
		r := &results[i]
		if !r.Mapped || slices.Contains(named, r.Heap) {
			continue
		}
		named = append(named, r.Heap)
		text += wrap.Text(r.Name()+" is mapped: page faults are in the times"+waits(results, r.Heap), "", "  ")
	}
	return text
}

// waits says how much marks of the heap in the file read, and how often they wait, if that is known.
func waits(results []schema.Result, file string) string {
	var faults, bytes []float64
	for i := range results {
		if r := &results[i]; r.Heap == file && r.MajorFaults != nil && r.ReadBytes != nil {
			faults, bytes = append(faults, *r.MajorFaults), append(bytes, *r.ReadBytes)
		}
	}
	if faults == nil {
		return ""
	}
	return fmt.Sprintf(" (a mark reads %s from the disk and waits for it at %s)",
		columns.Span(bytes, func(b float64) string { return numeral.Bytes(uint64(b)) }), columns.Span(faults, func(n float64) string { return numeral.Plural(uint64(n), "fault") }))
}

// Coverage says, in lines below a table, what the intervals of the results cover, and what
// their cv is of.
func Coverage(results []schema.Result) string {
	if len(results) == 0 {
		return ""
	}
	least, most := len(results[0].Invocations), 0
	for i := range results {
		least, most = min(least, len(results[i].Invocations)), max(most, len(results[i].Invocations))
	}
	if most == 1 {
		return "±: 95 % interval of one process; --invocations 6 covers their differences\n"
	}
	processes := fmt.Sprint(most)
	if least < most {
		processes = fmt.Sprintf("%d to %d", least, most)
	}
	return fmt.Sprintf("±: 95 %% interval over %s processes. cv %%: within a process + between them\n", processes)
}

// Stability has a line for each group of heaps that differ in one thing alone, below the table of results.
func Stability(groups []schema.Stability) string {
	if len(groups) == 0 {
		return ""
	}
	return "\n" + table(columns.Stability(groups))
}

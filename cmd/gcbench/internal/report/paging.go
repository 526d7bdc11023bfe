package report

import (
	"fmt"
	"slices"
)

// Paging says, in a line for each mapped heap, that its times have page faults in them, and how much a mark
// waits for. It is "" if no heap is mapped.
func Paging(results []Result) (text string) {
	var named []string
	for i := range results {
		r := &results[i]
		if !r.Mapped || slices.Contains(named, r.Heap) {
			continue
		}
		named = append(named, r.Heap)
		text += fmt.Sprintf("%s is mapped: page faults are in the times%s\n", r.Name(), waits(results, r.Heap))
	}
	return text
}

// waits says how much marks of the heap in the file read, and how often they wait, if that is known.
func waits(results []Result, file string) string {
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
		span(bytes, func(b float64) string { return Bytes(uint64(b)) }), span(faults, func(n float64) string { return Plural(uint64(n), "fault") }))
}

// span is the least and the greatest of the figures, or the one that there is.
func span(figures []float64, format func(float64) string) string {
	low, high := format(slices.Min(figures)), format(slices.Max(figures))
	if low == high {
		return low
	}
	return low + " to " + high
}

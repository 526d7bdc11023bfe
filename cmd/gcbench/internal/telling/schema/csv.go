package schema

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// csvColumns are the columns of WriteCSV, in order: keys that JSON has in a Result, its Stats or its Counters, the number
// of the samples, and the ends of the interval. Samples are in the JSON and in the benchmark format.
var csvColumns = strings.Fields(`
	shape heap layout seed objects edges roots live arena_bytes workers
	queue grain deque overflow steal amount victim idle marking speculation preset
	samples marks_per_sample median_ns ci95_lo_ns ci95_hi_ns cv p95_over_p50 ns_per_object speedup digest verified
	steals items_stolen steal_empty steal_lost cas cas_failed rmw stores overflow_blocks overflow_refs
	duration_ns starved_ns hoarded_ns termination_ns imbalance marker_bytes
	refs_forwarded refs_spilt slots_published slots_partial cpu_ns
	cursors_started cursor_rounds cursor_rounds_wasted harvests objects_harvested trial_ns exclusive_spells
	limit_ns limit_min_ns over_limit mapped major_faults read_bytes marking_used
	cache_misses dtlb_load_misses instructions cycles cv_between`)

// WriteCSV writes a line of titles and one line for each result. A figure that was not measured is an
// empty field.
func WriteCSV(w io.Writer, results []Result) error {
	c := csv.NewWriter(w)
	c.Write(csvColumns) // an error sticks: c.Error returns it
	for i := range results {
		row := make([]string, len(csvColumns))
		for k, column := range csvColumns {
			row[k] = results[i].Cell(column)
		}
		c.Write(row)
	}
	c.Flush()
	return c.Error()
}

// Cell returns what a column of CSV has for the result.
func (r *Result) Cell(column string) string {
	switch column {
	case "samples":
		return strconv.Itoa(len(r.SamplesNS))
	case "ci95_lo_ns", "ci95_hi_ns":
		if r.CI95NS == nil {
			return ""
		}
		return cell(reflect.ValueOf(r.CI95NS[strings.Index("lohi", column[5:7])/2]))
	case "steals", "items_stolen", "steal_empty", "steal_lost":
		if !r.CountsSteals() {
			return ""
		}
	case "cas", "cas_failed", "rmw", "stores":
		if !r.CountsOperations() {
			return ""
		}
	}
	for _, of := range []any{*r, r.Stats, cmp.Or(r.Counters, &Counts{})} {
		v := reflect.ValueOf(of)
		if field := byKey(reflect.Indirect(v), column); field.IsValid() {
			return cell(field)
		}
	}
	return ""
}

// cell is a figure, a name or an answer as a script reads it. A null is empty.
func cell(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return cell(v.Elem())
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	}
	return fmt.Sprint(v)
}

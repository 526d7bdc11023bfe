package report

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/setting"
)

// csvColumns are the columns of WriteCSV, in order. Samples are in the JSON
// and in the benchmark format.
var csvColumns = slices.Concat([]csvColumn{
	{"shape", func(r *Result) string { return r.Shape }},
	{"heap", func(r *Result) string { return r.Heap }},
	{"layout", func(r *Result) string { return r.Layout }},
	{"seed", func(r *Result) string { return whole(r.Seed) }},
	{"objects", func(r *Result) string { return whole(r.Objects) }},
	{"edges", func(r *Result) string { return whole(r.Edges) }},
	{"roots", func(r *Result) string { return whole(uint64(r.Roots)) }},
	{"live", func(r *Result) string { return whole(r.Live) }},
	{"arena_bytes", func(r *Result) string { return whole(uint64(r.ArenaBytes)) }},
	{"workers", func(r *Result) string { return strconv.Itoa(r.Workers) }},
}, choiceColumns(), []csvColumn{
	{"preset", func(r *Result) string { return r.Preset }},
	{"samples", func(r *Result) string { return strconv.Itoa(len(r.SamplesNS)) }},
	{"marks_per_sample", func(r *Result) string { return strconv.Itoa(r.MarksPerSample) }},
	{"median_ns", func(r *Result) string { return real(r.MedianNS) }},
	{"ci95_lo_ns", func(r *Result) string { return bound(r.CI95NS, 0) }},
	{"ci95_hi_ns", func(r *Result) string { return bound(r.CI95NS, 1) }},
	{"cv", func(r *Result) string { return real(r.CV) }},
	{"p95_over_p50", func(r *Result) string { return real(r.P95OverP50) }},
	{"ns_per_object", func(r *Result) string { return real(r.NSPerObject) }},
	{"speedup", func(r *Result) string { return optional(r.Speedup) }},
	{"digest", func(r *Result) string { return r.Digest }},
	{"verified", func(r *Result) string { return strconv.FormatBool(r.Verified) }},
	{"steals", func(r *Result) string { return countedWhole(r.countsSteals(), r.Stats.Steals) }},
	{"items_stolen", func(r *Result) string { return countedWhole(r.countsSteals(), r.Stats.ItemsStolen) }},
	{"steal_empty", func(r *Result) string { return countedWhole(r.countsSteals(), r.Stats.StealEmpty) }},
	{"steal_lost", func(r *Result) string { return countedWhole(r.countsSteals(), r.Stats.StealLost) }},
	{"cas", func(r *Result) string { return countedWhole(r.countsOperations(), r.Stats.CAS) }},
	{"cas_failed", func(r *Result) string { return countedWhole(r.countsOperations(), r.Stats.CASFailed) }},
	{"rmw", func(r *Result) string { return countedWhole(r.countsOperations(), r.Stats.RMW) }},
	{"stores", func(r *Result) string { return countedWhole(r.countsOperations(), r.Stats.Stores) }},
	{"overflow_blocks", func(r *Result) string { return whole(r.Stats.OverflowBlocks) }},
	{"overflow_refs", func(r *Result) string { return whole(r.Stats.OverflowRefs) }},
	{"duration_ns", func(r *Result) string { return strconv.FormatInt(r.Stats.DurationNS, 10) }},
	{"starved_ns", func(r *Result) string { return strconv.FormatInt(r.Stats.StarvedNS, 10) }},
	{"hoarded_ns", func(r *Result) string { return strconv.FormatInt(r.Stats.HoardedNS, 10) }},
	{"termination_ns", func(r *Result) string { return strconv.FormatInt(r.Stats.TerminationNS, 10) }},
	{"imbalance", func(r *Result) string { return real(r.Stats.Imbalance) }},
	{"marker_bytes", func(r *Result) string { return strconv.FormatInt(r.Stats.MarkerBytes, 10) }},
	{"refs_forwarded", func(r *Result) string { return whole(r.Stats.RefsForwarded) }},
	{"refs_spilt", func(r *Result) string { return whole(r.Stats.RefsSpilt) }},
	{"slots_published", func(r *Result) string { return whole(r.Stats.SlotsPublished) }},
	{"slots_partial", func(r *Result) string { return whole(r.Stats.SlotsPartial) }},
	{"cpu_ns", func(r *Result) string { return optional(r.CPUNS) }},
	{"cursors_started", func(r *Result) string { return whole(r.Stats.CursorsStarted) }},
	{"cursor_rounds", func(r *Result) string { return whole(r.Stats.CursorRounds) }},
	{"cursor_rounds_wasted", func(r *Result) string { return whole(r.Stats.CursorRoundsWasted) }},
	{"harvests", func(r *Result) string { return whole(r.Stats.Harvests) }},
	{"objects_harvested", func(r *Result) string { return whole(r.Stats.ObjectsHarvested) }},
	{"trial_ns", func(r *Result) string { return strconv.FormatInt(r.Stats.TrialNS, 10) }},
	{"exclusive_spells", func(r *Result) string { return whole(r.Stats.ExclusiveSpells) }},
	{"limit_ns", func(r *Result) string { return optional(r.FloorNS) }},
	{"limit_min_ns", func(r *Result) string { return optional(r.FloorMinNS) }},
	{"over_limit", func(r *Result) string { return optional(r.OverFloor) }},
	{"mapped", func(r *Result) string { return strconv.FormatBool(r.Mapped) }},
	{"major_faults", func(r *Result) string { return optional(r.MajorFaults) }},
	{"read_bytes", func(r *Result) string { return optional(r.ReadBytes) }},
	{"marking_used", func(r *Result) string { return r.Stats.MarkingUsed }},
}, csvCounts())

type csvColumn struct {
	name string
	of   func(r *Result) string
}

// choiceColumns are those of the settings.
func choiceColumns() (columns []csvColumn) {
	for _, s := range setting.All {
		columns = append(columns, csvColumn{s.Key, func(r *Result) string { return r.Choices.Of(s.Name) }})
	}
	return columns
}

// csvCounts are the columns of what the processor counted.
func csvCounts() (columns []csvColumn) {
	for _, c := range counted {
		columns = append(columns, csvColumn{c.field, func(r *Result) string { return optional(r.count(c.of)) }})
	}
	return columns
}

// csvCell returns what the column of that name has.
func csvCell(column string) func(r *Result) string {
	i := slices.IndexFunc(csvColumns, func(c csvColumn) bool { return c.name == column })
	return csvColumns[i].of
}

// WriteCSV writes a line of titles and one line for each result. What was not
// measured is an empty field.
func WriteCSV(w io.Writer, results []Result) error {
	c := csv.NewWriter(w)
	row := make([]string, len(csvColumns))
	for i, col := range csvColumns {
		row[i] = col.name
	}
	c.Write(row) // an error sticks: c.Error returns it
	for i := range results {
		for k, col := range csvColumns {
			row[k] = col.of(&results[i])
		}
		c.Write(row)
	}
	c.Flush()
	return c.Error()
}

func whole(n uint64) string { return strconv.FormatUint(n, 10) }

// countedWhole is n if it was counted.
func countedWhole(counted bool, n uint64) string {
	if !counted {
		return ""
	}
	return whole(n)
}

func real(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
func optional(x *float64) string {
	if x == nil {
		return ""
	}
	return real(*x)
}
func bound(ci []float64, i int) string {
	if ci == nil {
		return ""
	}
	return real(ci[i])
}

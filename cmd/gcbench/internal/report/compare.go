package report

import (
	"cmp"
	"fmt"
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/estimate"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
)

// CompareSchema names the format of Comparison. Fields are added to it, never renamed.
const CompareSchema = "gcbench-compare/1"

// Comparison is what gcbench compare reports.
type Comparison struct {
	Schema      string         `json:"schema"`
	Env         machine.Env    `json:"env"` // of the comparison
	A           CompareSide    `json:"a"`
	B           CompareSide    `json:"b"`
	Interleaved bool           `json:"interleaved"` // the processes of both sides took turns
	Partial     bool           `json:"partial"`     // it was interrupted
	Margin      float64        `json:"same"`        // what still counts as the same
	Differs     []string       `json:"differs"`     // the settings in which A differs from B
	Warnings    []string       `json:"warnings"`
	Rows        []CompareRow   `json:"rows"`
	OnlyA       []string       `json:"only_a"` // results that the other side has not
	OnlyB       []string       `json:"only_b"`
	Summary     CompareSummary `json:"summary"`
}

// CompareSide says what is compared.
type CompareSide struct {
	Name string      `json:"name"` // file, or flags and program
	Env  machine.Env `json:"env"`
}

// CompareRow is one thing that both sides measured. Facts and choices are those of A.
type CompareRow struct {
	Facts
	Workers int `json:"workers"`
	Choices
	Preset  string           `json:"preset"`
	A       CompareTime      `json:"a"`
	B       CompareTime      `json:"b"`
	Ratio   float64          `json:"ratio"` // B over A
	CI95    []float64        `json:"ci95"`  // null if nothing is known
	CI99    []float64        `json:"ci99"`
	Verdict estimate.Verdict `json:"verdict"` // about B
	Reason  string           `json:"reason"`  // why the verdict is unsure; "" otherwise
	// Reference is what Ratio and its intervals were corrected by; null if they were not.
	Reference *CompareReference `json:"reference"`
}

// CompareReference says how the machine changed between two measurements, which have both timed
// the same frozen work.
type CompareReference struct {
	Ratio       float64   `json:"ratio"` // of the frozen work, B over A
	CI95        []float64 `json:"ci95"`
	Felt        float64   `json:"felt"`        // how much of it marks feel: 0.5 is half
	Uncorrected float64   `json:"uncorrected"` // the ratio of the mark times as they are
}

// CompareTime is one side of a row.
type CompareTime struct {
	Heap        string    `json:"heap"` // its name: a shape or a file; "" in older files, as workers is 0
	Workers     int       `json:"workers"`
	MedianNS    float64   `json:"median_ns"`
	Invocations int       `json:"invocations"`
	MediansNS   []float64 `json:"medians_ns"` // of the invocations
	CVBetween   *float64  `json:"cv_between"`
	CPUNS       *float64  `json:"cpu_ns"`
}

// CompareSummary is about all rows.
type CompareSummary struct {
	Ratio   *float64                 `json:"ratio"` // null without rows
	CI95    []float64                `json:"ci95"`
	CI99    []float64                `json:"ci99"`
	Verdict estimate.Verdict         `json:"verdict"`
	Counts  map[estimate.Verdict]int `json:"counts"` // of the rows' verdicts
}

// NewCompareRow returns the row of two results.
func NewCompareRow(a, b *Result, r estimate.Ratio, v estimate.Verdict) CompareRow {
	return CompareRow{
		Facts: a.Facts, Workers: a.Workers, Choices: a.Choices, Preset: a.Preset,
		A: newCompareTime(a), B: newCompareTime(b),
		Ratio: SixDigits(r.Ratio), CI95: finite(r.CI95), CI99: finite(r.CI99), Verdict: v,
	}
}

// NewCompareReference returns how the reference differs, how much marks feel of it, and how the
// mark times differ.
func NewCompareReference(reference estimate.Ratio, felt float64, uncorrected estimate.Ratio) *CompareReference {
	return &CompareReference{SixDigits(reference.Ratio), finite(reference.CI95), SixDigits(felt), SixDigits(uncorrected.Ratio)}
}

// names are the heaps of A and of B. They differ where heaps are compared.
func (r *CompareRow) names() (a, b string) {
	return cmp.Or(r.A.Heap, r.Name()), cmp.Or(r.B.Heap, r.Name())
}

func (r *CompareRow) workers() (a, b int) {
	return cmp.Or(r.A.Workers, r.Workers), cmp.Or(r.B.Workers, r.Workers)
}

// HeapLabel names what was marked: "tree", or "tree, list" where the sides differ.
func (r *CompareRow) HeapLabel() string { return both(r.names()) }

// WorkersLabel says how many workers marked: "2 workers", or "1, 2 workers" where the sides differ.
func (r *CompareRow) WorkersLabel() string {
	a, b := r.workers()
	if a == b {
		return Plural(uint64(a), "worker")
	}
	return fmt.Sprintf("%s, %s workers", Count(uint64(a)), Count(uint64(b)))
}

func newCompareTime(r *Result) CompareTime {
	t := CompareTime{Heap: r.Name(), Workers: r.Workers, MedianNS: r.MedianNS, Invocations: len(r.Invocations), CVBetween: r.CVBetween, CPUNS: r.CPUNS}
	for _, v := range r.Invocations {
		t.MediansNS = append(t.MediansNS, v.MedianNS)
	}
	return t
}

// NewCompareSummary is the summary of rows, of which r is the ratio of all.
func NewCompareSummary(r estimate.Ratio, v estimate.Verdict, rows []CompareRow) CompareSummary {
	s := CompareSummary{Verdict: v, CI95: finite(r.CI95), CI99: finite(r.CI99), Counts: map[estimate.Verdict]int{}}
	if r.Ratio > 0 && !math.IsInf(r.Ratio, 0) {
		six := SixDigits(r.Ratio)
		s.Ratio = &six
	}
	for i := range rows {
		s.Counts[rows[i].Verdict]++
	}
	return s
}

// finite is an interval, nil if it has no ends.
func finite(ci [2]float64) []float64 {
	if math.IsInf(ci[1], 0) || math.IsNaN(ci[0]) || math.IsNaN(ci[1]) || ci[0] <= 0 {
		return nil
	}
	return []float64{SixDigits(ci[0]), SixDigits(ci[1])}
}

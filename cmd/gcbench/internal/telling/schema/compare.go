package schema

import "cmp"

// Verdict says of a ratio how B compares with A.
type Verdict string

// The verdicts.
const (
	Same   Verdict = "same"
	Faster Verdict = "faster"
	Slower Verdict = "slower"
	Unsure Verdict = "unsure"
)

// Verdicts are all of them.
func Verdicts() []Verdict { return []Verdict{Same, Faster, Slower, Unsure} }

// Comparison is what gcbench compare reports.
type Comparison struct {
	Schema      string         `json:"schema"`      // the format
	Env         Env            `json:"env"`         // of the comparison
	A           CompareSide    `json:"a"`           // what A is
	B           CompareSide    `json:"b"`           // what B is
	Interleaved bool           `json:"interleaved"` // the processes of both sides took turns
	Partial     bool           `json:"partial"`     // it was interrupted
	Margin      float64        `json:"same"`        // what still counts as the same
	Differs     []string       `json:"differs"`     // the settings in which A differs from B
	Warnings    []string       `json:"warnings"`    // what made the measurement worse
	Rows        []CompareRow   `json:"rows"`        // in the order of A
	OnlyA       []string       `json:"only_a"`      // results that the other side has not
	OnlyB       []string       `json:"only_b"`      // the same the other way round
	Summary     CompareSummary `json:"summary"`     // of all rows
}

// CompareSide says what is compared.
type CompareSide struct {
	Name string `json:"name"` // file, or flags and program
	Env  Env    `json:"env"`  // of its measurement
}

// CompareRow is one thing that both sides measured. Facts and choices are those of A.
type CompareRow struct {
	Facts
	Workers int `json:"workers"` // how many there were
	Choices
	Preset  string      `json:"preset"`  // of --preset, "" if none was named
	A       CompareTime `json:"a"`       // side A
	B       CompareTime `json:"b"`       // side B
	Ratio   float64     `json:"ratio"`   // B over A
	CI95    []float64   `json:"ci95"`    // null if nothing is known
	CI99    []float64   `json:"ci99"`    // 99 % interval
	Verdict Verdict     `json:"verdict"` // about B
	Reason  string      `json:"reason"`  // why the verdict is unsure; "" otherwise
	// Reference is what Ratio and its intervals were corrected by; null if they were not.
	Reference *CompareReference `json:"reference"`
}

// CompareReference says how the machine changed between two measurements, which have both timed
// the same frozen work.
type CompareReference struct {
	Ratio       float64   `json:"ratio"`       // of the frozen work, B over A
	CI95        []float64 `json:"ci95"`        // 95 % interval
	Felt        float64   `json:"felt"`        // how much of it marks feel: 0.5 is half
	Uncorrected float64   `json:"uncorrected"` // the ratio of the mark times as they are
}

// CompareTime is one side of a row.
type CompareTime struct {
	Heap        string    `json:"heap"`        // its name: a shape or a file; "" in older files, as workers is 0
	Workers     int       `json:"workers"`     // how many there were
	MedianNS    float64   `json:"median_ns"`   // the centre of the processes' medians
	Invocations int       `json:"invocations"` // how many processes
	MediansNS   []float64 `json:"medians_ns"`  // of the invocations
	CVBetween   *float64  `json:"cv_between"`  // coefficient of variation between processes, null with one
	CPUNS       *float64  `json:"cpu_ns"`      // of all threads, per mark
}

// CompareSummary is about all rows.
type CompareSummary struct {
	Ratio   *float64        `json:"ratio"`   // null without rows
	CI95    []float64       `json:"ci95"`    // 95 % interval
	CI99    []float64       `json:"ci99"`    // 99 % interval
	Verdict Verdict         `json:"verdict"` // about all rows together
	Counts  map[Verdict]int `json:"counts"`  // of the rows' verdicts
}

// BothHeaps are the heaps of A and of B. They differ where heaps are compared.
func (r *CompareRow) BothHeaps() (a, b string) {
	return cmp.Or(r.A.Heap, r.Name()), cmp.Or(r.B.Heap, r.Name())
}

// BothWorkers are the numbers of workers of A and of B.
func (r *CompareRow) BothWorkers() (a, b int) {
	return cmp.Or(r.A.Workers, r.Workers), cmp.Or(r.B.Workers, r.Workers)
}

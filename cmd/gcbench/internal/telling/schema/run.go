package schema

import (
	"regexp"
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// Run is what gcbench run reports.
type Run struct {
	Schema   string   `json:"schema"`   // the format
	Env      Env      `json:"env"`      // the machine, the build and the command
	Partial  bool     `json:"partial"`  // it was interrupted: invocations or whole heaps are missing
	Ended    string   `json:"ended"`    // why there are no more invocations: complete, precise, time or interrupted
	Warnings []string `json:"warnings"` // what made the measurement worse
	Results  []Result `json:"results"`  // in the order of the table
	// Machine is what the processors and caches cost. It is null but in reports of gcbench scaling.
	Machine *Machine `json:"machine"`
	// Imagined is that machine as marks in virtual time see it. It is null where Machine is.
	Imagined *machines.Machine `json:"imagined"`
	// Stability has what results say together that differ by seed or layout alone.
	Stability []Stability `json:"stability"`
	// Heaps are what was marked, each heap once. It lacks the heaps that could not be looked
	// at again, and is empty in reports of processes that measure for another one. Older
	// reports do not have it.
	Heaps []Heap `json:"heaps"`
}

// figure is a number that stands alone: the digits of x1.heap are no figure.
var figure = regexp.MustCompile(`(^|[ (+±-])[0-9][0-9.,]*($|[ )%:;])`)

// sameBut is a warning without its figures.
func sameBut(warning string) string {
	for {
		without := figure.ReplaceAllString(warning, "$1#$2")
		if without == warning { // two figures may share the blank between them
			return without
		}
		warning = without
	}
}

// Warn enters warnings, unless there is one that differs in its figures alone: several
// processes say the same.
func (r *Run) Warn(warnings ...string) {
	for _, w := range warnings {
		if !slices.ContainsFunc(r.Warnings, func(v string) bool { return sameBut(v) == sameBut(w) }) {
			r.Warnings = append(r.Warnings, w)
		}
	}
}

// Stability says how a mark time varies over heaps that differ in one thing alone, and are
// marked in the same way.
type Stability struct {
	Over    string    `json:"over"`    // seed or layout
	Shape   string    `json:"shape"`   // of all of them
	Heap    string    `json:"heap"`    // the file, "" for a shape
	Layout  string    `json:"layout"`  // of all of them; "" for a file, and over layouts
	Seed    *uint64   `json:"seed"`    // of all of them; null over seeds
	Objects uint64    `json:"objects"` // how many there are, live and garbage
	Workers int       `json:"workers"` // how many there were
	Choices           // of all of them
	Preset  string    `json:"preset"`     // of --preset, "" if none was named
	Medians []float64 `json:"medians_ns"` // a result each, in their order
	CV      float64   `json:"cv"`         // coefficient of variation of the medians
}

// Package chrometrace writes what the workers did during marks as Chrome trace JSON, and reads
// such a file again. Perfetto, chrome://tracing and speedscope open it.
package chrometrace

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/explain"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// Schema names the format of a file. Fields are added to it, never renamed.
const Schema = "gcbench-timeline/1"

// File is what gcbench run --timeline writes. In a file it is the field otherData, which has what no event says.
type File struct {
	Schema  string     `json:"schema"` // Write enters it
	Env     schema.Env `json:"env"`
	Command []string   `json:"command"` // arguments, without the program's name
	Marks   []Mark     `json:"marks"`
}

// Mark is one mark, what was marked, and how.
type Mark struct {
	schema.Facts
	Workers int `json:"workers"`
	schema.Choices
	Preset string `json:"preset"`

	// The idle times are those of the mark's statistics, in nanoseconds.
	IdleNS    []int64 `json:"idle_ns"` // per worker
	StarvedNS int64   `json:"starved_ns"`
	HoardedNS int64   `json:"hoarded_ns"`

	Timeline *timeline.Timeline `json:"-"`
	// Measured is what a file has of Timeline besides events. Write enters it.
	Measured Measured `json:"timeline"`
}

// Measured says of a timeline how long the mark took, and how many slices and arrows there are: a reader sees whether
// some are missing.
type Measured struct {
	DurationNS int64    `json:"duration_ns"`
	Dropped    []uint64 `json:"dropped"` // per worker
	Slices     []int    `json:"slices"`  // per worker
	Arrows     int      `json:"arrows"`
}

// Title names the heap and the number of workers, and the settings that are not those of a
// run without flags.
func (m *Mark) Title() string {
	words := []string{m.Name() + " of " + numeral.Plural(m.Objects, "object"), numeral.Plural(uint64(max(m.Workers, 0)), "worker")}
	if m.Layout != "" && m.Layout != explain.DefaultLayout.String() {
		words = append(words, "layout "+m.Layout)
	}
	if m.Seed != explain.DefaultSeed {
		words = append(words, "seed "+strconv.FormatUint(m.Seed, 10))
	}
	usual := setting.ChoicesOf(mark.Options{Tuning: tune.Tuning{Speculation: measure.Speculation}})
	if m.Preset != "" {
		words = append(words, "preset "+m.Preset)
		if p, err := tune.ParsePreset(m.Preset); err == nil {
			usual = setting.ChoicesOf(mark.Options{}.Imitating(p))
		}
	}
	usually := setting.Words(usual)
	words = append(words, slices.DeleteFunc(setting.Words(m.Choices), func(s string) bool { return slices.Contains(usually, s) })...)
	return strings.Join(words, ", ")
}

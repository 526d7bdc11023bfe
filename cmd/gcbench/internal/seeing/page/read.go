package page

import (
	"bytes"
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/seeing/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// File is one file of those that a page is about. It has one of the reports, and what all of
// these say.
type File struct {
	Name       string
	Schema     string
	Run        *schema.Run
	Comparison *schema.Comparison
	Simulation *schema.Simulation
	Timeline   *chrometrace.File

	Env      *schema.Env // where the file was written, nil if it does not say
	Command  []string    // what wrote it, as arguments of gcbench
	Warnings []string    // what made the measurement worse
	Partial  bool        // what wrote it was interrupted
}

// Writers are the subcommands whose reports Read knows.
const Writers = "run, compare or sim"

// Read reads a report of gcbench run, compare or sim, or a timeline, and finds out which of them it is. name
// is the file's. An error is one line, with the name and where in the file something is wrong.
func Read(r io.Reader, name string) (*File, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f := &File{Name: name}
	if f.Schema, err = schema.SchemaOf(bytes.NewReader(text), name, Writers); err != nil {
		return nil, err
	}
	again := bytes.NewReader(text)
	switch f.Schema {
	case schema.RunSchema:
		if f.Run, err = measure.ReadRun(again, name); err == nil {
			f.Env, f.Command, f.Warnings, f.Partial = &f.Run.Env, f.Run.Env.Command, f.Run.Warnings, f.Run.Partial
		}
	case schema.CompareSchema:
		if f.Comparison, err = schema.ReadComparison(again, name); err == nil {
			f.Env, f.Command, f.Warnings, f.Partial = &f.Comparison.Env, f.Comparison.Env.Command, f.Comparison.Warnings, f.Comparison.Partial
		}
	case schema.SimSchema:
		if f.Simulation, err = schema.ReadSimulation(again, name); err == nil {
			f.Command = f.Simulation.Command
		}
	case chrometrace.Schema:
		if f.Timeline, err = chrometrace.Read(again, name); err == nil {
			f.Env, f.Command = &f.Timeline.Env, f.Timeline.Command
		}
	default:
		err = fmt.Errorf("%s: its schema is %q: it must be %q, %q or %q, which gcbench %s --json writes, or %q, which gcbench run --timeline writes",
			name, f.Schema, schema.RunSchema, schema.CompareSchema, schema.SimSchema, Writers, chrometrace.Schema)
	}
	return f, err
}

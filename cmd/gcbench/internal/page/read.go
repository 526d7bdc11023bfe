package page

import (
	"bytes"
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/chrometrace"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measure"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/schema"
)

// File is one file of those that a page is about. It has one of the reports.
type File struct {
	Name       string
	Schema     string
	Run        *schema.Run
	Comparison *schema.Comparison
	Simulation *schema.Simulation
	Timeline   *chrometrace.File
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
	switch again := bytes.NewReader(text); f.Schema {
	case schema.RunSchema:
		f.Run, err = measure.ReadRun(again, name)
	case schema.CompareSchema:
		f.Comparison, err = schema.ReadComparison(again, name)
	case schema.SimSchema:
		f.Simulation, err = schema.ReadSimulation(again, name)
	case chrometrace.Schema:
		f.Timeline, err = chrometrace.Read(again, name)
	default:
		err = fmt.Errorf("%s: its schema is %q: what can be read is %q, %q and %q, which gcbench %s --json writes, and %q, which gcbench run --timeline writes",
			name, f.Schema, schema.RunSchema, schema.CompareSchema, schema.SimSchema, Writers, chrometrace.Schema)
	}
	return f, err
}

// env is where the file was written, nil if it does not say.
func (f *File) env() *schema.Env {
	switch {
	case f.Run != nil:
		return &f.Run.Env
	case f.Comparison != nil:
		return &f.Comparison.Env
	case f.Timeline != nil:
		return &f.Timeline.Env
	}
	return nil
}

// command is what wrote the file, as arguments of gcbench.
func (f *File) command() []string {
	switch {
	case f.Simulation != nil:
		return f.Simulation.Command
	case f.Timeline != nil:
		return f.Timeline.Command
	}
	if env := f.env(); env != nil {
		return env.Command
	}
	return nil
}

// warnings are what made the measurement worse.
func (f *File) warnings() []string {
	switch {
	case f.Run != nil:
		return f.Run.Warnings
	case f.Comparison != nil:
		return f.Comparison.Warnings
	}
	return nil
}

// partial reports whether what wrote the file was interrupted.
func (f *File) partial() bool {
	return f.Run != nil && f.Run.Partial || f.Comparison != nil && f.Comparison.Partial
}

package report

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/stress"
)

// StressSchema names the format of Stress. Fields are added to it, never
// renamed.
const StressSchema = "gcbench-stress/1"

// Stress is what gcbench stress reports.
type Stress struct {
	Schema    string         `json:"schema"`
	Env       machine.Env    `json:"env"`
	Seed      uint64         `json:"seed"`
	Passed    bool           `json:"passed"`
	Marks     uint64         `json:"marks"`
	Scenarios []stress.Tally `json:"scenarios"`
	Failure   *StressFailure `json:"failure,omitempty"`
}

// StressFailure is the round that went wrong.
type StressFailure struct {
	Scenario string `json:"scenario"`
	Seed     uint64 `json:"seed"`
	Problem  string `json:"problem"`
	Command  string `json:"command"` // that repeats it
}

// sameRounds says what the command that repeats a failure is worth.
const sameRounds = "It makes the same rounds again. Whether one fails again depends on the schedule."

// Fail enters the round that went wrong.
func (r *Stress) Fail(f *stress.Failure, command string) {
	r.Failure = &StressFailure{Scenario: f.Scenario, Seed: f.Seed, Problem: f.Err.Error(), Command: command}
}

// StressTable is the table of gcbench stress.
type StressTable struct{ table *Table }

// NewStressTable returns an empty table.
func NewStressTable(w io.Writer) StressTable {
	return StressTable{NewTable(w, Column{Title: "scenario", Width: 9, Left: true}, Column{Title: "rounds", Width: 6},
		Column{Title: "marks", Width: 9}, Column{Title: "objects", Width: 11}, Column{Title: "errors", Width: 7},
		Column{Title: "steals", Width: 9}, Column{Title: "overflow", Width: 8}, Column{Title: "pended", Width: 10},
		Column{Title: "forwarded", Width: 10},
		Column{Title: "marks/s", Width: 7}, Column{Title: "result", Left: true})}
}

// Row prints a scenario's counts, and how it ended: with err.
func (t StressTable) Row(done *stress.Tally, err error) error {
	result := "PASS"
	var failed *stress.Failure
	switch {
	case errors.As(err, &failed):
		result = "FAIL"
	case err != nil:
		result = "stopped"
	}
	return t.table.Row(done.Scenario, Count(done.Rounds), Count(done.Marks), Count(done.Objects), Count(done.ExpectedErrors),
		Count(done.Steals), Count(done.OverflowBlocks), Count(done.PendedRefs), Count(done.Forwarded), Count(uint64(done.MarksPerSecond())), result)
}

// Verdict prints the last line, or is the error that says what failed.
func (r *Stress) Verdict(w io.Writer) error {
	if f := r.Failure; f != nil {
		return fmt.Errorf("FAIL: scenario %s, seed %d: %s\nRepeat with: %s\n%s", f.Scenario, f.Seed, strings.TrimSpace(f.Problem), f.Command, sameRounds)
	}
	_, err := fmt.Fprintf(w, "PASS: %s marks, nothing lost; no goroutine left\n", Count(r.Marks))
	return err
}

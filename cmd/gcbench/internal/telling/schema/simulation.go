package schema

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"
	"strconv"
)

// Simulation is what gcbench sim reports. It has neither the machine nor the
// date: a simulation's figures depend on the command alone.
type Simulation struct {
	Schema  string   `json:"schema"`  // the format
	Model   string   `json:"model"`   // mark, makespan, balance or dag
	Command []string `json:"command"` // arguments, without the program's name
	Seed    uint64   `json:"seed"`    // of all random numbers
	Results any      `json:"results"` // Results, if this was read
}

// deep is the break before a line that is indented by more than a cell's fields.
var deep = regexp.MustCompile(`\n {7,}`)

// WriteJSON writes the report indented, but for the depth of it, where most of the
// text would be spaces: there what belongs together is one line.
func (s *Simulation) WriteJSON(w io.Writer) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return err
	}
	_, err := w.Write(deep.ReplaceAll(text.Bytes(), nil))
	return err
}

// Estimate is a mean over runs with its 95 % interval (Student's t).
type Estimate struct {
	Mean float64    `json:"mean"` // over runs
	CI95 [2]float64 `json:"ci95"` // its 95 % interval
}

// PlusMinus is half the interval.
func (e Estimate) PlusMinus() float64 { return (e.CI95[1] - e.CI95[0]) / 2 }

// Known is a field that has a value. One that is nil is unknown.
func Known[T any](value T) *T { return &value }

// SixDigits rounds v.
func SixDigits(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		return v // an infinity stays one
	}
	return rounded
}

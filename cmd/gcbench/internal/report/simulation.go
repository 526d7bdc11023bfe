package report

import (
	"bytes"
	"encoding/json"
	"io"
	"regexp"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
)

// SimSchema names the format of Simulation. Fields are added to it, never
// renamed.
const SimSchema = "gcbench-sim/1"

// Simulation is what gcbench sim reports. It has neither the machine nor the
// date: a simulation's figures depend on the command alone.
type Simulation struct {
	Schema  string   `json:"schema"`
	Model   string   `json:"model"`
	Command []string `json:"command"` // arguments, without the program's name
	Seed    uint64   `json:"seed"`
	Results any      `json:"results"` // of the model
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

// Drawn are results of a model that have a picture.
type Drawn interface{ Picture() *picture.Picture }

// Tabled are results of a model that are shown as soon as all are known.
type Tabled interface {
	Drawn
	WriteTables(io.Writer) error
}

package calibrate

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// Read reads a machine from JSON, at most 1 MiB. name is the name of the file, for errors. The error says
// where the text is wrong, or which figure is invalid.
func Read(r io.Reader, name string) (*machines.Machine, error) {
	d := json.NewDecoder(io.LimitReader(r, 1<<20))
	d.DisallowUnknownFields()
	m := new(machines.Machine)
	if err := d.Decode(m); err != nil {
		return nil, fmt.Errorf("%s: offset %d: it is not a machine: %w", name, d.InputOffset(), err)
	}
	if err := m.Validate(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, nil
}

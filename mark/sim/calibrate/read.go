package calibrate

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// Read reads a machine as JSON, from a file of that name.
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

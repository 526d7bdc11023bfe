//go:build !linux

package counters

import (
	"errors"
	"runtime"
)

// Open says that this operating system does not have the counters.
func Open() (Source, []Event, error) {
	return nil, nil, errors.New("gcbench reads the processor's counters on Linux only, and this is " + runtime.GOOS)
}

package timing

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/measuring/cores"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/mark/sim/calibrate"
	"github.com/seed-3ccf4018/halfmark/mark/sim/machines"
)

// Calibrate measures this machine, and makes the one that sim mark --machine imagines of it. command is what measures. It
// takes half a minute, and a test has a faster one.
var Calibrate = func(s *session.Session, command string) (*machines.Machine, *schema.Machine, error) {
	defer s.Progress.Clear()
	measured, err := cores.Measure(s, func(done float64, next string) { s.Progress.ShowPart(done/2, "measuring %s", next) })
	if err != nil {
		return nil, nil, err
	}
	m := cores.Imagined(measured)
	m.Source = fmt.Sprintf("%s, %s/%s", command, runtime.GOOS, runtime.GOARCH)
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	s.Progress.ShowPart(0.5, "marking small heaps")
	if err := calibrate.Core(s, m); err != nil {
		return nil, nil, err
	}
	s.Progress.ShowPart(0.6, "marking a large heap")
	err = calibrate.Prefetches(s, m)
	debug.FreeOSMemory() // other processes measure next
	return m, measured, err
}

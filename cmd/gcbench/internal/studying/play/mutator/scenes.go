//go:build interleave && !fullsize

package mutator

import (
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

func init() {
	for name, run := range runs {
		stage.Add(ofRun(name, run))
	}
}

// marking is how the scenes mark.
type marking = concurrent.Marking

// runs are the programs of the scenes. Their words stand in scenes.json of package stage.
var runs = map[string]*concurrent.Run{
	"hide":          hide(marking{Barrier: concurrent.None}),
	"hide-right":    hide(marking{Barrier: concurrent.Dijkstra, Rescan: true}),
	"load":          load(marking{Barrier: concurrent.Dijkstra}),
	"early-repaint": back(marking{Barrier: concurrent.SteeleEarly, Rescan: true}),
	"repaint":       back(marking{Barrier: concurrent.Steele, Rescan: true}),
	"one-by-one":    replace(marking{Barrier: concurrent.Yuasa, Scan: concurrent.Mixed}),
	"snapshot":      replace(marking{Barrier: concurrent.Yuasa}),
	"hybrid":        replace(marking{Barrier: concurrent.Hybrid, Scan: concurrent.Mixed}),
	"newborn":       newborn(),
	"torn":          concurrent.Torn(concurrent.Yuasa),
	"exchange":      concurrent.Torn(concurrent.YuasaSwap),
}

// hide moves C from B, which the marker scans later, to A, which it scans first.
func hide(how marking) *concurrent.Run {
	return &concurrent.Run{
		Marking: how, Fields: []concurrent.Ref{1: 0, 2: 3, 3: 0}, Registers: [][]concurrent.Ref{{1, 2, 0}},
		Scripts: [][]concurrent.Operation{concurrent.MustScript("r2 = r1.f; r0.f = r2; r1.f = nil; r2 = nil")},
	}
}

// load takes B into a register, and out of A.
func load(how marking) *concurrent.Run {
	return &concurrent.Run{
		Marking: how, Fields: []concurrent.Ref{1: 2, 2: 0}, Registers: [][]concurrent.Ref{{0, 1}},
		Scripts: [][]concurrent.Operation{concurrent.MustScript("r0 = r1.f; r1.f = nil")},
	}
}

// back takes B out of A, and puts it back.
func back(how marking) *concurrent.Run {
	r := load(how)
	r.Scripts[0] = concurrent.MustScript("r0 = r1.f; r1.f = nil; r1.f = r0; r0 = nil")
	return r
}

// replace takes B out of C, stores A into B, and forgets A.
func replace(how marking) *concurrent.Run {
	return &concurrent.Run{
		Marking: how, Fields: []concurrent.Ref{1: 0, 2: 0, 3: 2}, Registers: [][]concurrent.Ref{{1, 2, 3}},
		Scripts: [][]concurrent.Operation{concurrent.MustScript("r2.f = nil; r1.f = r0; r0 = nil")},
	}
}

// newborn allocates B, which is white.
func newborn() *concurrent.Run {
	return &concurrent.Run{
		Marking: marking{Barrier: concurrent.Hybrid, New: concurrent.AllocWhite}, Fields: []concurrent.Ref{1: 0, 2: 0}, Free: []concurrent.Ref{2}, Registers: [][]concurrent.Ref{{1, 0}},
		Scripts: [][]concurrent.Operation{concurrent.MustScript("r1 = new")},
	}
}

func ofRun(name string, r *concurrent.Run) stage.Scene {
	return stage.Scene{
		About: stage.About{Name: name}, Shows: "heap",
		Program: func(uint32) interleave.Program { return r.Program() },
		Retell:  func(seen *interleave.Watched) { retell(r, seen) },
		Wins:    func(failed string) bool { return strings.HasSuffix(failed, "though a mutator can reach it") },
	}
}

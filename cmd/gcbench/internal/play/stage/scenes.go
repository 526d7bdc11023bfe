package stage

import (
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// all are the scenes that have a name.
var all = []Scene{
	{
		About: About{Name: "theft", Group: "StealHalf as printed", Title: "One item, two owners", Goal: "Make two workers take item 1.",
			Runs: "printed", Winning: "a3b4a", Switches: []Switch{{uint32(printed.LateTheftTest), "a", "popBottom asks whether its item is safe before it asks whether it was stolen", true}}},
		Program: printedStealHalf(scene.Scene{Capacity: 2, Fill: []int{1}, Ops: []string{"-", "h"}, Bare: true}),
		Wins:    func(failed string) bool { return failed == "item 1 is taken twice" },
		Shows:   "deques",
	},
}

func printedStealHalf(s scene.Scene) func(uint32) interleave.Program {
	return func(switches uint32) interleave.Program {
		s.Form = printed.StealHalf(printed.Lines(switches))
		return s.Run
	}
}

//go:build interleave && !fullsize

package marker

import (
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

func init() { stage.Add(scenes()...) }

// scenes are those of the package mark that this package imports. Their words stand in scenes.json of package stage.
func scenes() []stage.Scene {
	if broken { // the comment beside the bug begins with its name
		return []stage.Scene{
			ofMark("late-join", Mark{four, oneQueue, "late join"}),
			ofMark("late-block", Mark{star, smallDeques, "late block"}),
			ofNap("lost-wake-up", Nap{"lost wake-up"}),
		}
	}
	return []stage.Scene{ofMark("marker", Mark{Edges: three, Options: oneQueue}), ofNap("lobby", Nap{})}
}

var (
	three = [][]uint32{1: {2, 3}, 3: nil} // so small that all schedules of the scene can be tried
	four  = [][]uint32{1: {2, 3}, 2: {4}, 4: nil}
	star  = [][]uint32{1: {2, 3, 4}, 2: {5}, 3: {6}, 4: {7}, 7: nil}

	// With one queue no worker steals, so a scene is short.
	oneQueue = mark.Options{Workers: 2, Grain: 1, Capacity: 4, OverflowBlocks: tune.NoPool, Deque: stealq.Central}
	// Idle workers go on looking. They need not be woken, and a player can try again.
	smallDeques = mark.Options{Workers: 2, Grain: 1, Capacity: 2, OverflowBlocks: 1, Tuning: tune.Tuning{Victim: tune.VictimRoundRobin, Idle: tune.IdleYield}}
)

func ofMark(name string, m Mark) stage.Scene {
	return stage.Scene{
		About: stage.About{Name: name}, Shows: "mark", Retell: retell,
		Program: func(uint32) interleave.Program { return m.Program() },
		Wins:    func(failed string) bool { return strings.HasPrefix(failed, endsEarly) },
	}
}

func ofNap(name string, n Nap) stage.Scene {
	return stage.Scene{
		About: stage.About{Name: name}, Shows: "nap", Retell: retellNap,
		Program: func(uint32) interleave.Program { return n.Program() },
		Wins: func(failed string) bool {
			return failed == overslept || strings.HasPrefix(failed, "every thread waits for ever: ")
		},
	}
}

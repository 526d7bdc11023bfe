//go:build interleave && !fullsize

package marker

import (
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/stage"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

func init() {
	if broken {
		stage.Add(Scenes()...)
	}
}

// Scenes are those of the package mark that this package imports. The copy gives its scenes to the engine itself, so that
// they come before those of the marker as it is.
func Scenes() []stage.Scene {
	if broken {
		return brokenScenes
	}
	return safeScenes
}

const (
	group   = "The marker"
	early   = "End the mark while a node that can be reached is not black."
	waits   = "They share one queue. Worker 0 has scanned nodes 1 and 3. Node 2 lies in the queue, and worker 1 wakes up for it. "
	chapter = "07-termination.md"
)

var safeScenes = []stage.Scene{
	ofMark(stage.About{
		Name: asItIs, Title: "The marker as it is", Safe: true, Runs: "production",
		Goal:    "Try to end the mark while a node that can be reached is not black.",
		Story:   "Two workers mark a small tree: node 1 leads to 2 and 3. " + waits + "Worker 1 joins first: it counts as active. Then it takes node 2.",
		Lesson:  "You cannot. A worker counts as active before it takes anything, and until it holds nothing (rules T1 and T2 in mark/internal/crew/detector.go). The mark ends only if nobody is active, if every shared place is empty after that, and if nobody has joined meanwhile.",
		Opening: "a85b3", Winning: "a85b44a38b4a2", Chapter: chapter,
	}, Mark{Edges: three, Options: oneQueue}),
	ofNap(stage.About{
		Name: lobby, Title: "The lobby as it is", Safe: true, Runs: "production",
		Goal:   "Try to let worker 1 sleep for ever beside item 1.",
		Story:  napStory + "Worker 1 announces itself in sleepers first. Then it looks a last time, and only then it sleeps.",
		Lesson: "You cannot. Either worker 0 reads the number of sleepers after worker 1 has announced itself, and wakes it. Or worker 1 looks after the item was pushed, and sees it (rule L1 in mark/internal/crew/lobby.go).",

		Winning: "b5a6b2a3bab13", Chapter: chapter,
	}, Nap{}),
}

// In brokenScenes the comment beside the bug begins with its name.
var brokenScenes = []stage.Scene{
	ofMark(stage.About{
		Name: lateJoin, Title: "Counted too late", Runs: "broken", Goal: early,
		Story:   "Two workers mark a tree: node 1 leads to 2 and 3, and node 2 to 4. " + waits + "This marker has one known bug.",
		Lesson:  "Worker 1 has node 2 in its hands, and does not count as active. Worker 0 sees that nobody is active and that every shared place is empty, and ends the mark. So nobody scans node 2, and node 4 stays white. A worker must join before it takes anything: rule T1 in mark/internal/crew/detector.go.",
		Opening: "a85b5", Winning: "a85b7a22", Chapter: chapter,
	}, Mark{four, oneQueue, "late join"}),
	ofMark(stage.About{
		Name: lateBlock, Title: "A block published late", Runs: "broken", Goal: early,
		Story:   "Two workers mark a tree: node 1 leads to 2, 3 and 4, and these lead to 5, 6 and 7. The deque of worker 0 had room for two nodes, so one is to go to the overflow list. This marker has one known bug. Worker 0 is about to leave, and worker 1 looks for work.",
		Lesson:  "Worker 0 has left, and has still a node that nobody sees. Worker 1 sees that nobody is active, and that the overflow list is empty, and ends the mark. Then worker 0 publishes its block, and nobody comes for it. A worker may leave only when it holds nothing: rule T2 in mark/internal/crew/detector.go.",
		Opening: "a153b33", Winning: "a153b42ab9", Chapter: "06-overflow.md",
	}, Mark{star, smallDeques, "late block"}),
	ofNap(stage.About{
		Name: lostWakeUp, Title: "The lost wake-up", Runs: "broken",
		Goal:   "Let worker 1 sleep for ever beside item 1.",
		Story:  napStory + "This lobby has one known bug.",
		Lesson: "Worker 0 has pushed the item after the last look of worker 1, and has read the number of sleepers before worker 1 announced itself. So neither of them has noticed the other. Whoever goes to sleep must announce itself first, and then look: rule L1 in mark/internal/crew/lobby.go.",

		Winning: "b5a6b2", Chapter: chapter,
	}, Nap{"lost wake-up"}),
}

const napStory = "Worker 0 pushes item 1 on its deque, and then wakes who sleeps. Worker 1 looks for work. If it sees none, it goes to sleep. "

var (
	three = [][]uint32{1: {2, 3}, 3: nil} // so small that all schedules of the scene can be tried
	four  = [][]uint32{1: {2, 3}, 2: {4}, 4: nil}
	star  = [][]uint32{1: {2, 3, 4}, 2: {5}, 3: {6}, 4: {7}, 7: nil}

	// With one queue nobody steals, so a scene is short.
	oneQueue = mark.Options{Workers: 2, Grain: 1, Capacity: 4, OverflowBlocks: tune.NoPool, Deque: stealq.Central}
	// Idle workers go on looking. So nobody has to wake them, and a player can try again.
	smallDeques = mark.Options{Workers: 2, Grain: 1, Capacity: 2, OverflowBlocks: 1, Tuning: tune.Tuning{Victim: tune.VictimRoundRobin, Idle: tune.IdleYield}}
)

func ofMark(about stage.About, m Mark) stage.Scene {
	about.Group = group
	return stage.Scene{
		About: about, Shows: "mark", Retell: retell,
		Program: func(uint32) interleave.Program { return m.Program() },
		Wins:    func(failed string) bool { return strings.HasPrefix(failed, endsEarly) },
	}
}

func ofNap(about stage.About, n Nap) stage.Scene {
	about.Group = group
	return stage.Scene{
		About: about, Shows: "nap", Retell: retellNap,
		Program: func(uint32) interleave.Program { return n.Program() },
		Wins: func(failed string) bool {
			return failed == overslept || strings.HasPrefix(failed, "everybody waits for ever: ")
		},
	}
}

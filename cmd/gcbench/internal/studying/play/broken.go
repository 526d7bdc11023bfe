package play

// Broken is package mark with its engine, which has three bugs, and package marker with the scenes in which they show. A variable says which
// bug the marker has. One copy is therefore enough for all bugs.
//
// The comments of the edits name what goes wrong.
var Broken = Copy{
	Name:     "broken",
	Packages: []string{"mark", "mark/internal/engine", "mark/internal/crew", scenesOfMarker},
	Edits: []Edit{
		{"mark/internal/engine/trace.go", `		switch w.Join() {
`, `		if Bug == LateJoin && (w.id > 0 || w.stats.Joins > 0) { // worker 0 begins as an active worker
			w.refill() // the late join: it takes what it has seen, and counts as active only then (against T1)
		}
		switch w.Join() {
`},
		{"mark/internal/engine/give.go", `	if items := w.Publish(refs); wakes {
`, `	if Bug == LateBlock {
		n := w.PushDeque(refs)
		w.BlockSeen, w.late = true, append(w.late, refs[n:]...) // the late block: it publishes these nodes after it has left
		if wakes {
			w.wake(policy.Pieces(n, w.Grain))
		}
		return
	}
	if items := w.Publish(refs); wakes {
`},
		{"mark/internal/engine/trace.go", `			w.takePart()
`, `			w.takePart()
			w.wake(w.Overflow(w.late)) // the late block: it has left, and publishes only then (against T2)
			w.late = nil
`},
		{"mark/internal/crew/lobby.go", `	l.count(id, 1) // L1: before the last look
`, `	if Bug == LostWakeUp { // the lost wake-up: it looks, and announces itself only then (against L1)
		needed := wanted != nil && wanted()
		wanted = func() bool { return needed }
	}
	l.count(id, 1)
`},
		{"mark/internal/crew/await.go", `			case c.Finish(state):
`, `			case c.Finish(state):
				Finished() // the mark is over: a search need not go on to the end of the program
`},
		{"mark/internal/engine/worker.go", `	*buffers
`, `	*buffers
	late []uint32 // nodes that it has not published yet
`},
		{"mark/internal/crew/picture_interleave.go", `// DetectorPicture is the detector's word.`, `// Bug is what is wrong with all Lobbies. It may not change while one is in use.
var Bug string

// Finished is called when a worker has ended a mark. No worker is active then, but for one that should be.
var Finished func()

// LostWakeUp is the bug of a lobby.
const LostWakeUp = "lost wake-up"

// DetectorPicture is the detector's word.`},
		{"mark/lobby_interleave.go", `// Lobby is the marker's lobby without`, `// Choose says which bug all Markers and Lobbies have from now on, and what they call when a worker has ended a mark.
func Choose(bug string, finished func()) { engine.Bug, crew.Bug, crew.Finished = bug, bug, finished }

// Lobby is the marker's lobby without`},
		{"mark/lobby_interleave.go", `import (
`, `import (
	` + string(importOf("mark/internal/engine")) + `
`},
		{"mark/internal/engine/picture_interleave.go", `// Picture is a Marker at one moment.`, `// Bug is what is wrong with all Markers. It may not change while one is in use.
var Bug string

// These are the bugs, beside that of a lobby.
const (
	LateJoin  = "late join"
	LateBlock = "late block"
)

// Picture is a Marker at one moment.`},
		{"mark/internal/engine/picture_interleave.go", `type WorkerPicture struct {
`, `type WorkerPicture struct {
	Late []uint32 ` + "`" + `json:"late"` + "`" + ` // nodes that it has not published yet
`},
		{"mark/internal/engine/picture_interleave.go", `	p := WorkerPicture{
`, `	p := WorkerPicture{
		Late: append([]uint32{}, w.late...),
`},
		{scenesOfMarker + "/nodes.go", `		case in(w.Stack):
`, `		case in(w.Late):
			return "kept back by " + nameOf(id)
		case in(w.Stack):
`},
		{scenesOfMarker + "/broken.go", `const broken = false

func choose(string, func()) {}
`, `const broken = true

func choose(bug string, finished func()) { mark.Choose(bug, finished) }
`},
		{scenesOfMarker + "/broken.go", `package marker
`, `package marker

import ` + string(importOf("mark")) + `
`},
	},
}

const scenesOfMarker = engineFolder + "marker"

package play

// Broken is package mark with three bugs, and package marker with the scenes in which they show. A variable says which
// bug the marker has. So one copy is enough for all bugs.
//
// The comments of the edits name what goes wrong.
var Broken = Copy{
	Packages: map[string]string{"mark": "mark/broken", scenesOfMarker: scenesOfMarker + "/broken"},
	Edits: []Edit{
		{"mark/worker.go", `			outcome = w.m.detector.join()
`, `			if Bug == LateJoin {
				w.refill() // the late join: it takes what it has seen, and counts as active only then (against T1)
			}
			outcome = w.m.detector.join()
`},
		{"mark/share.go", `	items := policy.Pieces(n, w.m.options.Grain) + w.overflow(refs[n:])
`, `	items := policy.Pieces(n, w.m.options.Grain)
	if Bug == LateBlock {
		w.late = append(w.late, refs[n:]...) // the late block: it publishes these nodes after it has left
	} else {
		items += w.overflow(refs[n:])
	}
`},
		{"mark/worker.go", `			w.takePart()
`, `			w.takePart()
			w.wake(w.overflow(w.late)) // the late block: it has left, and publishes only then (against T2)
			w.late = nil
`},
		{"mark/lobby.go", `	l.count(id, 1) // L1: before the last look
`, `	if Bug == LostWakeUp { // the lost wake-up: it looks, and announces itself only then (against L1)
		needed := wanted != nil && wanted()
		wanted = func() bool { return needed }
	}
	l.count(id, 1)
`},
		{"mark/idle.go", `			case m.detector.finish(state):
`, `			case m.detector.finish(state):
				Finished() // the mark is over: a search need not go on to the end of the program
`},
		{"mark/worker.go", `	stack       []uint32
`, `	stack       []uint32
	late        []uint32 // nodes that it has not published yet
`},
		{"mark/picture_interleave.go", `// Picture is a Marker at one moment.`, `// Bug is what is wrong with all Markers and Lobbies. Nobody may be using one while it changes.
var Bug string

// Finished is called when a worker has ended a mark. Nobody is active then, but for a worker that should be.
var Finished func()

// These are the bugs.
const (
	LateJoin   = "late join"
	LateBlock  = "late block"
	LostWakeUp = "lost wake-up"
)

// Picture is a Marker at one moment.`},
		{"mark/picture_interleave.go", `type WorkerPicture struct {
`, `type WorkerPicture struct {
	Late []uint32 ` + "`" + `json:"late"` + "`" + ` // nodes that it has not published yet
`},
		{"mark/picture_interleave.go", `	p := WorkerPicture{
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

func choose(bug string, finished func()) { mark.Bug, mark.Finished = bug, finished }
`},
		{scenesOfMarker + "/broken.go", `package marker
`, `package marker

import ` + string(importOf("mark")) + `
`},
	},
}

const scenesOfMarker = engineFolder + "marker"

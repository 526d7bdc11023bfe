package play

// variant is package mark with one bug, and package marker with the scenes in which this bug shows.
func variant(bug string, edits ...Edit) Copy {
	const scenes = engineFolder + "marker"
	return Copy{
		Packages: map[string]string{"mark": "mark/" + bug, scenes: scenes + "/" + bug},
		Edits:    append(edits, Edit{scenes + "/scenes.go", `const bug = ""`, `const bug = "` + bug + `"`}),
	}
}

// Variants are the copies of package mark with a known bug. The comments of the edits name what goes wrong.
var Variants = []Copy{
	variant("joinslate", Edit{"mark/worker.go",
		`			outcome = w.m.detector.join()
`,
		`			w.refill() // the late join: it takes what it has seen, and counts as active only then (against T1)
			outcome = w.m.detector.join()
`}),
	variant("sleepsunseen", Edit{"mark/lobby.go",
		`	l.count(id, 1) // L1: before the last look
	if wanted != nil && wanted() {
`,
		`	needed := wanted != nil && wanted()
	l.count(id, 1) // the lost wake-up: it looks, and announces itself only then (against L1)
	if needed {
`}),
	variant("publisheslate",
		Edit{"mark/worker.go",
			`	stack       []uint32
`,
			`	stack       []uint32
	late        []uint32 // what it has not published yet
`},
		Edit{"mark/share.go",
			` + w.overflow(refs[n:])
`,
			`
	w.late = append(w.late, refs[n:]...)
`},
		Edit{"mark/worker.go",
			`			w.takePart()
`,
			`			w.takePart()
			w.wake(w.overflow(w.late)) // the late block: it has left, and publishes a block only then (against T2)
			w.late = nil
`},
		Edit{"mark/picture_interleave.go",
			`	p := WorkerPicture{
`,
			`	p := WorkerPicture{
		Late: append([]uint32{}, w.late...),
`},
		Edit{"mark/picture_interleave.go",
			`	Stack   []uint32   ` + "`",
			`	Late    []uint32   ` + "`" + `json:"late"` + "` // what it has not published yet" + `
	Stack   []uint32   ` + "`"},
		Edit{engineFolder + "marker/nodes.go",
			`		case in(w.Stack):
`,
			`		case in(w.Late):
			return "kept back by " + nameOf(id)
		case in(w.Stack):
`}),
}

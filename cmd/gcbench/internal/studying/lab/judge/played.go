//go:build played

package judge

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/engine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/play/stage"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest"
)

// Main lets a player take the place of the judge: the small programs over the answer are the
// scenes of gcbench play --lab. It ends the process, or never returns.
func Main(checks ...Check) {
	link(checks)
	var all []stage.Scene
	for i, c := range checks {
		all = append(all, scenesOf(i, c)...)
	}
	stage.Play(answerSource, all)
	engine.Run()
}

// answerSource is where the answer's package is.
const answerSource = "cmd/gcbench/labcheck/answer/"

// mostListed is how many programs of a check are in the page's list. A link finds the others.
const mostListed = 12

// scenesOf are the programs of check i, and those over its deques. Some of the smallest in which two workers meet are listed.
func scenesOf(i int, check Check) (all []stage.Scene) {
	listed := 0
	add := func(j int, link, story, shows string, run interleave.Program, meets func() bool) {
		about := stage.About{
			Name: link, Group: fmt.Sprintf("Check %d: %s", i+1, check.Name), Title: fmt.Sprintf("Program %d", j+1),
			Goal: "Make something go wrong. The judge asks for this: " + check.Asks + ".", Story: story, Runs: "answer",
		}
		s := stage.Scene{About: about, Shows: shows, Program: func(uint32) interleave.Program { return run }, Unlisted: listed == mostListed || !meets()}
		if !s.Unlisted {
			listed++
		}
		all = append(all, s)
	}
	for j, p := range check.programs {
		depicted := func(w *interleave.World) func() {
			w.Depict(func() any { return w.Variables() })
			return p.Run(w)
		}
		add(j, p.link, p.Says, "variables", depicted, func() bool { return threads(p.Run) > 1 })
	}
	if check.kind != nil {
		for j, s := range stealqtest.Programs(check.kind) {
			s.Form.Link = answerForm
			add(j, s.Link(), s.Story(), "deques", s.Run, func() bool { return s.Link() != "" && s.Fill[0] > 0 && s.Ops[0] != "" })
		}
	}
	return all
}

// threads counts the threads of a program.
func threads(p interleave.Program) int {
	seen, _ := interleave.Watch(p, "") // an empty schedule is no mistake
	return len(seen.Threads)
}

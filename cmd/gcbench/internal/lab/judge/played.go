//go:build played

package judge

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/engine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/play/stage"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
	"github.com/seed-3ccf4018/halfmark/stealq/stealqtest"
)

// Main lets a player take the place of the judge: the small programs over the answer are the
// scenes of gcbench play --lab. It ends the process, or never returns.
func Main(checks ...Check) {
	link(checks)
	p := &plays{checks: checks}
	for _, c := range checks {
		p.deques = append(p.deques, programsOf(c))
	}
	stage.Play(stage.Company{Scenes: p.listed(), Describe: p.describe, Source: answerSource})
	engine.Run()
}

// answerSource is where the answer's package is.
const answerSource = "cmd/gcbench/labcheck/answer/"

// plays are the programs of checks as scenes.
type plays struct {
	checks []Check
	deques [][]scene.Scene // for each check
}

// mostListed is how many programs of a check are in the page's list. A link finds the others.
const mostListed = 12

// listed are some of the smallest programs in which two workers meet, of each check.
func (p *plays) listed() (all []stage.Scene) {
	for i, c := range p.checks {
		var some []stage.Scene
		for j, program := range c.programs {
			if len(some) < mostListed && threads(program.Run) > 1 {
				some = append(some, *p.act(i, j, program))
			}
		}
		for j, s := range p.deques[i] {
			if len(some) < mostListed && s.Link() != "" && s.Fill[0] > 0 && s.Ops[0] != "" {
				some = append(some, *p.meeting(i, j, s))
			}
		}
		all = append(all, some...)
	}
	return all
}

// threads counts the threads of a program.
func threads(p interleave.Program) int {
	seen, _ := interleave.Watch(p, "") // an empty schedule is no mistake
	return len(seen.Threads)
}

// programsOf are the programs over the deques of a check.
func programsOf(c Check) []scene.Scene {
	if c.kind == nil {
		return nil
	}
	all := stealqtest.Programs(c.kind)
	for i := range all {
		all[i].Form.Link = answerForm
	}
	return all
}

// act is program j of check i as a scene.
func (p *plays) act(i, j int, program Program) *stage.Scene {
	check := p.checks[i]
	return &stage.Scene{
		About: stage.About{
			Name: program.link, Group: fmt.Sprintf("Check %d: %s", i+1, check.Name), Title: fmt.Sprintf("Program %d", j+1),
			Goal: "Make something go wrong. The judge asks for this: " + check.Asks + ".", Story: program.Says, Runs: "answer",
		},
		Program: func(uint32) interleave.Program {
			return func(w *interleave.World) func() {
				w.Depict(func() any { return w.Variables() })
				return program.Run(w)
			}
		},
		Shows: "variables",
	}
}

// meeting is program j of check i, which is over deques, as a scene.
func (p *plays) meeting(i, j int, s scene.Scene) *stage.Scene {
	a := p.act(i, j, Program{Says: s.Story(), link: s.Link()})
	a.Program = func(uint32) interleave.Program { return s.Run }
	a.Shows = "deques"
	return a
}

// describe finds the program of a link.
func (p *plays) describe(name string) (*stage.Scene, error) {
	for i, c := range p.checks {
		for j, program := range c.programs {
			if program.link == name {
				return p.act(i, j, program), nil
			}
		}
		for j, s := range p.deques[i] {
			if s.Link() == name {
				return p.meeting(i, j, s), nil
			}
		}
	}
	return nil, fmt.Errorf("the judge of this lab has no program %q", name)
}

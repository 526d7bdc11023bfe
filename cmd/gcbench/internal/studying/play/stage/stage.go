// Package stage runs scenes for gcbench play: small programs, each with a goal that the
// player reaches by choosing which worker makes the next step. It is compiled with the build
// tag interleave, for the page and for tests. Without the tag only the printed forms are
// under control.
package stage

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// Scene is a program that a player can schedule.
type Scene struct {
	About
	// Program is the program with these lines wrong. Scenes without switches ignore them. It runs for
	// each step that a player makes, and for each execution of a search. It must therefore do the
	// same each time, as interleave.Program says.
	Program func(switches uint32) interleave.Program
	// Wins says whether a failure is the one that the goal asks for. If it is nil, any is.
	Wins func(failed string) bool
	// Shows is what the program depicts.
	Shows string
	// Retell completes what was seen, if it is not nil: names of threads, what they do, and a failure in
	// the words of the scene.
	Retell func(*interleave.Watched)
	// Unlisted scenes are not in the page's list. A link finds them.
	Unlisted bool
}

// Progressed is called while a search runs, in its goroutine. To give up the search, end the program.
type Progressed func(Progress)

// Answer carries out a request, and returns the answer as JSON. One goroutine at a time may
// call it.
func Answer(request []byte, progressed Progressed) []byte {
	answer, err := answer(request, progressed)
	if err != nil {
		answer = Problem{strings.TrimPrefix(err.Error(), "interleave: ")} // the page does not know packages
	}
	text, err := json.Marshal(answer)
	if err != nil {
		text, _ = json.Marshal(Problem{err.Error()})
	}
	return text
}

func answer(request []byte, progressed Progressed) (any, error) {
	var r Request
	if err := json.Unmarshal(request, &r); err != nil {
		return nil, fmt.Errorf("the request is no JSON: %w", err)
	}
	if r.Do == DoScenes {
		return catalogue(), nil
	}
	if r.Do == DoLarge {
		return large(r.Large)
	}
	s, switches, err := parse(r.Link)
	if err != nil {
		return nil, err
	}
	switch r.Do {
	case DoView:
		return s.view(switches, r.Schedule)
	case DoRun:
		return s.run(switches, r.Schedule, r.Thread)
	case DoFind:
		return s.find(switches, r.How, progressed)
	}
	return nil, fmt.Errorf("there is no request %q", r.Do)
}

// AnswerLarge lets answer answer for the marker at large. Package large calls it when the
// program begins.
func AnswerLarge(answer func(json.RawMessage) (any, error)) { large = answer }

// large answers for the marker at large.
var large = func(json.RawMessage) (any, error) {
	return nil, fmt.Errorf("the marker at large is not part of this build")
}

func catalogue() Catalogue {
	c := Catalogue{MostSteps: interleave.MostSteps}
	for i := range all {
		if !all[i].Unlisted {
			c.Scenes = append(c.Scenes, all[i].About)
		}
	}
	return c
}

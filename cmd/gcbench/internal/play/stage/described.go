package stage

import (
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// described makes the scene of a link that describes it, as scene.Scene.Link and
// scene.Range.Link write it. Tests print such links.
func described(name string) (*Scene, error) {
	if strings.Contains(name, "/owner=") {
		return describedRange(name)
	}
	s, err := scene.ParseLink(name, formOf)
	if err != nil {
		return nil, err
	}
	made := &Scene{About: About{Name: name, Title: s.Form.Name, Story: s.Story()}, Wins: always, Shows: showsDeques}
	t, wrong := transcriptOf(name)
	made.describe(t, wrong)
	made.Program = func(switches uint32) interleave.Program {
		s := s
		if t.Deques != nil {
			s.Form = t.Deques(switches)
		}
		return s.Run
	}
	return made, nil
}

func describedRange(name string) (*Scene, error) {
	s, err := scene.ParseRange(name, rangeOf)
	if err != nil {
		return nil, err
	}
	made := &Scene{About: About{Name: name, Title: "work-stealing range", Story: s.Story()}, Wins: always, Shows: showsRange}
	t, wrong := transcriptOf(name)
	made.describe(t, wrong)
	made.Program = func(switches uint32) interleave.Program {
		s := s
		if t.Range != nil {
			s.Make = t.Range(switches)
		}
		return s.Run
	}
	return made, nil
}

// describe says what there is to say of a scene that nobody has written for players.
func (s *Scene) describe(t printed.Transcript, wrong uint32) {
	s.Group, s.Goal = "A scene from a link", "Make something go wrong."
	s.Runs, s.Switches = runsProduction, switchesOf(t, wrong)
	if t.Name != "" {
		s.Runs, s.From = runsPrinted, origins[t.Name]
	}
}

func always(string) bool { return true }

// formOf is a form of deques by its name in links.
func formOf(name string, wrong uint32) (scene.Form, bool) {
	if t, ok := printed.Find(name, wrong); ok && t.Deques != nil {
		return t.Deques(wrong), true
	}
	f, ok := production(name)
	return f, ok && wrong == 0
}

// rangeOf is a form of ranges by its name in links.
func rangeOf(name string, wrong uint32) (func() scene.Indices, bool) {
	if t, ok := printed.Find(name, wrong); ok && t.Range != nil {
		return t.Range(wrong), true
	}
	made, ok := productionRange()
	return made, ok && name == "workrange" && wrong == 0
}

// transcriptOf is the transcript of a link and its lines that are wrong. For the production
// source it is the zero value.
func transcriptOf(link string) (printed.Transcript, uint32) {
	name, wrong := scene.FormOf(link)
	t, _ := printed.Find(name, wrong)
	return t, wrong
}

package stage

import (
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// Described says what is wrong with the name of a scene that describes it, nil if nothing is. In a build without the
// tag interleave it knows the transcripts alone.
func Described(name string) error {
	_, err := described(name)
	return err
}

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
	return describe(name, s.Form.Name, s.Story(), showsDeques, func(t printed.Transcript, wrong uint32) interleave.Program {
		s := s
		if t.Deques != nil {
			s.Form = t.Deques(wrong)
		}
		return s.Run
	}), nil
}

func describedRange(name string) (*Scene, error) {
	s, err := scene.ParseRange(name, rangeOf)
	if err != nil {
		return nil, err
	}
	return describe(name, "work-stealing range", s.Story(), showsRange, func(t printed.Transcript, wrong uint32) interleave.Program {
		s := s
		if t.Range != nil {
			s.Make = t.Range(wrong)
		}
		return s.Run
	}), nil
}

// describe says what there is to say of a scene that nobody has written for players. The function
// program makes it of a transcript with these lines wrong, or of the production source if that has no name.
func describe(name, title, story, shows string, program func(t printed.Transcript, wrong uint32) interleave.Program) *Scene {
	t, wrong := transcriptOf(name)
	s := &Scene{
		About: About{Name: name, Group: "A scene from a link", Title: title, Goal: "Make something go wrong.", Story: story, Runs: runsProduction, Switches: switchesOf(t, wrong)},
		Shows: shows, Program: func(switches uint32) interleave.Program { return program(t, switches) },
	}
	if t.Name != "" {
		s.Runs, s.From = runsPrinted, origins[t.Name]
	}
	return s
}

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

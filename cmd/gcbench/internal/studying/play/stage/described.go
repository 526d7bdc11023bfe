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
	p, s, err := parsed(name)
	if err != nil {
		return nil, err
	}
	form, wrong := scene.FormOf(name)
	t, printed := printed.Find(form, wrong)
	s.Name, s.Group, s.Goal, s.Story, s.Runs, s.Switches = name, "A scene from a link", "Make something go wrong.", p.Story(), runsProduction, switchesOf(t, wrong)
	s.Program = func(uint32) interleave.Program { return p.Run }
	if printed {
		s.Runs, s.From = runsPrinted, origins[t.Name]
		rest := strings.TrimPrefix(name, form)
		if lines, ok := strings.CutPrefix(rest, "/wrong="); ok {
			rest = lines[strings.Index(lines, "/"):]
		}
		s.Program = func(switches uint32) interleave.Program { // of lines that there are not, none is wrong
			other, _, _ := parsed(t.Link(switches&(1<<len(t.Switches)-1)) + rest)
			return other.Run
		}
	}
	return s, nil
}

// program is a scene or a range of package scene.
type program interface {
	Run(w *interleave.World) func()
	Story() string
}

// parsed is what a link describes, and the beginning of its scene.
func parsed(name string) (program, *Scene, error) {
	if strings.Contains(name, "/owner=") {
		s, err := scene.ParseRange(name, rangeOf)
		return s, &Scene{About: About{Title: "work-stealing range"}, Shows: showsRange}, err
	}
	s, err := scene.ParseLink(name, formOf)
	return s, &Scene{About: About{Title: s.Form.Name}, Shows: showsDeques}, err
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

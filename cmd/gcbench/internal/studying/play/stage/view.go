package stage

import (
	"path"
	"reflect"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// view is the scene after a schedule.
func (s *Scene) view(switches uint32, schedule string) (*View, error) {
	seen, err := s.watch(s.Program(switches), schedule)
	if seen == nil {
		return nil, err
	}
	v := &View{About: s.about(switches), Link: s.link(switches), Schedule: seen.Schedule, Ended: seen.Ended, Picture: pictured(seen), Shows: s.Shows, Steps: append([]interleave.Made{}, seen.Made...)}
	if err != nil {
		v.Note = refusal(err, seen)
	}
	if seen.Err != nil {
		v.Failed = headline(seen.Err)
		v.Won = s.Wins == nil || s.Wins(v.Failed)
	}
	for i := range v.Steps {
		v.Steps[i].At = lines(v.Steps[i].At)
	}
	for i, t := range seen.Threads {
		t.Waits, t.At = waits(seen, i), lines(t.At)
		v.Threads = append(v.Threads, Thread{letter(i), t, s.ask(switches, seen, i)})
	}
	return v, nil
}

// watch is interleave.Watch in the words of the scene.
func (s *Scene) watch(program interleave.Program, schedule string) (*interleave.Watched, error) {
	seen, err := interleave.Watch(program, schedule)
	if seen != nil && s.Retell != nil {
		s.Retell(seen)
	}
	return seen, err
}

// headline is what is wrong, without where in the source.
func headline(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// lines are sites as the page knows them, without those of what calls the code that is played,
// and of what this code calls.
func lines(sites []interleave.Site) (all []interleave.Site) {
	for _, site := range sites {
		pkg, function := split(site.Function)
		name, ok := shown(pkg, site.File)
		switch {
		case ok:
			all = append(all, interleave.Site{File: name, Line: site.Line, Function: function})
		case all != nil:
			return all
		}
	}
	return all
}

// module begins the paths of this module's packages.
var module = strings.TrimSuffix(reflect.TypeFor[interleave.World]().PkgPath(), "stealq/interleave")

// split parts the name of a function: its package from the module's root, and its name
// without the receiver.
func split(function string) (pkg, name string) {
	function = strings.TrimPrefix(function, module)
	dir, base := path.Split(function)
	base, rest, _ := strings.Cut(base, ".")
	name = rest
	if i := strings.LastIndex(rest, ")."); i >= 0 {
		name = rest[i+2:]
	}
	return dir + base, name
}

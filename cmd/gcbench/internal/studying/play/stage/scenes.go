package stage

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
)

// entry is a scene as scenes.json has it.
type entry struct {
	About
	Plays string `json:"plays"` // the program, as its link describes it; "" if another package adds it
	Wins  string `json:"wins"`  // the end of the failure that the goal asks for; "" if the scene cannot fail
}

//go:embed scenes.json
var text []byte

// entries are the scenes that have a name, in the order in which a student plays them.
var entries = func() (all []entry) {
	if err := json.Unmarshal(text, &all); err != nil {
		panic("scenes.json: " + err.Error())
	}
	return all
}()

// all are the entries with their programs. An ordinary build leaves out those over the production source, which it
// cannot schedule.
var all = func() (all []Scene) {
	for _, e := range entries {
		if e.Plays == "" {
			continue
		}
		if s, err := described(e.Plays); err == nil {
			s.Wins = endsWith(e.Wins)
			all = append(all, s.titled(e.About))
		}
	}
	return all
}()

// endsWith are failures that end with these words, and none if there are no words.
func endsWith(words string) func(failed string) bool {
	return func(failed string) bool { return words != "" && strings.HasSuffix(failed, words) }
}

// Add gives the engine the programs of more entries, by their names. Call it from an init function.
func Add(scenes ...Scene) {
	for _, s := range scenes {
		all = append(all, s.titled(entries[place(s.Name)].About))
	}
	slices.SortFunc(all, func(a, b Scene) int { return place(a.Name) - place(b.Name) })
}

func place(name string) int {
	return slices.IndexFunc(entries, func(e entry) bool { return e.Name == name })
}

// titled is the scene with what its entry says of it. A scene that a link describes knows the rest.
func (s Scene) titled(a About) Scene {
	a.Runs, a.Story, a.From, a.Switches = cmp.Or(a.Runs, s.Runs), cmp.Or(a.Story, s.Story), s.From, s.Switches
	_, a.Repair, _ = strings.Cut(a.Lesson, "The repair: ")
	s.About = a
	return s
}

// Kinds of source that run in a scene.
const (
	runsPrinted    = "printed"
	runsProduction = "production"
)

// origins are what the forms are transcripts of.
var origins = map[string]string{
	"printed.stealhalf":     "D. Hendler and N. Shavit, \"Non-Blocking Steal-Half Work Queues\", PODC 2002",
	"printed.halfbyoneswap": "a steal of half as one would add it to the deque of Chase and Lev",
	"printed.chaselev":      "D. Chase and Y. Lev, \"Dynamic Circular Work-Stealing Deque\", SPAA 2005",
	"printed.abp":           "N. S. Arora, R. D. Blumofe and C. G. Plaxton, \"Thread Scheduling for Multiprogrammed Multiprocessors\", SPAA 1998",
	"printed.central":       "the library's queue with one lock, stealq/central.go",
	"printed.workrange":     "the library's work-stealing range, stealq/workrange.go",
	"printed.pagerange":     "\"Load-balancing partitioner with work stealing, part one\"",
}

// Kinds of state that a picture shows.
const (
	showsDeques = "deques" // scene.State
	showsRange  = "range"  // scene.RangeState
	showsMark   = "mark"   // package marker's State
	showsNap    = "nap"    // package marker's NapState
	showsHeap   = "heap"   // package mutator's State
)

func switchesOf(t printed.Transcript, wrong uint32) (all []Switch) {
	file := "stealq/interleave/" + strings.Replace(t.Name, ".", "/", 1) + ".go"
	for _, s := range t.Switches {
		all = append(all, Switch{s.Bit, s.Flag, file, s.Says, s.Bit&wrong != 0})
	}
	return all
}

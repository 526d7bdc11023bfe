package stage

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// all are the scenes that have a name, in the order in which a student plays them.
var all = slices.Concat(first(), single(), half(), asPrinted, ranges())

// What runs in a scene.
const (
	runsPrinted    = "printed"
	runsProduction = "production"
)

// level is a scene over a printed form with a wrong line. The other lines can be made wrong,
// too, and the wrong one can be repaired. The goal is a failure that ends with these words.
func level(form string, wrong uint32, s scene.Scene, wins string, a About) Scene {
	t, _ := printed.Find("printed."+form, wrong)
	s.Bare = !t.Deques(wrong).Shared
	a.describe(t, wrong, s.Story())
	return Scene{About: a, Wins: endsWith(wins), Shows: showsDeques, Program: func(switches uint32) interleave.Program {
		s := s
		s.Form = t.Deques(switches)
		return s.Run
	}}
}

// rangeLevel is a level over a range of indices.
func rangeLevel(form string, wrong uint32, s scene.Range, wins string, a About) Scene {
	t, _ := printed.Find("printed."+form, wrong)
	a.describe(t, wrong, s.Story())
	return Scene{About: a, Wins: endsWith(wins), Shows: showsRange, Program: func(switches uint32) interleave.Program {
		s := s
		s.Make = t.Range(switches)
		return s.Run
	}}
}

// safe are scenes over the production source that nobody can break. Without the build tag
// there are none.
func safe(kind string, s scene.Scene, a About) []Scene {
	form, ok := production(kind)
	if !ok {
		elsewhere = append(elsewhere, a.Name)
		return nil
	}
	s.Form = form
	a.Runs, a.Safe, a.Story = runsProduction, true, s.Story()
	return []Scene{{About: a, Wins: never, Shows: showsDeques, Program: func(uint32) interleave.Program { return s.Run }}}
}

// describe says what the transcript has of the scene.
func (a *About) describe(t printed.Transcript, wrong uint32, story string) {
	a.Runs, a.Switches, a.From, a.Story = runsPrinted, switchesOf(t, wrong), origins[t.Name], cmp.Or(a.Story, story)
	_, a.Repair, _ = strings.Cut(a.Lesson, "The repair: ")
}

// origins are what the forms are transcripts of.
var origins = map[string]string{
	"printed.stealhalf":     stealHalfPaper,
	"printed.halfbyoneswap": "a steal of half as one would add it to the deque of Chase and Lev",
	"printed.chaselev":      "D. Chase and Y. Lev, \"Dynamic Circular Work-Stealing Deque\", SPAA 2005",
	"printed.abp":           "N. S. Arora, R. D. Blumofe and C. G. Plaxton, \"Thread Scheduling for Multiprogrammed Multiprocessors\", SPAA 1998",
	"printed.central":       "the library's queue with one lock, stealq/central.go",
	"printed.workrange":     "the library's work-stealing range, stealq/workrange.go",
	"printed.pagerange":     "\"Load-balancing partitioner with work stealing, part one\"",
}

const stealHalfPaper = "D. Hendler and N. Shavit, \"Non-Blocking Steal-Half Work Queues\", PODC 2002"

// What a picture shows.
const (
	showsDeques = "deques" // scene.State
	showsRange  = "range"  // scene.RangeState
	showsMark   = "mark"   // package marker's State
	showsNap    = "nap"    // package marker's NapState
)

func endsWith(words string) func(string) bool {
	return func(failed string) bool { return strings.HasSuffix(failed, words) }
}

func never(string) bool { return false }

func switchesOf(t printed.Transcript, wrong uint32) (all []Switch) {
	file := "stealq/interleave/" + strings.Replace(t.Name, ".", "/", 1) + ".go"
	for _, s := range t.Switches {
		all = append(all, Switch{s.Bit, s.Flag, file, s.Says, s.Bit&wrong != 0})
	}
	return all
}

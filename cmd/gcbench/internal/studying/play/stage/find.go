package stage

import (
	"fmt"
	"time"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// How a search chooses among the schedules that fail.
const (
	howFewest   = "fewest"   // preemptions, and of these the fewest steps
	howShortest = "shortest" // the fewest steps, and of these the fewest preemptions
)

// A search gives up all classes of schedules, and then all schedules with few preemptions,
// after so many executions. A deque of a scene needs hundreds, scene exchange some 33,000, and scene torn some 61,000 in all. A mark has
// too many.
const (
	mostClasses    = 40_000
	mostExecutions = 100_000
)

// The marks of scenes that can be broken fail with so many preemptions.
const fewPreemptions = 2

// find searches for a schedule that fails.
func (s *Scene) find(switches uint32, how string, progressed Progressed) (*Found, error) {
	if how != howFewest && how != howShortest {
		return nil, fmt.Errorf("there is no search %q: want %s or %s", how, howFewest, howShortest)
	}
	x := &search{scene: s, program: s.Program(switches), progressed: progressed}
	if s.Opening != "" {
		seen, err := interleave.Watch(x.program, s.Opening)
		if err != nil {
			return nil, err
		}
		x.opened = len(seen.Made)
		if !s.Safe {
			x.before = fewPreemptions + 1
		}
	}
	found := x.fewest()
	if how == howShortest && found.Schedule != "" {
		found = x.shortest(found)
	}
	found.Executions = x.executions
	return found, nil
}

// search is a series of explorations of one program.
type search struct {
	scene      *Scene
	program    interleave.Program
	opened     int // steps of the scene's opening, with which all schedules begin
	before     int // preemptions: schedules with fewer come before the search of all classes
	progressed Progressed
	executions int       // of the explorations before
	last       time.Time // when progress was reported; at first never
}

// fewest looks for a failure with the fewest preemptions, and of these for the shortest. A
// search of all classes comes first. If it was complete, it knows whether there is a failure.
// But a mark has more classes than a player waits for, so few preemptions come before that.
func (x *search) fewest() *Found {
	var classes interleave.Report
	for n := 0; ; n++ {
		if n == x.before {
			classes = x.explore(interleave.Options{Executions: mostClasses})
			if classes.Failure == nil && classes.Complete {
				return &Found{Complete: true}
			}
		}
		rep := x.explore(interleave.Options{Search: interleave.Bounded, Preemptions: n, Shortest: true})
		switch {
		case rep.Failure != nil:
			found := x.found(rep.Failure)
			found.Complete = rep.Complete
			return found
		case rep.Complete:
		case classes.Failure != nil:
			return x.found(classes.Failure)
		default:
			return &Found{Below: n}
		}
	}
}

// shortest looks for a failure with fewer steps than one that has the fewest preemptions.
func (x *search) shortest(known *Found) *Found {
	rep := x.explore(interleave.Options{Shortest: true, Within: x.opened + known.Steps - 1})
	if rep.Failure == nil {
		known.Complete = known.Complete && rep.Complete
		return known
	}
	shorter := x.found(rep.Failure)
	complete := rep.Complete
	for n := known.Preemptions + 1; n < shorter.Preemptions; n++ {
		rep := x.explore(interleave.Options{Search: interleave.Bounded, Preemptions: n, Within: x.opened + shorter.Steps})
		complete = complete && (rep.Complete || rep.Failure != nil)
		if rep.Failure != nil {
			shorter = x.found(rep.Failure)
			break
		}
	}
	shorter.Complete = complete
	return shorter
}

// explore is interleave.Explore with what is left of the search's executions. It reports
// progress 20 times in a second.
func (x *search) explore(o interleave.Options) interleave.Report {
	if x.executions >= mostExecutions {
		return interleave.Report{}
	}
	before := x.executions
	if o.Prefix = x.scene.Opening; o.Executions == 0 {
		o.Executions = mostExecutions - before
	}
	o.Progress = func(n int) {
		x.executions = before + n
		if now := time.Now(); now.Sub(x.last) >= 50*time.Millisecond {
			x.last = now
			x.progressed(Progress{x.executions})
		}
	}
	rep := interleave.Explore(x.program, o)
	x.executions = before + rep.Executions + rep.Redundant
	return rep
}

// found is a failure with what can be counted of its schedule.
func (x *search) found(f *interleave.Failure) *Found {
	found := &Found{Schedule: f.Schedule, Failed: headline(f.Err), Steps: f.Steps - x.opened, Preemptions: f.Preemptions}
	seen, err := x.scene.watch(x.program, f.Schedule)
	if err != nil {
		return found
	}
	if seen.Err != nil {
		found.Failed = headline(seen.Err)
	}
	return found
}

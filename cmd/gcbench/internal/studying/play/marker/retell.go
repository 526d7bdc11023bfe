//go:build interleave && !fullsize

package marker

import (
	"path"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// This file says what the workers do, from the functions in which they stand. The marker itself says nothing.

// A saying is what a worker does that is in a function. If it is in several of them, the innermost counts.
var sayings = map[string]string{
	"(*Lobby).Park":            "goes to sleep",
	"token.receive":            "wakes up",
	"(*Lobby).Wake":            "wakes others",
	"(*Lobby).WakeWorker":      "wakes worker 0",
	"(*Lobby).Drain":           "waits until the others sleep",
	"(*Detector).Join":         "joins: it counts as active from then on",
	"(*Detector).Leave":        "leaves: it does not count as active any more",
	"(*Detector).Quiet":        "asks whether no worker is active",
	"(*Detector).Finish":       "ends the mark, if no worker has joined since it asked",
	"(*Detector).Done":         "asks whether the mark is over",
	"(*Member).offered":        "looks for work",
	"(*worker).Anywhere":       "looks at every shared place once more",
	"(*Local).PopDeque":        "pops from its deque",
	"(*worker).takeChunk":      "takes a chunk of the roots",
	"(*worker).recoverBlock":   "takes a block of the overflow list",
	"(*worker).recoverPending": "takes nodes of the pending bitmap",
	"(*worker).steal":          "steals",
	"(*Local).PushDeque":       "pushes on its deque",
	"(*Local).Overflow":        "publishes a block on the overflow list",
	"lone.claim":               "marks the successors of a node",
	"shared.claim":             "marks the successors of a node",
	"(*worker).share":          "looks whether others need work",
	"(*worker).becomeIdle":     "has found no work",
	"(*Member).Await":          "looks for work",
	"(*Marker).prepare":        "prepares the mark",
	"(*Marker).run":            "begins the mark",
	"(*Marker).finish":         "checks the mark",
	"(*Marker).Close":          "ends the workers",
}

// doing is what a worker does that stands at these lines.
func doing(at []interleave.Site) string {
	for _, site := range at {
		if says := sayings[inMark(site.Function)]; says != "" {
			return says
		}
	}
	return ""
}

// inMark is the name of a function without its package.
func inMark(function string) string {
	_, name, _ := strings.Cut(path.Base(function), ".")
	return name
}

// isIn says whether a worker stands in a function.
func isIn(at []interleave.Site, function string) bool {
	return slices.ContainsFunc(at, func(site interleave.Site) bool { return inMark(site.Function) == function })
}

// asleep are the workers that wait until another wakes them. A worker on the parked list may still look for work.
func asleep(seen *interleave.Watched) []int {
	all := []int{}
	for i, t := range seen.Threads {
		if t.Waits != "" && isIn(t.At, "token.receive") && isIn(t.At, "(*Lobby).Park") {
			all = append(all, i)
		}
	}
	return all
}

const sleeps = "sleeps"

// retell completes what was seen of a Mark.
func retell(seen *interleave.Watched) {
	if len(seen.Pictures) == 0 {
		return
	}
	s := seen.Pictures[0].(*State)
	s.Lobby.Parked = asleep(seen)
	for _, id := range s.Lobby.Parked {
		s.Workers[id].Asleep = true
	}
	counted := 0
	for i := range seen.Threads {
		t := &seen.Threads[i]
		if t.Name, t.Doing = nameOf(i), doing(t.At); s.Workers[i].Asleep {
			t.Doing = sleeps
		}
		if s.Workers[i].Active = isIn(t.At, "(*worker).takePart"); s.Workers[i].Active {
			counted++
		}
	}
	if counted < s.Detector.Active { // worker 0 counts as active before it begins
		s.Workers[0].Active = true
	}
}

package stage

import (
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// This file has the question about the step that ends a scene.

// askEnd asks what is wrong when the last step ends the scene. One answer is true, and no other one is.
func (s *Scene) askEnd(next *interleave.Watched) *Ask {
	a := &Ask{Question: "This step ends the scene. What is wrong then?", Answers: []string{"Nothing is wrong."}}
	goal := s.goal()
	failed := goal
	if next.Err != nil {
		failed = headline(next.Err)
		a.Right = 1
	} else {
		a.Why = "All workers have ended, and no law is broken."
	}
	if failed != "" {
		a.Answers = append(a.Answers, sentence(failed))
	}
	for _, e := range endings[s.Shows] {
		if len(a.Answers) < mostAnswers && !slices.ContainsFunc(e.unless, func(word string) bool { return strings.Contains(failed, word) }) {
			a.Answers = append(a.Answers, e.says)
		}
	}
	return a
}

const mostAnswers = 4

// goal is the failure that the goal asks for, "" if no way to it is written down.
func (s *Scene) goal() string {
	if s.Winning == "" || s.Safe {
		return ""
	}
	seen, _ := s.watch(s.Program(s.switches()), s.Winning)
	if seen == nil || seen.Err == nil {
		return ""
	}
	return headline(seen.Err)
}

// ending is an answer that is false unless what is wrong has one of the words. A loss is found only at the end of an
// execution, after everything that was taken was looked at. It can therefore be true together with other failures,
// and these cannot be true together with it.
type ending struct {
	says   string
	unless []string
}

// endings are wrong answers, by what the scene shows.
var endings = map[string][]ending{
	showsDeques: {
		{"An item is taken twice.", []string{"twice"}},
		{"A worker has taken an item that was never pushed.", []string{"never pushed"}},
		{"A worker waits for ever.", []string{"for ever"}},
	},
	showsRange: {
		{"An index is claimed twice.", []string{"twice"}},
		{"An index is claimed that was never offered.", []string{"never offered"}},
		{"A worker waits for ever.", []string{"for ever"}},
	},
	showsMark: {
		{"A node is marked that cannot be reached.", nil},
		{"A worker waits for ever.", []string{"for ever"}},
	},
	showsHeap: {
		{"A grey object is left.", nil},
		{"A mutator waits for ever.", []string{"for ever"}},
	},
	showsNap: {
		{"Both workers have item 1.", nil},
		{"Worker 0 waits for ever.", []string{"worker 0 waits"}},
	},
}

// sentence makes a sentence of a failure.
func sentence(failed string) string {
	return strings.ToUpper(failed[:1]) + failed[1:] + "."
}

package stage

import (
	"errors"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// find searches for a schedule that fails.
func (s *Scene) find(switches uint32, how string, progressed Progressed) (*Found, error) {
	return nil, errors.New("not yet")
}

// run lets a thread go on to its next decision.
func (s *Scene) run(switches uint32, schedule string, thread int) (*View, error) {
	return nil, errors.New("not yet")
}

// ask is a question about the next step of a thread, nil if there is none.
func (s *Scene) ask(switches uint32, seen *interleave.Watched, thread int) *Ask { return nil }

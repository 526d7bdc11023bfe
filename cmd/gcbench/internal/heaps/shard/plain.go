package shard

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// Plain is the engine that carries out one step after the other in this process. It holds
// one part in memory at a time.
type Plain struct {
	Marker *mark.Marker
	// Stepped is called after each step, with how many steps of the round are done. It may be nil.
	Stepped func(r *Round, done int)
}

// Round carries out a round: see [Engine].
func (p *Plain) Round(ctx context.Context, r *Round) ([]Outcome, error) {
	e, err := r.open()
	if err != nil {
		return nil, err
	}
	var done []Outcome
	for task, err := range r.Tasks() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		out, err := r.Step(ctx, p.Marker, task.Part, task.Refs)
		if err != nil {
			return nil, err
		}
		e.Parts[task.Part].release()
		if done = append(done, out); p.Stepped != nil {
			p.Stepped(r, len(done))
		}
	}
	return done, nil
}

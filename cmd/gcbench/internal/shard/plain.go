package shard

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// Plain is the engine that carries out one step after the other in this process. It holds
// one part in memory at a time. Make one with [NewPlain], and Close it.
type Plain struct {
	// Stepped is called after each step, with how many steps of the round are done. It may be nil.
	Stepped func(r *Round, done int)

	marker *mark.Marker
}

// NewPlain returns an engine whose marker has these options.
func NewPlain(options mark.Options) (*Plain, error) {
	m, err := mark.New(options)
	if err != nil {
		return nil, err
	}
	return &Plain{marker: m}, nil
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
		out, err := r.Step(ctx, p.marker, task.Part, task.Refs)
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

// Close ends the marker.
func (p *Plain) Close() { p.marker.Close() }

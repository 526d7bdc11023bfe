package shard

import (
	"context"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// Plain is the engine that carries out one step after the other in this process. It holds
// one part in memory at a time. Make one with [NewPlain], and Close it.
type Plain struct{ marker *mark.Marker }

// NewPlain returns an engine whose marker has these options.
func NewPlain(options mark.Options) (*Plain, error) {
	m, err := mark.New(options)
	if err != nil {
		return nil, err
	}
	return &Plain{m}, nil
}

// Round carries out a round: see [Engine].
func (p *Plain) Round(ctx context.Context, r *Round) ([]Outcome, error) {
	e, err := r.open()
	if err != nil {
		return nil, err
	}
	var done []Outcome
	for _, part := range r.Parts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		refs, err := r.Refs(part)
		if err != nil {
			return nil, err
		}
		out, err := r.Step(ctx, p.marker, part, refs)
		if err != nil {
			return nil, err
		}
		done = append(done, out)
		e.Parts[part].release()
	}
	return done, nil
}

// Close ends the marker.
func (p *Plain) Close() { p.marker.Close() }

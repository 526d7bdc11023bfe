package stress

import (
	"errors"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/life"
)

// lives lets markers live, one after the other: see package life.
func lives(r *round) error {
	for range 3 {
		if err := r.live(); err != nil {
			return err
		}
	}
	return nil
}

// live lets one Marker live for some events.
func (r *round) live() (err error) {
	l, err := life.Begin(r.rng, r.deques)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.End()) }() // also if the marker panics
	l.Ended = func(result *mark.Result, err error) {
		r.took(result)
		if err != nil {
			r.tally.ExpectedErrors++ // the life judges which ones it expects
		}
	}
	for range 15 {
		if err := l.Do(r.rng, oneOf(r.rng, life.Events()...)); err != nil {
			return err
		}
	}
	return nil
}

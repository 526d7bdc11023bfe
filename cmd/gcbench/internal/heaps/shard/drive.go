package shard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"
)

// Done is a complete round, as it is told to the user. The rounds of an earlier run are one Done: what they
// have done together.
type Done struct {
	Sums
	First, Number int // of the rounds; they are equal but for those of an earlier run
	// Took is how long the round took; 0 if an earlier run has carried it out.
	Took    time.Duration
	Earlier bool
}

// Total is the result of all rounds.
type Total struct {
	Rounds   int
	Resumed  int // of Rounds, those that an earlier run had completed
	Messages uint64
	Marked   uint64 // objects of the whole heap
	Digest   uint64 // of these objects: what heap.Digest says of a mark of the whole heap
}

// Differs says what is not as the manifest foretells it, or returns nil.
func (t *Total) Differs(m *Manifest) error {
	got := fmt.Sprintf("%d objects with digest %016x, %d rounds, %d messages", t.Marked, t.Digest, t.Rounds, t.Messages)
	want := fmt.Sprintf("%d objects with digest %s, %d rounds, %d messages", m.Live, m.Digest, m.Rounds, m.Messages)
	if got == want {
		return nil
	}
	return fmt.Errorf("the rounds came to %s; a search of the whole heap came to %s", got, want)
}

// Drive carries out rounds until one sends no message, and returns the totals. dir is the
// folder of an export, and work that of its rounds, which Drive makes if it is not there.
// If there are complete rounds of the same export, Drive goes on after the last of them.
// tell is called after each round, and first once for all of the earlier ones.
//
// After an error, or when ctx ends, what was completed is kept, so the next Drive goes on there.
// If another Drive is at work in the folder of rounds, that is an error, where the platform has locks. Elsewhere
// one at a time may be called.
func Drive(ctx context.Context, dir, work string, engine Engine, tell func(Done)) (*Total, error) {
	return begin(ctx, dir, work, &driver{engine: engine, tell: tell, remove: os.RemoveAll}, (*driver).resume)
}

// DriveAnew is Drive from round 1 on, whatever rounds there are. They are removed when round 1
// is complete. An engine that cannot do anything therefore costs no rounds: until then they
// are as they were, because round 1 writes the same bytes again (R5).
func DriveAnew(ctx context.Context, dir, work string, engine Engine, tell func(Done)) (*Total, error) {
	return begin(ctx, dir, work, &driver{engine: engine, tell: tell, remove: os.RemoveAll}, (*driver).beginning)
}

// begin is Drive after the round that from returns.
func begin(ctx context.Context, dir, work string, d *driver, from func(*driver) (*record, error)) (*Total, error) {
	e, err := Open(dir)
	if err != nil {
		return nil, err
	}
	if err := e.look(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(work, 0o777); err != nil {
		return nil, err
	}
	unlock, err := lock(work)
	if err != nil {
		return nil, err
	}
	defer unlock()
	d.e, d.work = e, work
	last, err := from(d)
	for err == nil && len(last.Next) > 0 {
		last, err = d.round(ctx, last)
	}
	if err != nil {
		return nil, err
	}
	return d.sum(ctx, last)
}

// driver is one call of Drive.
type driver struct {
	e       *Export
	work    string
	engine  Engine
	tell    func(Done)
	remove  func(path string) error // os.RemoveAll
	resumed int                     // rounds of earlier runs
}

// resume returns the last complete round. If there is none, this is the beginning.
func (d *driver) resume() (*record, error) {
	all, err := roundsIn(d.work)
	if err != nil {
		return nil, err
	}
	for _, round := range slices.Backward(all) {
		last, err := readRecord(d.e, d.work, round)
		if errors.Is(err, os.ErrNotExist) {
			continue // it was interrupted, or only its marks are still needed
		}
		if err != nil {
			return nil, err
		}
		d.resumed = last.Round
		d.tell(Done{Sums: last.All, First: 1, Number: last.Round, Earlier: true})
		// The leftovers of an interrupted step there are not in the way, but for their room.
		return last, d.tidy(last)
	}
	return d.beginning()
}

// beginning is round 0, which has left to do what round 1 has to do.
func (d *driver) beginning() (*record, error) {
	zero := &record{Before: make([]int, len(d.e.Parts))}
	for i, p := range d.e.Parts {
		if p.Roots > 0 {
			zero.Next = append(zero.Next, i)
		}
	}
	return zero, nil
}

// round carries out the round after the last one.
func (d *driver) round(ctx context.Context, last *record) (*record, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if uint64(last.Round) >= d.e.Rounds {
		return nil, fmt.Errorf("%s: there are messages after round %d, which should be the last one: the manifest or the engine is wrong", d.e.Dir, last.Round)
	}
	began := time.Now()
	r := &Round{Dir: d.e.Dir, Work: d.work, Number: last.Round + 1, Parts: last.Next, Senders: last.Senders, Before: last.Before, export: d.e}
	outcomes, err := d.engine.Round(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("round %d: %w", r.Number, err)
	}
	next, err := newRecord(d.e, r, last.All, outcomes)
	if err != nil {
		return nil, err
	}
	if err := next.write(d.work); err != nil {
		return nil, err
	}
	if err := d.tidy(next); err != nil {
		return nil, err
	}
	d.tell(Done{Sums: next.This, First: next.Round, Number: next.Round, Took: time.Since(began)})
	return next, nil
}

// sum adds up the parts after the last round.
func (d *driver) sum(ctx context.Context, last *record) (*Total, error) {
	t := &Total{Rounds: last.Round, Resumed: d.resumed, Messages: last.All.Messages}
	r := &Round{Dir: d.e.Dir, Work: d.work, Number: last.Round + 1, Before: last.Before}
	for i, round := range last.Before {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if round == 0 {
			continue
		}
		count, digest, err := r.total(d.e, i)
		if err != nil {
			return nil, err
		}
		d.e.Parts[i].release()
		t.Marked += count
		t.Digest += digest
	}
	if t.Marked != last.All.Marked {
		return nil, fmt.Errorf("%s: the rounds have marked %d objects, and the marks of the parts have %d: begin again with the first round", d.work, last.All.Marked, t.Marked)
	}
	return t, nil
}

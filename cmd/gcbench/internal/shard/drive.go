package shard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// Done is a complete round, as it is told to the user.
type Done struct {
	Number   int
	Parts    int    // parts that had something to do
	Refs     uint64 // distinct objects from which they began
	Marked   uint64 // objects marked in this round
	Messages uint64 // messages sent
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
// tell is called after each round, and first for each of the earlier ones.
//
// After an error, or when ctx ends, what was completed is kept, so the next Drive goes on there.
// One goroutine of one process at a time may call Drive for a folder of rounds.
func Drive(ctx context.Context, dir, work string, engine Engine, tell func(Done)) (*Total, error) {
	e, err := Open(dir)
	if err != nil {
		return nil, err
	}
	d := &driver{e: e, work: work, engine: engine, tell: tell}
	last, err := d.resume()
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
	e      *Export
	work   string
	engine Engine
	tell   func(Done)
	total  Total
	marked uint64 // in the rounds, as their steps say
}

// resume returns the last complete round. If there is none, this is round 0, which has left to do
// what round 1 has to do.
func (d *driver) resume() (*record, error) {
	last, err := d.beginning()
	if err != nil {
		return nil, err
	}
	for {
		next, err := readRecord(d.e, d.work, last.Round+1)
		if errors.Is(err, os.ErrNotExist) {
			// What an interrupted step has left there is in nobody's way, but for its room.
			return last, os.RemoveAll(folderOf(d.work, last.Round+1))
		}
		if err != nil {
			return nil, err
		}
		d.total.Resumed++
		d.add(next, Done{Earlier: true})
		last = next
	}
}

// beginning is round 0.
func (d *driver) beginning() (*record, error) {
	zero := &record{Before: make([]int, len(d.e.Parts))}
	for i, p := range d.e.Parts {
		if p.Roots > 0 {
			zero.Next = append(zero.Next, i)
		}
	}
	return zero, os.MkdirAll(d.work, 0o777)
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
	next, err := newRecord(d.e, r, outcomes)
	if err != nil {
		return nil, err
	}
	if err := next.write(d.work); err != nil {
		return nil, err
	}
	d.forget(last, next)
	d.add(next, Done{Took: time.Since(began)})
	return next, nil
}

// add adds up a complete round and tells it.
func (d *driver) add(r *record, done Done) {
	d.total.Rounds++
	d.total.Messages += r.Messages
	d.marked += r.Marked
	done.Number, done.Parts, done.Refs, done.Marked, done.Messages = r.Round, len(r.Parts), r.Refs, r.Marked, r.Messages
	d.tell(done)
}

// forget removes the files that nobody needs after round next: the messages of the round before, and
// the marks that next has replaced. That some file stays does no harm.
func (d *driver) forget(last, next *record) {
	for _, part := range last.Senders {
		os.Remove(fileOf(folderOf(d.work, last.Round), part, "sent"))
	}
	for _, part := range next.Parts {
		if round := last.Before[part]; round > 0 {
			os.Remove(fileOf(folderOf(d.work, round), part, "marks"))
		}
	}
}

// sum adds up the parts after the last round.
func (d *driver) sum(ctx context.Context, last *record) (*Total, error) {
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
		d.total.Marked += count
		d.total.Digest += digest
	}
	if d.marked != d.total.Marked {
		return nil, fmt.Errorf("%s: the rounds have marked %d objects, and the marks of the parts have %d: begin again with the first round", d.work, d.marked, d.total.Marked)
	}
	return &d.total, nil
}

// Forget removes the rounds in a folder, so that the next Drive begins with round 1. It leaves
// alone what is no folder of a round.
func Forget(work string) error {
	entries, err := os.ReadDir(work)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		var round int
		if _, no := fmt.Sscanf(entry.Name(), "round-%08d", &round); no != nil || !entry.IsDir() {
			continue
		}
		if err := os.RemoveAll(folderOf(work, round)); err != nil {
			return err
		}
	}
	return err
}

package shard

import (
	"fmt"
	"path/filepath"
	"slices"
)

// record is round.json: what the rounds have done, and what the next one has to do. It is that of the last
// complete round alone, so that many rounds leave no more than a few. It has no times, so that the same
// round gives the same bytes.
type record struct {
	Version int    `json:"version"`
	Export  string `json:"export"` // checksum of the manifest
	Round   int    `json:"round"`
	Parts   []int  `json:"parts"` // that had something to do, ascending

	This Sums `json:"this"` // what this round has done
	All  Sums `json:"all"`  // what it and all rounds before it have done

	Senders []int `json:"senders"` // parts that have sent messages, ascending
	Next    []int `json:"next"`    // parts to which they were sent, ascending
	Before  []int `json:"before"`  // for each part the round that wrote its marks last: Round.Before of the next round

	Checksum string `json:"checksum"`
}

// Sums are what some rounds have done.
type Sums struct {
	Parts    int    `json:"parts"`    // that had something to do; of several rounds the most in one
	Refs     uint64 `json:"refs"`     // distinct objects from which they began
	Marked   uint64 `json:"marked"`   // objects
	Messages uint64 `json:"messages"` // that were sent
}

// plus adds what later rounds have done.
func (s Sums) plus(t Sums) Sums {
	return Sums{max(s.Parts, t.Parts), s.Refs + t.Refs, s.Marked + t.Marked, s.Messages + t.Messages}
}

const recordVersion = 1

func (r *record) seal() *string { return &r.Checksum }

func (r *record) supported() int { return recordVersion }

// newRecord adds up the outcomes of a round. They are those of its parts, each once. before is what the rounds
// before it have done.
func newRecord(e *Export, r *Round, before Sums, outcomes []Outcome) (*record, error) {
	rec := &record{Version: recordVersion, Export: e.Checksum, Round: r.Number, Parts: r.Parts, Before: slices.Clone(r.Before)}
	rec.This.Parts = len(r.Parts)
	done := make([]int, 0, len(outcomes))
	for _, out := range outcomes {
		done = append(done, out.Part)
		rec.This.Refs += out.Refs
		rec.This.Marked += out.Marked
		rec.This.Messages += out.Messages
		if out.Messages > 0 {
			rec.Senders = append(rec.Senders, out.Part)
		}
		rec.Next = append(rec.Next, out.To...)
	}
	if slices.Sort(done); !slices.Equal(done, r.Parts) {
		return nil, fmt.Errorf("round %d: the engine has carried out the steps of parts %v, and should have carried out those of %v", r.Number, done, r.Parts)
	}
	for _, part := range r.Parts {
		rec.Before[part] = r.Number
	}
	rec.All = before.plus(rec.This)
	slices.Sort(rec.Senders)
	slices.Sort(rec.Next)
	rec.Next = slices.Compact(rec.Next)
	return rec, nil
}

// write makes the round complete.
func (r *record) write(work string) error {
	return writeSealed(recordPath(work, r.Round), r)
}

func recordPath(work string, round int) string {
	return filepath.Join(folderOf(work, round), roundName)
}

// readRecord reads what a complete round of an export has done.
func readRecord(e *Export, work string, round int) (*record, error) {
	r, path := &record{}, recordPath(work, round)
	if err := readSealed(path, r); err != nil {
		return nil, err
	}
	parts := func(list []int) bool { // ascending, without repetition
		all := slices.Compact(slices.Sorted(slices.Values(list)))
		return slices.Equal(list, all) && (len(all) == 0 || all[0] >= 0 && all[len(all)-1] < len(e.Parts))
	}
	written := func(list []int) bool {
		return len(list) == len(e.Parts) && slices.Min(list) >= 0 && slices.Max(list) <= round
	}
	switch {
	case r.Export != e.Checksum:
		return nil, damaged(path, 0, "the round is of the export %s, and %s is %s: give another folder for the rounds", r.Export, e.Dir, e.Checksum)
	case r.Round != round:
		return nil, damaged(path, 0, "it is round %d and should be round %d", r.Round, round)
	case !parts(r.Parts) || !parts(r.Senders) || !parts(r.Next) || !written(r.Before):
		return nil, damaged(path, 0, "a part or a round in it does not belong to %s", e.Dir)
	}
	return r, nil
}

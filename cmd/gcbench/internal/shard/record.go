package shard

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/draft"
)

// record is round.json: what the rounds have done, and what the next one has to do. It is that of the last
// complete round alone, so that many rounds leave no more than a few. It has no times, so that the same
// round gives the same bytes.
type record struct {
	Version int    `json:"version"`
	Export  string `json:"export"` // checksum of the manifest
	Round   int    `json:"round"`
	Parts   []int  `json:"parts"` // that had something to do, ascending

	This sums `json:"this"` // what this round has done
	All  sums `json:"all"`  // what it and all rounds before it have done

	Senders []int `json:"senders"` // parts that have sent messages, ascending
	Next    []int `json:"next"`    // parts to which they were sent, ascending
	Before  []int `json:"before"`  // for each part the round that wrote its marks last: Round.Before of the next round

	Checksum string `json:"checksum"`
}

// sums are what some rounds have done.
type sums struct {
	Parts    int    `json:"parts"` // that had something to do; of several rounds the most in one
	Refs     uint64 `json:"refs"`
	Marked   uint64 `json:"marked"`
	Messages uint64 `json:"messages"`
}

// plus adds what later rounds have done.
func (s sums) plus(t sums) sums {
	return sums{max(s.Parts, t.Parts), s.Refs + t.Refs, s.Marked + t.Marked, s.Messages + t.Messages}
}

const recordVersion = 1

func (r *record) seal() *string { return &r.Checksum }

func (r *record) supported() int { return recordVersion }

// newRecord adds up the outcomes of a round. They are those of its parts, each once. before is what the rounds
// before it have done.
func newRecord(e *Export, r *Round, before sums, outcomes []Outcome) (*record, error) {
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
	data, err := encode(r)
	if err != nil {
		return err
	}
	return draft.WriteFile(recordPath(work, r.Round), data)
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
	parts := func(list []int) bool {
		for i, p := range list {
			if p < 0 || p >= len(e.Parts) || i > 0 && list[i-1] >= p {
				return false
			}
		}
		return true
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
		return nil, damaged(path, 0, "a part or a round in it is none of %s", e.Dir)
	}
	return r, nil
}

package shard

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Engine carries out rounds. [Plain] does so in this process. Another one may send the parts
// to other machines.
type Engine interface {
	// Round carries out the step of each part in r.Parts, and returns their outcomes in
	// any order. It may carry out a step several times, also at once, because a step is a
	// pure function (R5). After an error the round is not complete, and it may be
	// carried out again.
	Round(ctx context.Context, r *Round) ([]Outcome, error)
}

// Round is what there is to do in one round. It is data alone, so it can be sent to other
// processes, as JSON for example. These need to see the same files in the two folders.
type Round struct {
	Dir    string `json:"dir"`    // folder of the export
	Work   string `json:"work"`   // folder of the rounds
	Number int    `json:"number"` // of this round, from 1
	// Parts are those that have something to do, ascending: the parts with roots in round
	// 1, and later those to which a part has sent a message in the round before.
	Parts []int `json:"parts"`
	// Senders are the parts that have sent messages in the round before, ascending.
	Senders []int `json:"senders"`
	// Before has for each part of the export the round that wrote its marks last, 0 for none.
	Before []int `json:"before"`

	export *Export // what is in Dir; nil where the Round has come from elsewhere
}

// Outcome is what the step of one part has done.
type Outcome struct {
	Part     int    `json:"part"`
	Refs     uint64 `json:"refs"`     // distinct objects from which the step began: messages, or roots in round 1
	Marked   uint64 `json:"marked"`   // the part's own objects that this step has marked
	Messages uint64 `json:"messages"` // that the step has sent, each to another object
	To       []int  `json:"to"`       // the parts to which it has sent messages, ascending
}

// wordsOf says which file of words of a round is meant.
func (e *Export) wordsOf(kind uint32, part, round int) wordsOf {
	return wordsOf{kind, e.id, uint32(part), uint32(round)}
}

// open opens the export, and makes sure that the round can be one of it.
func (r *Round) open() (*Export, error) {
	e := r.export
	if e == nil {
		var err error
		if e, err = Open(r.Dir); err != nil {
			return nil, err
		}
	}
	if r.Number < 1 || len(r.Before) != len(e.Parts) {
		return nil, fmt.Errorf("round %d has the marks of %d parts, and %s has %d parts", r.Number, len(r.Before), r.Dir, len(e.Parts))
	}
	return e, nil
}

// Step carries out the step of a part: it reads the part and its marks of an earlier
// round, marks with m from the refs, and writes the marks and the messages of this round. The
// files get their names when they are whole. To carry out a step again writes the same bytes.
//
// The refs are those of the part's [Task], in any order and perhaps repeatedly. In round 1
// they are left out, because a part begins with its own roots. Any goroutine may call Step
// with its own Marker.
func (r *Round) Step(ctx context.Context, m *mark.Marker, part int, refs []heap.Ref) (Outcome, error) {
	none := Outcome{}
	e, err := r.open()
	if err != nil {
		return none, err
	}
	if part < 0 || part >= len(r.Before) {
		return none, fmt.Errorf("%s: there is no part %d: the parts have the numbers from 0 to %d", r.Dir, part, len(e.Parts)-1)
	}
	// A part with marks of an earlier round was checked then.
	p, err := e.OpenPart(part, r.Before[part] == 0)
	if err != nil {
		return none, err
	}
	before, err := r.marks(p)
	if err != nil {
		return none, err
	}
	if r.Number == 1 {
		refs = p.heap.Roots() // which may be repeated
	}
	refs = sorted(slices.Clone(refs))
	after, sent, err := p.Step(ctx, m, before, refs)
	if err != nil {
		return none, err
	}
	out := Outcome{Part: part, Refs: uint64(len(refs)), Marked: after.Count() - before.Count()}
	if err := os.MkdirAll(folderOf(r.Work, r.Number), 0o777); err != nil {
		return none, err
	}
	if err := r.writeSent(e, sent, &out); err != nil {
		return none, err
	}
	out.Marked -= out.Messages // which are marked stubs
	return out, r.writeMarks(e, part, after)
}

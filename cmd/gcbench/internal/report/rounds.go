package report

import (
	"fmt"
	"io"
	"math"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/machine"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/shard"
)

// RoundsSchema names the format of Rounds. Fields are added to it, never renamed.
const RoundsSchema = "gcbench-rounds/1"

// Rounds is what gcbench rounds reports.
type Rounds struct {
	Schema   string      `json:"schema"`
	Env      machine.Env `json:"env"`
	Export   string      `json:"export"` // folder of the parts
	Work     string      `json:"work"`   // folder of the rounds
	Layout   string      `json:"layout"`
	Parts    int         `json:"parts"`
	Rounds   []Round     `json:"rounds"`
	Resumed  int         `json:"resumed"` // rounds that an earlier run has carried out
	Messages uint64      `json:"messages"`
	// MessageBytes are those of all messages.
	MessageBytes uint64 `json:"message_bytes"`
	Marked       uint64 `json:"marked"` // objects of the whole heap
	Digest       string `json:"digest"` // of these
	// Equal says that count, digest, rounds and messages are those that the export has found.
	Equal bool `json:"equal"`
}

// Round is one round of a mark in parts, or all rounds of earlier runs together.
type Round struct {
	First        int    `json:"first"`  // the same as Number, and 1 for the rounds of earlier runs
	Number       int    `json:"number"` // of the round, or of the last of them
	Parts        int    `json:"parts"`  // that had something to do; of several rounds the most in one
	Refs         uint64 `json:"refs"`   // distinct objects from which they began
	Marked       uint64 `json:"marked"`
	Messages     uint64 `json:"messages"`
	MessageBytes uint64 `json:"message_bytes"`
	NS           int64  `json:"ns"` // 0 if an earlier run has carried it out
}

// NewRounds returns a report without rounds.
func NewRounds(env machine.Env, e *shard.Export, work string) *Rounds {
	return &Rounds{Schema: RoundsSchema, Env: env, Export: e.Dir, Work: work, Layout: e.Layout, Parts: len(e.Parts), Rounds: []Round{}}
}

// Add enters a complete round.
func (r *Rounds) Add(d shard.Done) Round {
	round := Round{d.First, d.Number, d.Parts, d.Refs, d.Marked, d.Messages, d.Messages * shard.MessageBytes, d.Took.Nanoseconds()}
	r.Rounds = append(r.Rounds, round)
	return round
}

// Complete is the number of rounds that are complete.
func (r *Rounds) Complete() uint64 {
	if len(r.Rounds) == 0 {
		return 0
	}
	return uint64(r.Rounds[len(r.Rounds)-1].Number)
}

// Finish enters the totals.
func (r *Rounds) Finish(t *shard.Total, e *shard.Export) {
	r.Resumed, r.Messages, r.MessageBytes = t.Resumed, t.Messages, t.Messages*shard.MessageBytes
	r.Marked, r.Digest, r.Equal = t.Marked, Digest(t.Digest), t.Differs(&e.Manifest) == nil
}

// maxRoundRows is the most rows of a RoundsTable.
const maxRoundRows = 32

// RoundsTable prints the rounds of one report as they come. If many are foretold, a row stands for
// several.
type RoundsTable struct {
	*Table
	each    int // rounds of a row
	row     Round
	pending int // rounds in row
}

// NewRoundsTable returns an empty table for so many rounds.
func NewRoundsTable(w io.Writer, rounds uint64) *RoundsTable {
	return &RoundsTable{
		Table: NewTable(w, Column{Title: "round", Width: 9}, Column{Title: "parts"}, Column{Title: "refs in", Width: 11},
			Column{Title: "marked", Width: 13}, Column{Title: "messages", Width: 11}, Column{Title: "bytes", Width: 8}, Column{Title: "time", Width: 8}),
		each: int(min(max(1, (rounds+maxRoundRows-1)/maxRoundRows), math.MaxInt32)),
	}
}

// Add prints a round, if it is the last one of a row. The rounds of earlier runs have a row of their own: there
// is no time for them.
func (t *RoundsTable) Add(r Round) error {
	t.row.Number, t.row.Parts = r.Number, max(t.row.Parts, r.Parts)
	t.row.Refs += r.Refs
	t.row.Marked += r.Marked
	t.row.Messages += r.Messages
	t.row.MessageBytes += r.MessageBytes
	t.row.NS += r.NS
	if t.pending += r.Number - r.First + 1; t.pending < t.each && r.NS > 0 {
		return nil
	}
	return t.Flush()
}

// Flush prints the rounds that have not been printed.
func (t *RoundsTable) Flush() error {
	r, n := t.row, t.pending
	if t.row, t.pending = (Round{}), 0; n == 0 {
		return nil
	}
	number, took := fmt.Sprint(r.Number), "before"
	if n > 1 {
		number = fmt.Sprintf("%d–%d", r.Number-n+1, r.Number)
	}
	if r.NS > 0 {
		took = Duration(float64(r.NS))
	}
	return t.Row(number, Count(uint64(r.Parts)), Count(r.Refs), Count(r.Marked), Count(r.Messages), Bytes(r.MessageBytes), took)
}

// Print writes the totals for a person.
func (r *Rounds) Print(w io.Writer) error {
	text := fmt.Sprintf("%s marked in %s with %s (%s), digest %s.", Plural(r.Marked, "object"), Plural(r.Complete(), "round"),
		Plural(r.Messages, "message"), Bytes(r.MessageBytes), r.Digest)
	if r.Resumed > 0 {
		text += fmt.Sprintf(" An earlier run had completed %s.", Plural(uint64(r.Resumed), "round"))
	}
	if r.Equal {
		text += " All of this is equal to what a search of the whole heap has found."
	}
	if len(r.Rounds) == 0 {
		_, err := io.WriteString(w, Wrapped("No part has a root. So nothing can be reached, and there is nothing to do. "+text, "", ""))
		return err
	}
	_, err := io.WriteString(w, "\n"+Wrapped(text, "", ""))
	return err
}

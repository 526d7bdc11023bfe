package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
)

// engine carries out the rounds of package shard, each as one pipeline of Apache Beam
// (https://beam.apache.org, the programming model of Akidau and others, "The Dataflow
// Model", VLDB 2015):
//
//	round 1   parts with roots ──────────> (part, nothing) ─┐
//	later     parts that have sent ──read─> (part, refs) ───┴─> GroupByKey ──> mark
//	                                                                            │
//	          the folder of rounds: marks and messages of this round  <─────────┘
//
// The messages between parts therefore travel through the runner's shuffle, and each part
// is marked where the runner wants. Invariants:
//
//	E1  A pipeline has names and numbers alone, never refs: below 1 MB for the most parts that
//	    there are. Its steps read refs from files, and emit them in batches of 512 KiB.
//	E2  Nothing is believed because a runner says that it has succeeded. A round is done
//	    when each of its parts has left an outcome in a folder that is new for this attempt.
//	    A part leaves its outcome after its marks and its messages.
//	E3  A step may run twice, also at once: see markPart.
type engine struct {
	runner  *runner
	workers int // of the marker in each step
}

// Round implements [shard.Engine].
func (e *engine) Round(ctx context.Context, r *shard.Round) ([]shard.Outcome, error) {
	outcomes, err := newOutcomes(r.Work)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(outcomes)
	all, err := e.attempt(ctx, r, outcomes)
	if err != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return all, err
}

// attempt runs the pipeline of a round, and reads what its parts have left. The round may be
// complete although ctx has ended meanwhile.
func (e *engine) attempt(ctx context.Context, r *shard.Round, outcomes string) ([]shard.Outcome, error) {
	if err := e.runner.run(ctx, fmt.Sprintf("round-%d", r.Number), e.pipeline(r, outcomes)); err != nil {
		return nil, inShort(err)
	}
	return gather(outcomes, r)
}

// pipeline is the one of a round.
func (e *engine) pipeline(r *shard.Round, outcomes string) *beam.Pipeline {
	p, s := beam.NewPipelineWithRoot()
	var frontier beam.PCollection
	if r.Number == 1 {
		frontier = beam.ParDo(s, ownRoots, beam.CreateList(s, r.Parts))
	} else {
		// Without a shuffle before it, one worker would read the messages of all parts,
		// because runners let one worker do what needs no shuffle.
		senders := beam.Reshuffle(s, beam.CreateList(s, r.Senders))
		frontier = beam.ParDo(s, &readSent{*r}, senders)
	}
	beam.ParDo0(s, &markPart{*r, outcomes, e.workers}, beam.GroupByKey(s, frontier))
	return p
}

// inShort is what a step has said of its failure, without what the runner says around it:
// the plan of the pipeline, line by line. Other failures stay as they are.
func inShort(err error) error {
	text := err.Error()
	at := strings.LastIndex(text, says)
	if at < 0 {
		return err
	}
	sentence, _, _ := strings.Cut(text[at+len(says):], "\n")
	return errors.New(sentence)
}

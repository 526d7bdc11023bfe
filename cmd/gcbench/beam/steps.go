package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/shard"
	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// A frontier travels as pairs of a part and a batch of refs in this part, of refBytes each,
// little-endian. A batch has at most batchRefs of them: 512 KiB. Runners move a pair in one
// gRPC message, and many refuse messages of more than 4 MB.
const (
	refBytes  = 4
	batchRefs = 1 << 17
)

// ownRoots begins a part from its own roots: the batch is empty.
func ownRoots(part int) (int, []byte) { return part, nil }

// readSent is the step that reads what a part has sent in the round before. Beam sends the
// fields to a worker as JSON.
type readSent struct{ Round shard.Round }

// ProcessElement emits the messages of one part in batches.
func (f *readSent) ProcessElement(sender int, emit func(int, []byte)) error {
	return saying(inBatches(f.Round.Sent(sender), emit))
}

// inBatches emits messages, which come in the order of parts, in batches that each go to one part.
func inBatches(messages iter.Seq2[shard.Message, error], emit func(int, []byte)) error {
	to, batch := 0, []byte(nil)
	flush := func() {
		if len(batch) > 0 {
			emit(to, batch)
		}
		batch = nil // emit may keep it
	}
	for m, err := range messages {
		if err != nil {
			return err
		}
		if m.Part() != to || len(batch) == batchRefs*refBytes {
			flush()
			to = m.Part()
		}
		batch = binary.LittleEndian.AppendUint32(batch, uint32(m.Ref()))
	}
	flush()
	return nil
}

// markPart is the step that marks a part. It leaves its outcome as a file, because a worker
// has no other way to the program that has started the round: a runner may carry a step
// out twice, and Beam's own counters count both times.
type markPart struct {
	Round    shard.Round
	Outcomes string // folder for the outcomes of this round
	Workers  int    // of the marker
}

// ProcessElement marks one part from all batches for it. It keeps nothing from one call to
// the next, so it may be called again with the same input (shard: R5).
func (f *markPart) ProcessElement(ctx context.Context, part int, batches func(*[]byte) bool) error {
	var refs []heap.Ref
	for batch := []byte(nil); batches(&batch); {
		for ; len(batch) >= refBytes; batch = batch[refBytes:] {
			refs = append(refs, heap.Ref(binary.LittleEndian.Uint32(batch)))
		}
	}
	m, err := mark.New(mark.Options{Workers: f.Workers})
	if err != nil {
		return saying(err)
	}
	defer m.Close()
	outcome, err := f.Round.Step(ctx, m, part, refs)
	if err != nil {
		return saying(err)
	}
	return saying(leave(f.Outcomes, outcome))
}

// says begins the sentence of a step that has failed. The text that a runner puts before
// and behind it differs from runner to runner.
const says = "halfmark says: "

// saying makes the sentence of err findable in what a runner makes of it.
func saying(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s%w", says, err)
}

func init() {
	register.Function1x0(nothing)
	register.Function1x2(ownRoots)
	register.DoFn2x1[int, func(int, []byte), error](&readSent{})
	register.DoFn3x1[context.Context, int, func(*[]byte) bool, error](&markPart{})
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
}

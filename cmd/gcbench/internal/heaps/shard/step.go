package shard

import (
	"context"
	"fmt"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark"
)

// Step is the step of a part as a pure function. It marks with m what can be reached in the part from refs and
// from what is marked already. before are the marks of an earlier step, or a bitmap without bits. The refs are
// objects of the part, ascending and without repetition.
//
// after are the new marks. They belong to m, as a mark's result does. sent iterates over the
// messages of this step, ascending: each for a stub that is marked in after and was not in before.
//
// To say it as a formula, with the part fixed: (before, refs) → (after, sent), and nothing else
// comes in or goes out. Invariants R1, R2 and R5 of the package rest on this.
func (p *Part) Step(ctx context.Context, m *mark.Marker, before *heap.Bitmap, refs []heap.Ref) (after *heap.Bitmap, sent func(yield func(Message)) error, err error) {
	if err := p.checkRefs(refs); err != nil {
		return nil, nil, err
	}
	r, err := m.ResumeHeap(ctx, p.heap, before, refs)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", p.file("heap"), err)
	}
	return r.Marks, func(yield func(Message)) error { return p.sent(before, r.Marks, yield) }, nil
}

// sent calls yield for each stub that is marked in after and not in before.
func (p *Part) sent(before, after *heap.Bitmap, yield func(Message)) error {
	out, err := p.openOut()
	if err != nil {
		return err
	}
	for obj := p.Granules; obj < p.heap.Granules(); obj++ {
		ref := heap.Ref(obj)
		if !after.Has(ref) || before.Has(ref) {
			continue
		}
		word, err := out.at(obj - p.Granules)
		if err != nil {
			return err
		}
		yield(Message(word))
	}
	return nil
}

// Total returns how many of the part's own objects are marked, and what they add to the digest of
// the whole heap.
func (p *Part) Total(marks *heap.Bitmap) (count, digest uint64, err error) {
	var ranks *words
	if p.Ranks != "" {
		if ranks, err = p.openRanks(); err != nil {
			return 0, 0, err
		}
	}
	for i, obj := range p.heap.Objects() {
		if i >= p.Objects {
			break
		}
		if !marks.Has(obj) {
			continue
		}
		rank := p.FirstRank + i
		if ranks != nil {
			if rank, err = ranks.at(i); err != nil {
				return 0, 0, err
			}
		}
		count++
		digest += heap.RankDigest(rank)
	}
	return count, digest, nil
}

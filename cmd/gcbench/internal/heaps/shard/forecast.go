package shard

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// Forecast is what a mark in rounds will cost. It is no estimate: a search of the whole heap
// has counted everything.
type Forecast struct {
	Layout     shape.Layout
	CrossEdges uint64 // references that lead to another part
	Stubs      uint64 // objects of another part to which a part refers, for all parts together
	Live       uint64 // objects that can be reached
	Digest     uint64 // of these: heap.Digest
	// Rounds is how many rounds there are. It exceeds by 1 how often the best way to some live
	// object crosses parts, or by 2, if the last messages lead to objects that are marked
	// already.
	Rounds uint64
	// Messages is how many there are in all rounds together: the stubs to which a live object
	// refers (R2).
	Messages uint64
}

// Plan is a heap that is cut into parts in memory. It says what rounds will cost, and writes the
// parts. One goroutine may use it.
type Plan struct {
	Forecast
	cut   *cut
	parts []PartInfo
}

// NewPlan cuts a heap that has passed its Check, and counts. ctx ends it early. It takes a
// 32nd of the arena's size and, meanwhile, up to 8 bytes for each object and a 64th of the
// arena more. Breadth-first takes what newOrder says as well.
//
// The heap may be mapped. If its file cannot be read, that is the error.
func NewPlan(ctx context.Context, h *heap.Heap, parts int, l shape.Layout) (*Plan, error) {
	if !slices.Contains(Layouts(), l) {
		return nil, fmt.Errorf("a heap cannot be cut in layout %v: it must be one of %v", l, Layouts())
	}
	p := &Plan{Forecast: Forecast{Layout: l}, parts: make([]PartInfo, parts)}
	err := heap.CatchFaults(func() error {
		p.cut = newCut(newOrder(h, l), parts)
		live, last, err := p.search(ctx)
		if err != nil {
			return err
		}
		if p.Digest, err = heap.Digest(h, live); err != nil {
			return err
		}
		return p.count(ctx, live, last)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// search finds everything that can be reached, in the rounds in which the parts will find it
// (R3). It is a search by the number of crossings: references within a part cost nothing, the
// others 1. last are the objects that the last round has found.
//
// It shares no code with the marker and with the steps. A run that comes to the same count,
// digest and rounds is therefore a check of both.
func (p *Plan) search(ctx context.Context) (live *heap.Bitmap, last []heap.Ref, err error) {
	c, h := p.cut, p.cut.h
	live = heap.NewBitmap(h.Granules())
	waiting := heap.NewBitmap(h.Granules()) // was in next at some time
	next := h.Roots()
	// Each round uses the same memory. Lists that grow would leave as much behind as the heap has.
	room, more := make([]heap.Ref, 0, h.NumObjects()), []heap.Ref(nil)
	for {
		found := room
		for _, obj := range next {
			if live.TestAndSet(obj) {
				found = append(found, obj)
			}
		}
		if len(found) == 0 {
			return live, last, nil // nothing was written over last
		}
		next = more[:0]
		for i := 0; i < len(found); i++ {
			if i%pollEvery == 0 && ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			part := c.part(c.at(found[i]))
			for _, to := range h.Refs(found[i]) {
				switch {
				case to == heap.Nil || live.Has(to):
				case c.part(c.at(to)) == part:
					live.TestAndSet(to)
					found = append(found, to)
				case waiting.TestAndSet(to):
					next = append(next, to)
				}
			}
		}
		p.Live += uint64(len(found))
		p.Rounds++
		last, more = found, next
	}
}

// pollEvery is after how many objects a loop looks whether its context has ended.
const pollEvery = 1 << 16

// count fills in the counts of the parts, the messages, and whether there is one round more.
//
// The messages that the parts send before the last search round are those from live
// objects that were found before. If objects of the last round add to them, then they are sent in this
// round. They mark nothing, but there is a round that takes them.
func (p *Plan) count(ctx context.Context, live *heap.Bitmap, last []heap.Ref) error {
	late := heap.NewBitmap(live.Len())
	for _, obj := range last {
		late.TestAndSet(obj)
	}
	targets, more := newRanked(p.cut.h.Granules()), false
	for i := range p.parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		targets.clear()
		p.target(targets, i, func(obj heap.Ref) bool { return live.Has(obj) && !late.Has(obj) })
		before := targets.index()
		p.target(targets, i, late.Has)
		sent := targets.index()
		p.target(targets, i, func(obj heap.Ref) bool { return !live.Has(obj) })
		p.Messages += sent
		more = more || sent > before
		p.parts[i].Stubs = targets.index()
		p.Stubs += p.parts[i].Stubs
		p.size(i)
	}
	if more {
		p.Rounds++
	}
	for _, root := range p.cut.h.Roots() {
		p.parts[p.cut.part(p.cut.at(root))].Roots++
	}
	return nil
}

// target puts into targets the addresses in other parts to which these objects of a part refer.
func (p *Plan) target(targets *ranked, part int, of func(heap.Ref) bool) {
	for obj := range p.cut.objectsOf(part) {
		if of(obj) {
			for at := range p.cut.crossing(obj, part) {
				targets.add(at)
			}
		}
	}
}

// size fills in the counts of a part that need no set.
func (p *Plan) size(part int) {
	c, info := p.cut, &p.parts[part]
	info.FirstRank = c.first[part]
	info.Objects = c.first[part+1] - c.first[part]
	info.Granules = c.own(part)
	for obj := range c.objectsOf(part) {
		for _, to := range c.h.Refs(obj) {
			if to != heap.Nil {
				info.Edges++
			}
		}
		for range c.crossing(obj, part) {
			info.CrossEdges++
		}
	}
	p.CrossEdges += info.CrossEdges
}

// Parts returns how many parts there are.
func (p *Plan) Parts() int { return len(p.parts) }

// LargestBytes is the size of the largest part's arena in bytes, with its stubs.
func (p *Plan) LargestBytes() (most uint64) {
	for _, info := range p.parts {
		most = max(most, info.arenaBytes())
	}
	return most
}

// PlanBytes is the memory that NewPlan takes at most beside the heap, in bytes.
func PlanBytes(h *heap.Heap, l shape.Layout) uint64 {
	bitmap, list := h.Granules()/8, 4*h.NumObjects()
	bytes := 5*bitmap + 2*list
	if l == shape.BFS {
		bytes += 3*bitmap + 2*list
	}
	return bytes
}

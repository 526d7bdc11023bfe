// Package options is what a user may choose about a Marker, with the defaults and what it comes to in memory. Packages mark and
// engine share it.
package options

import (
	"cmp"
	"math"
	"math/bits"
	"runtime"

	"github.com/seed-3ccf4018/halfmark/mark/internal/forward"
	"github.com/seed-3ccf4018/halfmark/mark/internal/plan"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/internal/probe"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Options are mark.Options, where each field is described.
type Options struct {
	Workers        int
	Until          func(node uint32) bool
	Progress       func(stats.Progress)
	Timeline       int
	Turn           func(worker int, does timeline.Activity)
	Deque          *stealq.Kind
	Capacity       int
	Grain          int
	OverflowBlocks int
	Tuning         tune.Tuning
}

// MaxWorkers is the largest number of workers.
const MaxWorkers = 1024

// WithDefaults returns o with each zero value replaced by what it stands for.
func (o Options) WithDefaults() Options {
	set := func(field *int, value int) {
		if *field == 0 {
			*field = value
		}
	}
	set(&o.Workers, min(runtime.GOMAXPROCS(0), MaxWorkers))
	set(&o.Grain, tune.DefaultGrain)
	set(&o.Capacity, tune.DefaultCapacity)
	set(&o.OverflowBlocks, tune.DefaultOverflowBlocks)
	if o.Deque == nil {
		o.Deque = stealq.StealHalf
	}
	if t := &o.Tuning; t.Amount == stealq.Balance && !o.Deque.Offers(t.Amount) && len(o.Deque.Amounts) > 0 {
		t.Amount = o.Deque.Amounts[0]
	}
	return o
}

// MarkerBytes estimates the memory of a Marker with these options, in bytes, besides its bitmaps.
func (o Options) MarkerBytes() int64 {
	o = o.WithDefaults()
	perBlock := func(grain int) int64 { return (int64(grain)*4+63)&^63 + 16 }
	n := int64(max(0, o.OverflowBlocks)) * perBlock(o.OverflowGrain())
	if o.Grain > 1 {
		n += int64(o.Workers) * int64(o.Capacity+1) * perBlock(o.Grain)
	}
	n += forward.Bytes(plan.Owners(o.Planned(0), runtime.GOMAXPROCS(0), false), math.MaxUint32)
	return n + int64(o.Workers)*(WorkerBytes+int64(o.Capacity)*8+int64(o.Timeline)*probe.EntryBytes)
}

// WorkerBytes is the memory of a worker, in bytes. Most of it is the private stack.
// The rest is buffers and ranges.
const WorkerBytes = policy.StackRefs*4 + 24<<10

// OverflowGrain is how many refs a block of the overflow pool holds. With tiny grains
// most of the list would be links.
func (o Options) OverflowGrain() int { return max(o.Grain, tune.DefaultGrain) }

// Fitted lowers the defaults to what a mark of n ids at this pace can use. It is for a Marker that is made for one
// call: the full memory would cost more time than a small mark. Where no worker would wake another there is
// only one, unless the user has said how many.
func (o Options) Fitted(n uint64, pace policy.Pace) Options {
	blocks := int(min(n/tune.DefaultGrain+1, tune.DefaultOverflowBlocks))
	if o.OverflowBlocks == 0 {
		o.OverflowBlocks = blocks
	}
	if o.Capacity == 0 {
		o.Capacity = max(stealq.MinCapacity, min(tune.DefaultCapacity, 1<<bits.Len(uint(blocks))))
	}
	if d := o.WithDefaults(); o.Workers == 0 && plan.Alone(d.Planned(0), pace.With(d.Grain)) {
		o.Workers = 1
	}
	return o
}

// Planned is the part of the options on which a plan depends. speculators is how many idle workers may speculate, 0 for the
// default.
func (o Options) Planned(speculators int) plan.Options {
	return plan.Options{
		Workers: o.Workers, Grain: o.Grain, Tuning: o.Tuning, Until: o.Until != nil, Speculators: cmp.Or(speculators, policy.Speculators),
	}
}

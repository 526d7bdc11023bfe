package mark

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/seed-3ccf4018/halfmark/mark/internal/engine"
	"github.com/seed-3ccf4018/halfmark/mark/internal/options"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/mark/timeline"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

const (
	// MaxWorkers is the largest number of workers: 1,024.
	MaxWorkers = options.MaxWorkers
	// MaxTimeline is the largest number of slices that a worker keeps for a timeline.
	MaxTimeline = 1 << 20
	// MaxMarkerBytes is the most memory, in bytes, that a Marker may allocate besides its
	// bitmaps.
	MaxMarkerBytes = 8 << 30
)

// Progress is how far a mark has come: see [stats.Progress].
type Progress = stats.Progress

// Options choose how a mark runs. The zero value is a good default, and most programs set
// nothing or only Workers. No option changes which objects a complete mark marks.
type Options struct {
	// Workers is the number of workers, 1 to MaxWorkers. 0 means GOMAXPROCS, but the
	// functions of this package take one worker for a heap or an [Adjacency] of up to 2.5
	// MiB. Workers are goroutines, so there may be more of them than processors. This helps
	// only if a callback waits for something. In marks of a heap or of an [Adjacency],
	// workers beyond GOMAXPROCS do not take part, unless Tuning.Marking or Grain says
	// otherwise.
	Workers int
	// Until is called once for each node that is reached, before the node is scanned. If it
	// returns true, the mark ends with a [*StopError], and the result holds all that was
	// reached so far, this node included. An Until that returns false visits all nodes. In a
	// heap the node is the Ref of an object. A panic ends the mark with a [*PanicError].
	//
	// Several goroutines call Until at once, in no order, so it must be safe for concurrent
	// use. If it returns true for several nodes, the error has any of these. After the first
	// one other goroutines may still call it, each at most once, and not for every node.
	//
	// Until should be quick, because how many workers mark a heap or an [Adjacency] depends
	// on its size alone. With an Until a list takes several times as long as without,
	// because no worker speculates.
	Until func(node uint32) bool
	// Progress is told how far the mark has come: at most ten times a second, and once more
	// at the end of a complete mark, with the number of all nodes reached.
	//
	// One of the workers calls Progress between two batches of nodes, or between two calls
	// of your code, and does nothing else meanwhile. A call of your code that takes seconds
	// delays it. There are never two calls of Progress at once, and none after the mark has
	// returned. A panic ends the mark with a [*PanicError].
	Progress func(stats.Progress)
	// Timeline is how many slices of a [timeline.Timeline] each worker keeps of a mark, and
	// how many arrows that have arrived there: the last ones, at most MaxTimeline. 0 means
	// that there is no timeline. A worker that is never idle begins about 50,000 slices a
	// second.
	Timeline int
	// Turn is told whenever a worker begins another activity, on the worker's goroutine, for
	// example to label goroutines for a profiler. The end of the mark is ActivitySleep of
	// worker 0, on the caller's goroutine. A worker calls Turn up to 100,000 times a second,
	// and does nothing else meanwhile. Turn must not panic. Without a Timeline it is an
	// error.
	Turn func(worker int, does timeline.Activity)
	// Deque is the kind of the workers' deques: one of [stealq.Kinds], or your Kind that
	// package stealq/stealqtest has judged. Nil means [stealq.StealHalf].
	//
	// Each item of your deques is followed, which takes two locked instructions, and with
	// grain 1 a bit for each bit of the mark bitmap. If they lose an item, give one twice,
	// invent one or panic, then the mark ends with a [*DequeError]. A mark without an error
	// is therefore right. The mark checks neither in which order items come nor how many
	// Steal says that it took. It does not end if a method of theirs does not return.
	Deque *stealq.Kind
	// Capacity is how many items a deque holds: a power of two from [stealq.MinCapacity] to
	// [stealq.MaxCapacity]. 0 means [tune.DefaultCapacity].
	Capacity int
	// Grain is how many refs an item of a deque holds, 1 to [tune.MaxGrain]. 0 means
	// [tune.DefaultGrain]. With grain 1 every object goes through the deque, as in the
	// papers. With a larger grain each worker has a private mark stack beside its deque.
	Grain int
	// OverflowBlocks is how many blocks the overflow pool has, at most
	// [tune.MaxOverflowBlocks]. A block holds Grain refs, and at least [tune.DefaultGrain].
	// 0 means [tune.DefaultOverflowBlocks], and [tune.NoPool] means none.
	OverflowBlocks int
	// Tuning is for experiments: see package mark/tune.
	Tuning tune.Tuning
}

// OptionError is the error of a field of [Options] that cannot be used. errors.As finds it.
type OptionError struct {
	Option  string // the field's name, such as "Workers" or "Tuning.Amount"
	Problem string // what is wrong, and what is allowed
}

// Error names the option, and says what is wrong with it.
func (e *OptionError) Error() string { return "mark: " + e.Option + ": " + e.Problem }

// WithDefaults returns o with each zero value replaced by what it stands for.
func (o Options) WithDefaults() Options { return Options(engine.Options(o).WithDefaults()) }

// Imitating returns o with the choices of one of [tune.Presets], which imitate real
// collectors. Fields that a preset does not choose, such as Workers and Tuning.Seed, stay as
// they are in o.
func (o Options) Imitating(p tune.Preset) Options {
	p.Tuning.Seed = o.Tuning.Seed
	o.Deque, o.Grain, o.Capacity, o.OverflowBlocks, o.Tuning = p.Deque, p.Grain, p.Capacity, p.OverflowBlocks, p.Tuning
	return o
}

// Validate returns the [*OptionError] with which [New] would refuse o, or nil. It allocates
// no deque and starts no worker.
func (o Options) Validate() error {
	o = o.WithDefaults()
	for _, f := range []struct {
		option           string
		value, low, high int
	}{
		{"Workers", o.Workers, 1, MaxWorkers},
		{"Grain", o.Grain, 1, tune.MaxGrain},
		{"Capacity", o.Capacity, stealq.MinCapacity, stealq.MaxCapacity},
		{"OverflowBlocks", o.OverflowBlocks, tune.NoPool, tune.MaxOverflowBlocks},
		{"Timeline", o.Timeline, 0, MaxTimeline},
	} {
		if f.value < f.low || f.value > f.high {
			return &OptionError{f.option, fmt.Sprintf("%d is out of range: %d to %d are allowed", f.value, f.low, f.high)}
		}
	}
	if o.Turn != nil && o.Timeline == 0 {
		return &OptionError{"Turn", "it is told of a timeline, and Timeline is 0: set Timeline to 1 or more, or Turn to nil"}
	}
	if bits.OnesCount(uint(o.Capacity)) != 1 {
		return &OptionError{"Capacity", fmt.Sprintf("%d is not a power of two: %d to %d are allowed", o.Capacity, stealq.MinCapacity, stealq.MaxCapacity)}
	}
	if err := o.Deque.Validate(); err != nil {
		return &OptionError{"Deque", strings.TrimPrefix(err.Error(), "stealq: ")}
	}
	if field, problem := o.Tuning.Problem(o.Deque); field != "" {
		return &OptionError{"Tuning." + field, problem}
	}
	switch {
	case o.Grain > 1:
	case o.Tuning.Marking == tune.MarkingOwner:
		return &OptionError{"Tuning.Marking", "owner means nothing with grain 1, which collects nothing in batches: it must be auto or shared, or the grain 2 or more"}
	case o.Tuning.Speculation == tune.SpeculationForce:
		return &OptionError{"Tuning.Speculation", "force means nothing with grain 1, which sends every object through the deque: it must be lone, auto or off, or the grain 2 or more"}
	}
	if need := o.MarkerBytes(); need > MaxMarkerBytes {
		return &OptionError{"Capacity", fmt.Sprintf("%d workers with deques of %d items of %d refs and %d overflow blocks need %d MiB: at most %d are allowed; lower Workers, Capacity, Grain, OverflowBlocks or Timeline",
			o.Workers, o.Capacity, o.Grain, max(0, o.OverflowBlocks), need>>20, MaxMarkerBytes>>20)}
	}
	return nil
}

// MarkerBytes estimates the memory of a [Marker] with these options, in bytes, besides its
// bitmaps. The options must be valid. Items of deques count 8 bytes each, whatever their
// kind. The queues between owners of mark bits count as they are for a large heap: up to 2
// MiB for each owner. The Stats of a mark have the true MarkerBytes.
func (o Options) MarkerBytes() int64 { return engine.Options(o).MarkerBytes() }

// fitted lowers the defaults to what a mark of n ids can use.
func (o Options) fitted(n uint64, pace policy.Pace) Options {
	return Options(engine.Options(o).Fitted(n, pace))
}

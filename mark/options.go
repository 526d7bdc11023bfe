package mark

import (
	"fmt"
	"math/bits"
	"runtime"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

const (
	// MaxWorkers is the largest number of workers.
	MaxWorkers = 1024
	// MaxGrain is the largest number of refs in a block.
	MaxGrain = 4096
	// MaxOverflow is the largest number of blocks in the overflow pool.
	MaxOverflow = 1 << 24
	// MaxMarkerBytes bounds what the marker allocates besides its bitmaps.
	MaxMarkerBytes = 8 << 30

	// DefaultGrain makes an item of a deque worth about 4 batches: a theft
	// then costs little per object, and a block is filled soon.
	DefaultGrain = 64
	// DefaultDeque holds 64 Ki refs at the default grain, 256 KiB a worker.
	DefaultDeque = 1024
	// DefaultOverflow holds 1 Mi refs at the default grain, 4 MiB.
	DefaultOverflow = 16384
	// NoPool, as Options.Overflow, means no overflow pool at all: what does
	// not fit into the deques goes to the pending bitmap.
	NoPool = -1
)

// Options choose how a mark runs. The zero value is a good default. They do
// not change which objects are marked.
type Options struct {
	// Workers is the number of workers, 1 to MaxWorkers; 0 means GOMAXPROCS.
	// Workers are goroutines: more of them than processors is allowed.
	Workers int
	// Queue names the deque, one of stealq.Kinds; "" means stealhalf.
	Queue string
	// Grain is the number of refs in an item of a deque, 1 to MaxGrain; 0
	// means DefaultGrain. Grain 1 sends every object through the deque, as in
	// the papers; larger grains keep a private mark stack beside it.
	Grain int
	// Deque is the capacity of a deque in items, a power of two from
	// stealq.MinCapacity to stealq.MaxCapacity; 0 means DefaultDeque.
	Deque int
	// Overflow is the number of blocks in the overflow pool, up to
	// MaxOverflow; 0 means DefaultOverflow and NoPool none.
	Overflow int

	// Steal says when to steal, Victim from whom and Idle what to do while
	// there is nothing to take. With one worker there is no choice to make: any
	// value is valid, so that a program runs alike on any number of processors.
	Steal  Steal
	Victim Victim
	Idle   Idle
	// Amount says how much to steal: one of the Amounts of the queue's Kind.
	// The zero value, Balance, stands for the first of them where the queue
	// does not offer Balance.
	Amount stealq.Amount

	Seed uint64 // of the choice of victims
}

// OptionError says which field of Options cannot be used and what could be.
type OptionError struct {
	Option  string // the field's name
	Problem string
}

func (e *OptionError) Error() string { return "mark: " + e.Option + ": " + e.Problem }

// withDefaults replaces zeros by what they stand for.
func (o Options) withDefaults() Options {
	set := func(field *int, value int) {
		if *field == 0 {
			*field = value
		}
	}
	set(&o.Workers, min(runtime.GOMAXPROCS(0), MaxWorkers))
	set(&o.Grain, DefaultGrain)
	set(&o.Deque, DefaultDeque)
	set(&o.Overflow, DefaultOverflow)
	if o.Queue == "" {
		o.Queue = "stealhalf"
	}
	if kind, ok := stealq.KindByName(o.Queue); ok && o.Amount == stealq.Balance && !kind.Offers(o.Amount) {
		o.Amount = kind.Amounts[0]
	}
	return o
}

// Validate reports what New would refuse; the error is an *OptionError.
func (o Options) Validate() error {
	o = o.withDefaults()
	within := func(option string, value, low, high int) error {
		if value < low || value > high {
			return &OptionError{option, fmt.Sprintf("%d is out of range: %d to %d are allowed", value, low, high)}
		}
		return nil
	}
	if err := within("Workers", o.Workers, 1, MaxWorkers); err != nil {
		return err
	}
	if err := within("Grain", o.Grain, 1, MaxGrain); err != nil {
		return err
	}
	if err := within("Deque", o.Deque, stealq.MinCapacity, stealq.MaxCapacity); err != nil {
		return err
	}
	if bits.OnesCount(uint(o.Deque)) != 1 {
		return &OptionError{"Deque", fmt.Sprintf("%d is not a power of two: %d to %d are allowed", o.Deque, stealq.MinCapacity, stealq.MaxCapacity)}
	}
	if err := within("Overflow", o.Overflow, NoPool, MaxOverflow); err != nil {
		return err
	}
	if err := o.validatePolicies(); err != nil {
		return err
	}
	if need := o.MarkerBytes(); need > MaxMarkerBytes {
		return &OptionError{"Deque", fmt.Sprintf("%d workers with deques of %d items of %d refs and %d overflow blocks need %d MiB: at most %d are allowed; lower Workers, Deque, Grain or Overflow",
			o.Workers, o.Deque, o.Grain, max(0, o.Overflow), need>>20, MaxMarkerBytes>>20)}
	}
	return nil
}

// validatePolicies checks the choices that are not numbers, each alone and then
// those pairs that can mean nothing.
func (o Options) validatePolicies() error {
	kind, ok := stealq.KindByName(o.Queue)
	if !ok {
		var names []string
		for _, k := range stealq.Kinds() {
			names = append(names, k.Name)
		}
		return &OptionError{"Queue", fmt.Sprintf("no queue %q: it must be %s", o.Queue, alternatives(names))}
	}
	for _, p := range []struct {
		option string
		value  uint8
		names  []string
	}{
		{"Steal", uint8(o.Steal), stealNames}, {"Victim", uint8(o.Victim), victimNames}, {"Idle", uint8(o.Idle), idleNames},
	} {
		if int(p.value) >= len(p.names) {
			return &OptionError{p.option, fmt.Sprintf("no policy %d: it must be %s", p.value, alternatives(p.names))}
		}
	}
	return o.validatePairs(kind)
}

// validatePairs checks what depends on the kind of queue: which amounts its
// steal can take, and whether its workers have anything to steal at all.
func (o Options) validatePairs(kind stealq.Kind) error {
	const oneQueue = "%v means nothing for queue %s, of which there is one for all workers: it must be %v"
	switch {
	case !kind.Offers(o.Amount):
		return &OptionError{"Amount", fmt.Sprintf("%v means nothing for queue %s: it must be %s", o.Amount, o.Queue, alternatives(kind.Amounts))}
	case kind.Shared && o.Steal != StealOnEmpty:
		return &OptionError{"Steal", fmt.Sprintf(oneQueue, o.Steal, o.Queue, StealOnEmpty)}
	case kind.Shared && o.Victim != VictimRandom:
		return &OptionError{"Victim", fmt.Sprintf(oneQueue, o.Victim, o.Queue, VictimRandom)}
	}
	return nil
}

// MarkerBytes estimates the memory of a Marker with these options, in bytes, besides
// its bitmaps: what MaxMarkerBytes bounds and Stats.MarkerBytes tells afterwards. Items
// of deques count 8 bytes each, whatever the queue. The options must be valid.
func (o Options) MarkerBytes() int64 {
	o = o.withDefaults()
	perBlock := func(grain int) int64 { return (int64(grain)*4+63)&^63 + 16 }
	n := int64(max(0, o.Overflow)) * perBlock(o.overflowGrain())
	if o.Grain > 1 {
		n += int64(o.Workers) * int64(o.Deque+1) * perBlock(o.Grain)
	}
	return n + int64(o.Workers)*(workerBytes+int64(o.Deque)*8)
}

// workerBytes is the memory of a worker, its private stack above all; the rest is
// its buffers and its ranges.
const workerBytes = stackRefs*4 + 20<<10

// overflowGrain is the number of refs in a block of the overflow pool: with
// tiny grains the list would be all links.
func (o Options) overflowGrain() int { return max(o.Grain, DefaultGrain) }

// fitted lowers defaults to what n objects can use, for a Marker that is made
// for one mark: its memory would otherwise cost more than a small mark.
func (o Options) fitted(n uint64) Options {
	blocks := int(min(n/DefaultGrain+1, DefaultOverflow))
	if o.Overflow == 0 {
		o.Overflow = blocks
	}
	if o.Deque == 0 {
		o.Deque = max(stealq.MinCapacity, min(DefaultDeque, 1<<bits.Len(uint(blocks))))
	}
	return o
}

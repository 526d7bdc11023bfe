// Package tune has the choices that experiments make about a mark: when and whom workers rob, how they wait,
// who sets mark bits, and who looks ahead along lists. A program that only wants a mark needs none of this:
// the zero value of mark.Options is a good default, and no choice changes which objects are marked.
//
// To imitate a real collector, call [ParsePreset]. To change one choice, set a field of [Tuning]:
//
//	preset, err := tune.ParsePreset("hotspot")
//	options := mark.Options{Workers: 4}.Imitating(preset)
//	options.Tuning.Idle = tune.IdleSpin
//	r, err := mark.Heap(ctx, h, options)
//
// These pages have pictures, rules and measurements:
//
//	StealPolicy, VictimPolicy, IdlePolicy   docs/algorithms/policies.md
//	Marking                                 docs/algorithms/owner-marking.md
//	Speculation                             docs/algorithms/lists.md
//	Preset                                  docs/algorithms/presets.md
//
// Deques are chosen in package stealq. All values are plain data, and any goroutine may call the functions.
package tune

import (
	"fmt"

	"github.com/seed-3ccf4018/halfmark/stealq"
)

const (
	// MaxGrain is the largest number of refs in a block.
	MaxGrain = 4096
	// MaxOverflowBlocks is the largest number of blocks in the overflow pool.
	MaxOverflowBlocks = 1 << 24

	// DefaultGrain is the default of Options.Grain, in refs. An item of a deque is then worth about four batches: a
	// theft costs little for each object, and a block is filled soon.
	DefaultGrain = 64
	// DefaultCapacity is the default of Options.Capacity, in items. With the default grain a deque holds 64
	// Ki refs, which are 256 KiB for each worker.
	DefaultCapacity = 1024
	// DefaultOverflowBlocks is the default of Options.OverflowBlocks. With the default grain the blocks hold
	// 1 Mi refs, which are 4 MiB.
	DefaultOverflowBlocks = 16384
	// NoPool, as Options.OverflowBlocks, means that there is no overflow pool. Refs that do not fit into the
	// deques go to the pending bitmap.
	NoPool = -1
)

// Tuning has the choices that only experiments need. With one worker every policy is valid.
type Tuning struct {
	Steal  StealPolicy  // when a worker steals
	Victim VictimPolicy // whom a thief asks
	Idle   IdlePolicy   // what a worker does while there is nothing to take
	// Amount is how much a thief takes: one of the Amounts of the deque's Kind. The zero value is
	// stealq.Balance, or the first of the Kind's Amounts if the Kind does not offer Balance.
	Amount stealq.Amount
	// Marking says which workers set which mark bits.
	Marking Marking
	// Speculation says which workers look for the rest of a list while its beginning is marked.
	// SpeculationForce needs a Grain above 1.
	Speculation Speculation
	// Recruit is how many objects the worker that begins a mark alone has marked before it wakes another. 0
	// means the default, which depends on the graph. Negative values are errors.
	Recruit int
	// Seed is the seed of the random choice of victims. Every value is valid.
	Seed uint64
}

// Problem returns the name of a field that cannot be used with deques of this kind, and a text that says what
// is wrong and which values are allowed. Both are "" if all fields are fine.
func (t Tuning) Problem(kind *stealq.Kind) (field, problem string) {
	for _, p := range []struct {
		field string
		value uint8
		names []string
	}{
		{"Steal", uint8(t.Steal), stealNames.all}, {"Victim", uint8(t.Victim), victimNames.all}, {"Idle", uint8(t.Idle), idleNames.all},
		{"Marking", uint8(t.Marking), markingNames.all}, {"Speculation", uint8(t.Speculation), speculationNames.all},
	} {
		if int(p.value) >= len(p.names) {
			return p.field, fmt.Sprintf("no policy %d: it must be %s", p.value, alternatives(p.names))
		}
	}
	// The kind of deque says which amounts its Steal accepts, and whether its workers have anybody to
	// steal from.
	const oneQueue = "%v means nothing for deque %s, of which there is one for all workers: it must be %v"
	switch {
	case t.Recruit < 0:
		return "Recruit", fmt.Sprintf("%d is negative: it must be 0 for the default, or a number of objects", t.Recruit)
	case !kind.Offers(t.Amount):
		return "Amount", fmt.Sprintf("%v means nothing for deque %s: it must be %s", t.Amount, kind.Name, alternatives(kind.Amounts))
	case kind.Shared && t.Steal != StealOnEmpty:
		return "Steal", fmt.Sprintf(oneQueue, t.Steal, kind.Name, StealOnEmpty)
	case kind.Shared && t.Victim != VictimRandom:
		return "Victim", fmt.Sprintf(oneQueue, t.Victim, kind.Name, VictimRandom)
	}
	return "", ""
}

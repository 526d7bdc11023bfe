package large

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/setting"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Request says what to simulate. What is left out, 0 or "" stands for a default.
type Request struct {
	Choices bool `json:"choices"` // asks for Choices instead of a mark
	Brief   bool `json:"brief"`   // asks for the figures alone: no lanes, no frontier

	Shape       string `json:"shape"`       // default tree
	Objects     uint64 `json:"objects"`     // MinObjects to MaxObjects, default 20,000
	Seed        uint64 `json:"seed"`        // of the heap
	Workers     int    `json:"workers"`     // 1 to mark.MaxWorkers, default 16
	Grain       int    `json:"grain"`       // 1 to MaxGrain; the marker's default
	Capacity    int    `json:"capacity"`    // of a deque, in items; the marker's default
	Deque       string `json:"deque"`       // default stealhalf
	Amount      string `json:"amount"`      // default the first of the deque's
	Steal       string `json:"steal"`       // default empty
	Victim      string `json:"victim"`      // default random
	Marking     string `json:"marking"`     // shared or owner, default shared
	Speculation string `json:"speculation"` // off or force, default off
	Alone       int    `json:"alone"`       // objects that worker 0 marks before it wakes others, default 1
}

// MinObjects and MaxObjects bound a heap. With more, answers would take seconds in a browser.
// Blocks of more than MaxGrain refs would never be full.
const (
	MinObjects = 100
	MaxObjects = 50_000
	MaxGrain   = 1024
)

// The values that make sense for small heaps. Auto would let one worker mark them alone, and
// would never speculate in them.
var (
	markings     = []tune.Marking{tune.MarkingShared, tune.MarkingOwner}
	speculations = []tune.Speculation{tune.SpeculationOff, tune.SpeculationForce}
)

func (r Request) withDefaults() Request {
	set := func(field *string, value string) {
		if *field == "" {
			*field = value
		}
	}
	set(&r.Shape, "tree")
	set(&r.Deque, stealq.StealHalf.Name)
	set(&r.Steal, tune.StealOnEmpty.String())
	set(&r.Victim, tune.VictimRandom.String())
	set(&r.Marking, markings[0].String())
	set(&r.Speculation, speculations[0].String())
	if r.Objects == 0 {
		r.Objects = 20_000
	}
	if r.Workers == 0 {
		r.Workers = 16
	}
	if r.Alone == 0 {
		r.Alone = 1
	}
	if r.Grain == 0 {
		r.Grain = tune.DefaultGrain
	}
	if r.Capacity == 0 {
		r.Capacity = tune.DefaultCapacity
	}
	if kind, err := stealq.ParseKind(r.Deque); err == nil && r.Amount == "" {
		r.Amount = kind.Amounts[0].String()
	}
	return r
}

func (r Request) heap() heapKey { return heapKey{r.Shape, r.Objects, r.Seed} }

// config returns what is simulated. The error names the field that is wrong, and what is
// allowed.
func (r Request) config() (sim.Config, error) {
	var c sim.Config
	if r.Objects < MinObjects || r.Objects > MaxObjects {
		return c, fmt.Errorf("objects: %d is out of range: %d to %d are allowed", r.Objects, MinObjects, MaxObjects)
	}
	if r.Grain < 1 || r.Grain > MaxGrain {
		return c, fmt.Errorf("grain: %d is out of range: 1 to %d are allowed", r.Grain, MaxGrain)
	}
	if !slices.Contains(shape.Names(), r.Shape) {
		return c, fmt.Errorf("shape: there is no %q: it must be one of %s", r.Shape, strings.Join(shape.Names(), ", "))
	}
	o := &c.Options
	o.Workers, o.Grain, o.Capacity, o.Tuning.Recruit, o.Tuning.Seed = r.Workers, r.Grain, r.Capacity, r.Alone, r.Seed
	o.OverflowBlocks = tune.DefaultOverflowBlocks * tune.DefaultGrain / max(r.Grain, tune.DefaultGrain) // as many refs whatever the grain
	var err error
	if o.Deque, err = stealq.ParseKind(r.Deque); err != nil {
		return c, fmt.Errorf("deque: %w", err)
	}
	for _, f := range []struct{ name, value string }{{"amount", r.Amount}, {"steal", r.Steal}, {"victim", r.Victim}} {
		if err := setting.Named(f.name).Set(o, f.value); err != nil {
			return c, fmt.Errorf("%s: %w", f.name, err)
		}
	}
	if o.Tuning.Marking, err = oneOf("marking", r.Marking, markings); err != nil {
		return c, err
	}
	if o.Tuning.Speculation, err = oneOf("speculation", r.Speculation, speculations); err != nil {
		return c, err
	}
	return c, c.Validate()
}

// oneOf returns the value with that name.
func oneOf[V fmt.Stringer](field, name string, all []V) (v V, err error) {
	var names []string
	for _, v := range all {
		if v.String() == name {
			return v, nil
		}
		names = append(names, v.String())
	}
	return v, fmt.Errorf("%s: there is no %q: it must be %s", field, name, strings.Join(names, " or "))
}

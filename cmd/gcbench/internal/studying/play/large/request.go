package large

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/setting"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/sim"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Request says what to simulate. A field that is left out, 0 or "" stands for a default.
type Request struct {
	Choices bool `json:"choices"` // asks for Choices instead of a mark
	Brief   bool `json:"brief"`   // asks for the figures alone: no lanes, no frontier

	Shape       string `json:"shape"`       // default tree
	Objects     uint64 `json:"objects"`     // MinObjects to MaxObjects, default 20,000
	Workers     int    `json:"workers"`     // 1 to mark.MaxWorkers, default 16
	Grain       int    `json:"grain"`       // 1 to MaxGrain; the marker's default
	Capacity    int    `json:"capacity"`    // of a deque, in items; the marker's default
	Deque       string `json:"deque"`       // default stealhalf
	Amount      string `json:"amount"`      // default the first of the deque's
	Steal       string `json:"steal"`       // default empty
	Victim      string `json:"victim"`      // default random
	Marking     string `json:"marking"`     // shared or owner, default shared
	Speculation string `json:"speculation"` // off or force, default off
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
	markings     = []string{tune.MarkingShared.String(), tune.MarkingOwner.String()}
	speculations = []string{tune.SpeculationOff.String(), tune.SpeculationForce.String()}
)

func (r Request) withDefaults() Request {
	r.Shape, r.Objects, r.Workers = cmp.Or(r.Shape, "tree"), cmp.Or(r.Objects, 20_000), cmp.Or(r.Workers, 16)
	r.Grain, r.Capacity = cmp.Or(r.Grain, tune.DefaultGrain), cmp.Or(r.Capacity, tune.DefaultCapacity)
	r.Deque, r.Steal, r.Victim = cmp.Or(r.Deque, stealq.StealHalf.Name), cmp.Or(r.Steal, tune.StealOnEmpty.String()), cmp.Or(r.Victim, tune.VictimRandom.String())
	r.Marking, r.Speculation = cmp.Or(r.Marking, markings[0]), cmp.Or(r.Speculation, speculations[0])
	if kind, err := stealq.ParseKind(r.Deque); err == nil {
		r.Amount = cmp.Or(r.Amount, kind.Amounts[0].String())
	}
	return r
}

func (r Request) heap() heapKey { return heapKey{r.Shape, r.Objects} }

// config returns what is simulated. The error names the field that is wrong, and what is
// allowed.
func (r Request) config() (sim.Config, error) {
	c := sim.Config{MostPoints: mostPoints}
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
	o.Workers, o.Grain, o.Capacity = r.Workers, r.Grain, r.Capacity
	o.Tuning.Recruit = 1                                                                                // object that worker 0 marks before it wakes others
	o.OverflowBlocks = tune.DefaultOverflowBlocks * tune.DefaultGrain / max(r.Grain, tune.DefaultGrain) // as many refs whatever the grain
	var err error
	if o.Deque, err = stealq.ParseKind(r.Deque); err != nil {
		return c, fmt.Errorf("deque: %w", err)
	}
	for _, f := range []struct {
		name, value string
		allowed     []string // nil: all
	}{
		{"amount", r.Amount, nil}, {"steal", r.Steal, nil}, {"victim", r.Victim, nil},
		{"marking", r.Marking, markings}, {"speculation", r.Speculation, speculations},
	} {
		if f.allowed != nil && !slices.Contains(f.allowed, f.value) {
			return c, fmt.Errorf("%s: there is no %q: it must be %s", f.name, f.value, strings.Join(f.allowed, " or "))
		}
		if err := setting.Named(f.name).Set(o, f.value); err != nil {
			return c, fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return c, c.Validate()
}

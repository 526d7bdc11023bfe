package cli

import (
	"errors"
	"runtime"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// markFlags choose how to mark.
type markFlags struct {
	Workers []int    `type:"numbers" group:"mark" placeholder:"N,..." help:"Numbers of workers: ${range_workers}; ${ranges} (default 1 and GOMAXPROCS, here ${procs})."`
	Preset  []string `type:"names" group:"mark" placeholder:"NAME,..." help:"Imitations of real collectors, in place of the flags below: ${presets}, or all."`
	Queue   []string `type:"names" group:"mark" placeholder:"NAME,..." help:"Deques: ${queues}, or all (default stealhalf)."`
	policyFlags

	given map[string]bool // flags on the command line
}

// policyFlags are the choices that one mark has.
type policyFlags struct {
	Grain    int    `type:"number" group:"mark" placeholder:"N" default:"${grain}" help:"References in an item of a deque: ${range_grain} (default ${grain})."`
	Deque    int    `type:"number" group:"mark" placeholder:"N" default:"${deque}" help:"Items that a deque holds: ${range_deque} (default ${deque})."`
	Overflow int    `type:"number" group:"mark" placeholder:"N" default:"${overflow}" help:"Blocks of the overflow pool: ${range_overflow}; 0 is no pool (default ${overflow})."`
	Steal    string `type:"choice" group:"mark" placeholder:"WHEN" default:"empty" help:"When to steal: ${steals} (default empty)."`
	Amount   string `type:"choice" group:"mark" placeholder:"AMOUNT" help:"How much to steal: ${amounts} (default the deque's own)."`
	Victim   string `type:"choice" group:"mark" placeholder:"WHO" default:"random" help:"From whom to steal: ${victims} (default random)."`
	Idle     string `type:"choice" group:"mark" placeholder:"HOW" default:"park" help:"What idle workers do: ${idles} (default park)."`
}

// AfterApply notes which flags the command line has: a default contradicts no
// preset.
func (f *markFlags) AfterApply(ctx *kong.Context) error {
	f.given = map[string]bool{}
	for _, element := range ctx.Path {
		if element.Flag != nil {
			f.given[element.Flag.Name] = true
		}
	}
	return nil
}

// setup is one way to mark, and the preset that it is, "" if none.
type setup struct {
	preset  string
	options mark.Options
}

// optionFlags are the flags that set the fields of mark.Options.
var optionFlags = map[string]string{
	"Workers": "workers", "Deque": "queue", "Grain": "grain", "Capacity": "deque", "OverflowBlocks": "overflow",
	"Tuning.Steal": "steal", "Tuning.Amount": "amount", "Tuning.Victim": "victim", "Tuning.Idle": "idle", "Tuning.Seed": "seed",
}

// setups returns every combination of presets or queues and workers, each of
// which is valid.
func (f *markFlags) setups(seed uint64) ([]setup, error) {
	bases, err := f.presets()
	if f.Preset == nil {
		bases, err = f.combinations()
	}
	if err != nil {
		return nil, err
	}
	var all []setup
	for _, s := range bases {
		for _, workers := range f.workers() {
			s.options.Workers, s.options.Tuning.Seed = workers, seed
			if err := validate(s.options); err != nil {
				return nil, err
			}
			all = append(all, s)
		}
	}
	return all, nil
}

// args returns the flags that ask for the same setups, the numbers of workers spelled
// out: their default depends on the machine.
func (f *markFlags) args() []string {
	args := []string{"--workers", strings.Join(named(f.workers(), strconv.Itoa), ",")}
	if f.Preset != nil { // a flag beside it says the same
		return append(args, "--preset", strings.Join(f.Preset, ","))
	}
	for _, v := range f.spelled() {
		if f.given[v.flag] {
			args = append(args, "--"+v.flag, v.value)
		}
	}
	return args
}

// combinations returns a setup for each queue.
func (f *markFlags) combinations() ([]setup, error) {
	base := mark.Options{Grain: f.Grain, Capacity: f.Deque, OverflowBlocks: poolSize(f.Overflow)}
	var err1, err2, err3 error
	base.Tuning.Steal, err1 = mark.ParseStealPolicy(f.Steal)
	base.Tuning.Victim, err2 = mark.ParseVictimPolicy(f.Victim)
	base.Tuning.Idle, err3 = mark.ParseIdlePolicy(f.Idle)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, &session.UsageError{Err: err}
	}
	var all []setup
	for _, queue := range f.queues() {
		amount, err := f.amount(queue)
		if err != nil {
			return nil, err
		}
		base.Deque, base.Tuning.Amount = queue, amount
		all = append(all, setup{options: base})
	}
	return all, nil
}

// presets returns a setup for each preset. What is reported under a preset's
// name is the whole preset: a flag beside it may say the same, and no more.
func (f *markFlags) presets() ([]setup, error) {
	var all []setup
	for _, name := range f.Preset {
		p, _ := mark.ParsePreset(name)
		meant := spelled(p.Options)
		for i, given := range f.spelled() {
			if f.given[given.flag] && given != meant[i] {
				return nil, session.BadUsage("%v contradicts --preset %s, which is %s: give these flags without --preset, and change what you like",
					given, name, joined(meant))
			}
		}
		all = append(all, setup{name, p.Options})
	}
	return all, nil
}

// poolSize translates --overflow, of which 0 is a size, to mark.Options, of
// which it is the default.
func poolSize(blocks int) int {
	if blocks == 0 {
		return mark.NoPool
	}
	return blocks
}

func (f *markFlags) queues() []*stealq.Kind {
	if f.Queue == nil {
		return []*stealq.Kind{stealq.StealHalf}
	}
	return kindsNamed(f.Queue)
}

func (f *markFlags) workers() []int {
	procs := min(runtime.GOMAXPROCS(0), mark.MaxWorkers)
	switch {
	case f.Workers != nil:
		return f.Workers
	case procs == 1:
		return []int{1}
	}
	return []int{1, procs}
}

// amount is what --amount says, or the queue's own default. To mark.Options
// balance may stand for that default; as a flag it means itself.
func (f *markFlags) amount(kind *stealq.Kind) (stealq.Amount, error) {
	if f.Amount == "" {
		return kind.Amounts[0], nil
	}
	a, _ := stealq.ParseAmount(f.Amount)
	if !kind.Offers(a) {
		return 0, session.BadUsage("--amount: %v means nothing for queue %s: it must be %s", a, kind.Name, alternatives(namesOf(kind.Amounts)))
	}
	return a, nil
}

// validate translates the marker's complaint about an option to one about its
// flag.
func validate(o mark.Options) error {
	err := o.Validate()
	var bad *mark.OptionError
	if errors.As(err, &bad) {
		return session.BadUsage("--%s: %s", optionFlags[bad.Option], bad.Problem)
	}
	return err
}

// presetHelp lists all presets with a line each.
func presetHelp() string {
	return "The presets are (docs/algorithms/presets.md says what each leaves out):\n\n" +
		listed(mark.Presets(), func(p mark.Preset) (string, string) { return p.Name, p.Doc })
}

package main

import (
	"errors"
	"runtime"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// markFlags choose how to mark. Zero values mean not given.
type markFlags struct {
	Workers  []int    `type:"numbers" group:"mark" placeholder:"N,..." help:"Numbers of workers: ${range_workers} (default 1 and GOMAXPROCS, here ${procs})."`
	Queue    []string `type:"names" group:"mark" placeholder:"NAME,..." help:"Deques: ${queues} (default stealhalf)."`
	Grain    int      `type:"number" group:"mark" placeholder:"N" default:"${grain}" help:"References in an item of a deque: ${range_grain} (default ${grain})."`
	Deque    int      `type:"number" group:"mark" placeholder:"N" default:"${deque}" help:"Items that a deque holds: ${range_deque} (default ${deque})."`
	Overflow int      `type:"number" group:"mark" placeholder:"N" default:"${overflow}" help:"Blocks of the overflow pool: ${range_overflow}; 0 is no pool (default ${overflow})."`
	Steal    string   `type:"choice" group:"mark" placeholder:"WHEN" default:"empty" help:"When to steal: ${steals} (default empty)."`
	Amount   string   `type:"choice" group:"mark" placeholder:"AMOUNT" help:"How much to steal: ${amounts} (default the deque's own)."`
	Victim   string   `type:"choice" group:"mark" placeholder:"WHO" default:"random" help:"From whom to steal: ${victims} (default random)."`
	Idle     string   `type:"choice" group:"mark" placeholder:"HOW" default:"park" help:"What idle workers do: ${idles} (default park)."`
}

// optionFlags are the flags that set the fields of mark.Options.
var optionFlags = map[string]string{
	"Workers": "workers", "Queue": "queue", "Grain": "grain", "Deque": "deque", "Overflow": "overflow",
	"Steal": "steal", "Amount": "amount", "Victim": "victim", "Idle": "idle", "Seed": "seed",
}

// options returns every combination of queues and workers, each of which is
// valid.
func (f *markFlags) options(seed uint64) ([]mark.Options, error) {
	base := mark.Options{Grain: f.Grain, Deque: f.Deque, Overflow: poolSize(f.Overflow), Seed: seed}
	var err1, err2, err3 error
	base.Steal, err1 = mark.ParseSteal(f.Steal)
	base.Victim, err2 = mark.ParseVictim(f.Victim)
	base.Idle, err3 = mark.ParseIdle(f.Idle)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, &usageError{err}
	}
	var all []mark.Options
	for _, queue := range f.queues() {
		for _, workers := range f.workers() {
			o := base
			o.Queue, o.Workers, o.Amount = queue, workers, f.amount(queue)
			if err := validate(o); err != nil {
				return nil, err
			}
			all = append(all, o)
		}
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

func (f *markFlags) queues() []string {
	if f.Queue == nil {
		return []string{stealq.Kinds()[0].Name}
	}
	return f.Queue
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

// amount is what --amount says, or the queue's own default.
func (f *markFlags) amount(queue string) stealq.Amount {
	if a, ok := stealq.AmountByName(f.Amount); ok {
		return a
	}
	kind, _ := stealq.KindByName(queue)
	return kind.Amounts[0]
}

// validate translates the marker's complaint about an option to one about its
// flag.
func validate(o mark.Options) error {
	err := o.Validate()
	var bad *mark.OptionError
	if errors.As(err, &bad) {
		return badUsage("--%s: %s", optionFlags[bad.Option], bad.Problem)
	}
	return err
}

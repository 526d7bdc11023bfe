package models

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/running/session"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/numeral"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/text"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/wrap"
	"github.com/seed-3ccf4018/halfmark/mark/concurrent"
	"github.com/seed-3ccf4018/halfmark/mark/concurrent/states"
)

type simBarriersCmd struct {
	Barrier  []string `type:"names" group:"mark" placeholder:"NAME,..." help:"Write barriers: ${barriers}, or all (the default)."`
	Mutators int      `type:"number" group:"mark" placeholder:"N" default:"1" help:"Mutators: ${range_mutators} (default 1)."`
	Scan     string   `type:"choice" group:"mark" placeholder:"WHEN" default:"mixed" help:"When the marker scans stacks: ${scans} (default mixed)."`
	Rescan   bool     `group:"mark" help:"Scan all stacks once more at the end, while all mutators stand still."`
	New      string   `type:"choice" group:"mark" placeholder:"COLOUR" default:"none" help:"Colour of new objects: ${news} (default none: the mutator allocates nothing). black-in-time is black from the first scan of a stack on."`
}

// mostStates bounds a search to a gigabyte or two. With one mutator none comes near it.
const mostStates = 20_000_000

// Help says what is searched.
func (*simBarriersCmd) Help() string {
	return "Searches all runs of a marker and mutators with a write barrier: three objects, two registers for each mutator, every order of every step. " +
		"A barrier is safe if no run ends with a white object that a mutator can reach. If a barrier loses an object, a shortest run is printed. " +
		fmt.Sprintf("With one mutator a search takes a second. With two mutators it takes up to a minute and two gigabytes. It ends after %s states, and then says that no loss was found so far. ", numeral.Count(mostStates)) +
		"docs/algorithms/barriers.md says what the words mean."
}

// Run carries out gcbench sim barriers.
func (c *simBarriersCmd) Run(s *session.Session) error {
	if c.Barrier == nil {
		for _, b := range concurrent.Barriers() {
			c.Barrier = append(c.Barrier, b.Name)
		}
	}
	for _, name := range c.Barrier {
		b := named(concurrent.Barriers(), name)
		how := states.Marking{Barrier: b, Scan: named(concurrent.Scans(), c.Scan), Rescan: c.Rescan, New: named(concurrent.Allocs(), c.New)}
		r, err := searched(s, states.Setup{Marking: how, Mutators: c.Mutators, Most: mostStates})
		if err != nil {
			return err
		}
		if err := text.Print(s.Stdout, c.verdict(b, r)); err != nil {
			return err
		}
	}
	return nil
}

// named is the value of a name, which the flag has checked.
func named[T fmt.Stringer](all []T, name string) T {
	return all[slices.IndexFunc(all, func(v T) bool { return v.String() == name })]
}

// searched is states.Search, or the error of an interrupt. The search itself goes on until the process ends.
func searched(ctx context.Context, of states.Setup) (*states.Result, error) {
	found := make(chan *states.Result, 1)
	go func() { found <- states.Search(of) }()
	select {
	case r := <-found:
		return r, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// verdict is a line for a barrier. If it is the only one, its run follows.
func (c *simBarriersCmd) verdict(b *concurrent.Barrier, r *states.Result) string {
	line := fmt.Sprintf("%-14s %s, %s states\n", b, r, numeral.Count(uint64(r.States)))
	if len(c.Barrier) > 1 || r.Run == nil {
		return line
	}
	run := line + wrapped("", fmt.Sprintf("In the beginning %s.", r.Start))
	for i, move := range r.Run {
		run += wrapped(fmt.Sprintf("%3d. ", i+1), move.String())
	}
	return run + wrapped("", fmt.Sprintf("At the end %s. So %s.", r.End, r.Broken))
}

func wrapped(first, line string) string {
	return wrap.Text(line, first, strings.Repeat(" ", len(first)))
}

// Package papers holds the claims of the papers behind Halfmark. Each claim is a row,
// with the code below it that measures whether the claim holds here. Each paper has a
// file, or a few files that begin with its name.
//
// A row that compares times has no verdict, because times belong to the machine. Every
// other row is a count, and the count is the same each time for the same seed. If a
// claim is false as its paper words it, the row has the claim as it must be read, and
// says why.
package papers

import (
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/claims"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/studying/papers/contest"
	"github.com/seed-3ccf4018/halfmark/mark/concurrent/states"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/printed"
	"github.com/seed-3ccf4018/halfmark/stealq/sim"
)

// Papers returns all claims about what Halfmark ships. Tests hand broken deques and models to the functions below.
func Papers() []claims.Paper {
	all := []claims.Paper{
		stealHalf(stealq.StealHalf, sim.Balance),
		asPrinted(printed.StealHalf(0)),
		rudolph(stealq.Rudolph, stealq.StealHalf),
		lowCost(sim.Dag, stealq.Split),
		tighter(sim.Makespan),
		partitioner(func() workRange { return new(stealq.WorkRange) }, true),
		course(stealq.Kinds(), sim.Dag),
	}
	return append(append(all, barriers(states.Search)...), contest.Marker(stealq.Kinds()))
}

// must returns what cannot fail: a simulation whose options but the seed are constants in this package, and the
// replay of a schedule that was just found.
func must[R any](r R, err error) R {
	if err != nil {
		panic(err)
	}
	return r
}

// played is a finding with the command that plays the failure in it, if that is not nil.
func played(failure *interleave.Failure, holds bool, format string, args ...any) claims.Finding {
	f := claims.Found(holds, format, args...)
	if failure != nil {
		f.Play = interleave.Play(failure.Link, failure.Schedule)
	}
	return f
}

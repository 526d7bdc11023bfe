package main

import (
	"io"
	"runtime"
	"strconv"
	"sync"

	"github.com/aclements/go-moremath/stats"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/picture"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/session"
)

// simCmd is gcbench sim. Each model is a file of its own and a line here.
type simCmd struct {
	Makespan simMakespanCmd `cmd:"" help:"Work stealing of unit tasks: the makespan's constant of log2 W."`
	Balance  simBalanceCmd  `cmd:"" help:"Balancing by random pairs: how far a load stays above the average."`
	Dag      simDagCmd      `cmd:"" help:"Work stealing on a dag: what shared and split deques cost."`
	Mark     simMarkCmd     `cmd:"" help:"The marker itself in virtual time: speedups of up to 1024 workers."`
}

// simFlags are those of every model.
type simFlags struct {
	Seed uint64 `type:"number" group:"measure" placeholder:"N" default:"1" help:"Seed of all runs: ${range_seed} (default 1)."`
	JSON string `type:"output" group:"report" placeholder:"FILE" help:"Write a JSON report; - is standard output."`
	SVG  string `name:"svg" type:"output" group:"report" placeholder:"FILE" help:"Draw what was measured; - is standard output."`
}

// simSchema names the format of simReport. Fields are added to it, never
// renamed.
const simSchema = "gcbench-sim/1"

// simReport is what gcbench sim reports. It has neither the machine nor the
// date: a simulation's figures depend on the command alone.
type simReport struct {
	Schema  string   `json:"schema"`
	Model   string   `json:"model"`
	Command []string `json:"command"` // arguments, without the program's name
	Seed    uint64   `json:"seed"`
	Results any      `json:"results"` // of the model
}

// simulated is what a model found.
type simulated struct {
	results any // for --json
	picture *picture.Picture
}

// run opens the outputs, lets the model print its table, and writes the rest.
func (f *simFlags) run(s *session.Session, model string, simulate func(table io.Writer) (*simulated, error)) error {
	out, err := s.OpenOutputs(nil, session.Destination{Flag: "json", Path: f.JSON}, session.Destination{Flag: "svg", Path: f.SVG})
	if err != nil {
		return err
	}
	defer out.Abandon()
	found, err := simulate(out.Human())
	if err != nil {
		return err
	}
	report := simReport{Schema: simSchema, Model: model, Command: s.Args, Seed: f.Seed, Results: found.results}
	if err := out.WriteJSON(&report); err != nil {
		return err
	}
	if err := out.Write("svg", found.picture.WriteSVG); err != nil {
		return err
	}
	return out.Commit()
}

// inParallel runs the n independent simulations on all processors and returns
// what they found, in order. After an error it starts no more; after an interrupt
// it does not wait either for those that have begun, which end in vain.
func inParallel[T any](s *session.Session, n int, simulate func(i int) (T, error)) ([]T, error) {
	found, failed := make([]T, n), make([]error, n)
	todo, done := make(chan int), make(chan int)
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := range todo {
				found[i], failed[i] = simulate(i)
				select {
				case done <- i:
				case <-s.Done():
				}
			}
		})
	}
	err := hand(s, n, todo, done, failed)
	close(todo)
	if s.Err() != nil {
		return nil, s.Err()
	}
	workers.Wait()
	return found, err
}

// hand sends 0 to n-1 to todo and receives each from done. It returns when
// nothing is under way, with the first error, or at an interrupt.
func hand(s *session.Session, n int, todo chan<- int, done <-chan int, failed []error) (err error) {
	next, finished := 0, 0
	for finished < next || next < n && err == nil {
		send := todo
		if next == n || err != nil {
			send = nil
		}
		select {
		case send <- next:
			next++
		case i := <-done:
			finished++
			if err == nil {
				err = failed[i]
			}
			s.Progress.Show("%d of %d simulations", finished, n)
		case <-s.Done():
			return s.Err()
		}
	}
	return err
}

// estimate is a mean over runs with its 95 % interval (Student's t).
type estimate struct {
	Mean float64    `json:"mean"`
	CI95 [2]float64 `json:"ci95"`
}

// estimateOf describes at least two samples. It has six digits: the last ones of
// a float64 differ between processors that fuse a multiplication with an
// addition and those that do not, and reports shall not.
func estimateOf(samples []float64) estimate {
	mean, lo, hi := stats.MeanCI(samples, 0.95)
	return estimate{sixDigits(mean), [2]float64{sixDigits(lo), sixDigits(hi)}}
}

func sixDigits(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		return v // an infinity stays one
	}
	return rounded
}

// plusMinus is half the interval.
func (e estimate) plusMinus() float64 { return (e.CI95[1] - e.CI95[0]) / 2 }

// point is the estimate as a point of a line.
func (e estimate) point(x float64) picture.Point {
	return picture.Point{X: x, Y: e.Mean, Lo: e.CI95[0], Hi: e.CI95[1]}
}

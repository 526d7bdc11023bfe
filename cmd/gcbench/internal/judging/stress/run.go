package stress

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/panicked"
)

// Plan says how often to run a scenario.
type Plan struct {
	Seed     uint64         // of the first round; round i has Seed+i
	Rounds   int            // 0: as many as fit into Duration
	Duration time.Duration  // no round begins after it; 0: no limit
	Deques   []*stealq.Kind // what rounds draw from; nil: all kinds of package stealq
	// Progress, if not nil, is called before each round.
	Progress func(t *Tally)
}

// Failure says which round went wrong, and how.
type Failure struct {
	Scenario string
	Seed     uint64 // a run of one round with it does the same again
	Err      error
	Stacks   string // of all goroutines, if the round did not end
	Whole    bool   // it took all rounds to show, not the one with this seed
}

func (f *Failure) Error() string {
	return fmt.Sprintf("scenario %s, seed %d: %v", f.Scenario, f.Seed, f.Err)
}

func (f *Failure) Unwrap() error { return f.Err }

const (
	// patience is how long a round may go without finishing a mark. No mark here
	// takes a hundredth of it, so one that does hangs, unless the machine has no
	// time for this process.
	patience = 3 * time.Minute
	// leakPatience is how long goroutines that have been told to end may take.
	leakPatience = 20 * time.Second
)

// Run runs rounds until the plan is done, one fails (a *Failure) or ctx is
// cancelled (its error). It changes GOMAXPROCS, stops the world and counts
// goroutines, so nothing else should run meanwhile.
func Run(ctx context.Context, s *Scenario, p Plan) (Tally, error) {
	t := Tally{schema.Tally{Scenario: s.Name}}
	began := time.Now()
	over := func() bool {
		return p.Rounds > 0 && t.Rounds >= uint64(p.Rounds) || p.Duration > 0 && time.Since(began) >= p.Duration
	}
	for !over() {
		if ctx.Err() != nil {
			return t, ctx.Err()
		}
		if p.Progress != nil {
			p.Progress(&t)
		}
		seed := p.Seed + t.Rounds
		f := runRound(s, p.Deques, seed, &t)
		t.Rounds++
		t.DurationNS = int64(time.Since(began))
		if f != nil {
			return t, f
		}
	}
	if err := t.missing(s); err != nil {
		return t, &Failure{Scenario: s.Name, Seed: p.Seed, Err: err, Whole: true}
	}
	return t, nil
}

// golden spreads the seeds of rounds, which follow one another. The first numbers that a PCG draws from
// neighbouring seeds are much alike: with some seeds all of 20 rounds had one worker.
const golden = 0x9E3779B97F4A7C15

// runRound runs one round on a new goroutine and watches it.
func runRound(s *Scenario, deques []*stealq.Kind, seed uint64, t *Tally) *Failure {
	if deques == nil {
		deques = stealq.Kinds()
	}
	before := runtime.NumGoroutine()
	r := &round{rng: rand.New(rand.NewPCG(seed*golden, hashOf(s.Name))), procs: runtime.GOMAXPROCS(0), deques: deques, tally: *t}
	done := make(chan error, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- fmt.Errorf("the scenario panicked: %v%s", v, panicked.At())
			}
		}()
		done <- r.run(s)
	}()
	err, ended := watch(done, &r.alive, patience)
	if !ended {
		return &Failure{s.Name, seed, fmt.Errorf("no mark has ended for %v", patience), allStacks(), false}
	}
	*t = r.tally
	if err == nil {
		err = nothingLeft(before, leakPatience)
	}
	if err != nil {
		return &Failure{Scenario: s.Name, Seed: seed, Err: err}
	}
	return nil
}

// watch waits for a round for as long as alive changes.
func watch(done <-chan error, alive *atomic.Uint64, patience time.Duration) (err error, ended bool) {
	ticker := time.NewTicker(patience / 60)
	defer ticker.Stop()
	last, since := alive.Load(), time.Now()
	for {
		select {
		case err := <-done:
			return err, true
		case <-ticker.C:
			if now := alive.Load(); now != last {
				last, since = now, time.Now()
			} else if time.Since(since) > patience {
				return nil, false
			}
		}
	}
}

// nothingLeft waits until there are no more goroutines than before.
func nothingLeft(before int, patience time.Duration) error {
	for began := time.Now(); runtime.NumGoroutine() > before; time.Sleep(100 * time.Microsecond) {
		if time.Since(began) > patience {
			return fmt.Errorf("%d goroutines are left behind", runtime.NumGoroutine()-before)
		}
	}
	return nil
}

func allStacks() string {
	buf := make([]byte, 1<<20)
	return string(buf[:runtime.Stack(buf, true)])
}

// hashOf keeps the rounds of different scenarios apart that have one seed.
func hashOf(name string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // never fails
	return h.Sum64()
}

package stress

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

var (
	seedFlag   = flag.Uint64("seed", 0, "seed of the first round; 0 draws one")
	roundsFlag = flag.Int("rounds", 0, "rounds of each scenario; 0 is a few")
)

// Every scenario passes, and shows the paths that it is about.
func TestScenarios(t *testing.T) {
	rounds := 2
	if testing.Short() {
		rounds = 1
	}
	scenarios(t, rounds)
}

// TestSlowScenarios goes on until each scenario must have shown what it is for.
func TestSlowScenarios(t *testing.T) {
	tagged.Slow(t)
	scenarios(t, enoughRounds)
}

func scenarios(t *testing.T, rounds int) {
	seed := *seedFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	if *roundsFlag > 0 {
		rounds = *roundsFlag
	}
	t.Logf("repeat with: go test ./cmd/gcbench/internal/judging/stress -run TestScenarios -seed %d -rounds %d", seed, rounds)
	for _, s := range Scenarios() {
		rounds := rounds
		if s.instead != nil && rounds < enoughRounds {
			rounds = (rounds + 1) / 2 // deques without a mark take the longest
		}
		t.Run(s.Name, func(t *testing.T) {
			tally, err := Run(context.Background(), &s, Plan{Seed: seed, Rounds: rounds})
			var f *Failure
			if errors.As(err, &f) {
				t.Fatalf("%v\n%s\nrepeat with: go run ./cmd/gcbench stress --scenario %s --seed %d --rounds 1", f, f.Stacks, f.Scenario, f.Seed)
			}
			require.NoError(t, err)
			t.Logf("%+v, %.0f marks/s", tally, tally.MarksPerSecond())
		})
	}
}

var errTest = errors.New("a test gave up")

// run is a run of one round of a scenario made for the test.
func run(body func(r *round) error, shows ...shown) error {
	s := Scenario{Name: "test", instead: body, shows: shows}
	_, err := Run(context.Background(), &s, Plan{Seed: 7, Rounds: enoughRounds})
	return err
}

// The runner tells what goes wrong in a round: an error, a goroutine left behind,
// a round that hangs, a path that never ran.
func TestFailuresAreSeen(t *testing.T) {
	require.NoError(t, run(func(*round) error { return nil }))
	rounds := 0
	err := run(func(*round) error {
		if rounds++; rounds == 3 {
			return errTest
		}
		return nil
	})
	var f *Failure
	require.ErrorAs(t, err, &f)
	require.ErrorIs(t, err, errTest)
	require.Equal(t, uint64(7+2), f.Seed, "the seed of the round, not of the run")
	require.EqualError(t, err, "scenario test, seed 9: a test gave up")

	require.ErrorContains(t, run(func(*round) error { panic("words") }), "the scenario panicked: words, at stress_test.go:")
	require.ErrorContains(t, run(func(*round) error { return nil }, pended), "20 rounds and no pended refs")

	// The count before may hold goroutines of the rounds above that are about to end, so one
	// more goroutine need not exceed it. A hundred do.
	before, release := runtime.NumGoroutine(), make(chan struct{})
	for range 100 {
		go func() { <-release }()
	}
	require.ErrorContains(t, nothingLeft(before, 10*time.Millisecond), "goroutines are left behind")
	close(release)
	require.NoError(t, nothingLeft(before, time.Minute))

	r := &round{}
	_, ended := watch(make(chan error), &r.alive, 60*time.Millisecond)
	require.False(t, ended)
	require.Contains(t, allStacks(), "TestFailuresAreSeen")
}

// refusing is a deque that cannot be used.
type refusing struct{ stealq.Deque }

func (refusing) Push(uint64) bool { panic("no room for anything") }

// A fault of deques without a mark names the kind. Two processors are the least.
func TestWrongDequesAreSeen(t *testing.T) {
	wrong := *stealq.Locked
	wrong.Name = "wrong"
	wrong.New = func(deques, capacity int) []stealq.Deque {
		all := stealq.Locked.New(deques, capacity)
		for i := range all {
			all[i] = refusing{all[i]}
		}
		return all
	}
	before := runtime.GOMAXPROCS(0)
	r := &round{rng: rand.New(rand.NewPCG(1, 1)), procs: 1, deques: []*stealq.Kind{&wrong}}
	require.ErrorContains(t, bareDeques(r), "deque wrong: ")
	require.Zero(t, r.alive.Load())
	processors := 0
	wrong.New = func(deques, capacity int) []stealq.Deque {
		processors = runtime.GOMAXPROCS(0)
		return stealq.Locked.New(deques, capacity)
	}
	require.NoError(t, bareDeques(r))
	require.Equal(t, 2, processors)
	require.Equal(t, before, runtime.GOMAXPROCS(0))
}

// A seed stands for one choice of graphs, options and faults.
func TestSeedsRepeat(t *testing.T) {
	s, err := Parse("tiny")
	require.NoError(t, err)
	first, err := Run(context.Background(), &s, Plan{Seed: 5, Rounds: 2})
	require.NoError(t, err)
	again, err := Run(context.Background(), &s, Plan{Seed: 6, Rounds: 1})
	require.NoError(t, err)
	last, err := Run(context.Background(), &s, Plan{Seed: 5, Rounds: 1})
	require.NoError(t, err)
	require.Equal(t, first.Objects, last.Objects+again.Objects, "round i has the seed of the first plus i")
	require.NotEqual(t, last.Objects, again.Objects)
	require.Equal(t, uint64(2*TinyMarks), first.Marks)

	_, err = Parse("nosuch")
	require.ErrorContains(t, err, "tiny, crowd")
}

// A cancelled run ends before its next round.
func TestCancelledRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, err := Parse("tiny")
	require.NoError(t, err)
	tally, err := Run(ctx, &s, Plan{Duration: time.Hour})
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, tally.Rounds)
}

package mark_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/life"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
)

// One Marker after the other lives through marks of all kinds, faults, and other numbers of
// processors. Each result is what a plain search reaches, and each fault ends its own mark alone: see
// package life. Every path ran, but with -short there are too few lives for that.
func TestLife(t *testing.T) {
	if lives := flag.Lookup("rapid.checks").Value; lives.String() == "100" && !testing.Short() { // the default
		require.NoError(t, lives.Set("40"))
		defer func() { require.NoError(t, lives.Set("100")) }()
	}
	requireLives(t)
}

// More lives.
func TestSlowLife(t *testing.T) {
	tagged.Slow(t)
	requireLives(t)
}

func requireLives(t *testing.T) {
	nameSeed(t)
	goroutines, happened := runtime.NumGoroutine(), map[string]int{}
	rapid.Check(t, func(r *rapid.T) {
		seeds := func(what string) *rand.Rand { return rand.New(rand.NewPCG(rapid.Uint64().Draw(r, what), 1)) }
		l, err := life.Begin(seeds("life"), life.Plan{})
		if err != nil {
			r.Fatal(err)
		}
		timed := !strings.Contains(l.String(), "timeline 0,")
		l.Around = func(marks func() (*mark.Result, error)) { requireTimes(t, counting(happened, marks), timed) }
		defer func() {
			if err := l.End(); err != nil {
				r.Fatal(err)
			}
		}()
		for _, event := range rapid.SliceOfN(rapid.SampledFrom(life.Events()), 8, 60).Draw(r, "events") {
			if err := l.Do(seeds(event), event); err != nil {
				r.Fatal(err)
			}
		}
		for _, what := range []string{"extend", "resume"} {
			complete := regexp.MustCompile("; " + what + ` \w+ as [\w. ]+(;|$)`) // no fault and no error
			happened[what] += len(complete.FindAllString(l.String(), -1))
		}
	})
	requireGoroutines(t, goroutines)
	t.Log(happened)
	if testing.Short() {
		return
	}
	for _, what := range []string{"complete", "failed", "refused", "extend", "resume", "stolen", "forwarded", "harvests"} {
		require.Positive(t, happened[what], what)
	}
}

// counting counts what happens in a mark, and returns its result.
func counting(happened map[string]int, marks func() (*mark.Result, error)) *mark.Result {
	r, err := marks()
	var bad *mark.OptionError
	switch {
	case errors.As(err, &bad) || errors.Is(err, mark.ErrIncomplete):
		happened["refused"]++
	case err != nil:
		happened["failed"]++
	default:
		happened["complete"]++
	}
	if r == nil {
		return nil
	}
	sum := r.Stats.Sum()
	for what, n := range map[string]uint64{"stolen": sum.Deque.Took, "forwarded": sum.RefsForwarded, "harvests": sum.Harvests} {
		if n > 0 {
			happened[what]++
		}
	}
	return r
}

// requireTimes demands a timeline if the options have one, in which the slices of each worker cover the
// mark.
func requireTimes(t *testing.T, r *mark.Result, timed bool) {
	if r == nil {
		return
	}
	line := r.Timeline()
	require.Equal(t, timed, line != nil)
	if line == nil {
		return
	}
	for id, lane := range line.Lanes {
		at := lane.Slices[0].Begin
		require.True(t, lane.Dropped > 0 || at == 0, "the timeline of worker %d begins at %v", id, at)
		for _, s := range lane.Slices {
			require.True(t, s.Begin == at && s.End > s.Begin, "the timeline of worker %d has a slice from %v to %v after %v", id, s.Begin, s.End, at)
			at = s.End
		}
		require.Equal(t, line.Duration, at, "the end of the timeline of worker %d", id)
	}
}

// nameSeed draws the seed of rapid if none was given, and writes it to standard error. If a worker
// panics, the process ends, and neither rapid nor the log of the test can say it any more.
func nameSeed(t *testing.T) {
	seed := flag.Lookup("rapid.seed").Value
	if given := seed.String(); given == "0" {
		require.NoError(t, seed.Set(fmt.Sprint(rand.Uint64())))
		t.Cleanup(func() { require.NoError(t, seed.Set(given)) })
	}
	fmt.Fprintf(os.Stderr, "repeat with: go test ./mark -run '^%s$' -rapid.seed %v\n", t.Name(), seed)
}

package mark_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed-3ccf4018/halfmark/mark/life"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// One Marker after the other lives through marks of all kinds, faults, and other numbers of
// processors. Each result is what a plain search reaches, and each fault ends its own mark alone: see
// package life. Every path ran, but with -short there are too few lives for that.
func TestLife(t *testing.T) {
	goroutines, happened := runtime.NumGoroutine(), map[string]int{}
	rapid.Check(t, func(r *rapid.T) {
		seeds := func(what string) *rand.Rand { return rand.New(rand.NewPCG(rapid.Uint64().Draw(r, what), 1)) }
		l, err := life.Begin(seeds("life"), stealq.Kinds())
		if err != nil {
			r.Fatal(err)
		}
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
		for what, n := range l.Counts {
			happened[what] += n
		}
	})
	requireGoroutines(t, goroutines)
	t.Log(happened)
	if testing.Short() {
		return
	}
	for _, what := range []string{"complete", "failed", "refused", "extended", "resumed", "stolen", "forwarded", "harvests"} {
		require.Positive(t, happened[what], what)
	}
}

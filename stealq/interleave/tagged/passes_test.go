package tagged

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
)

// recorder takes the place of a *testing.T.
type recorder struct {
	testing.TB
	says string
}

func (r *recorder) Helper()      {}
func (r *recorder) Name() string { return "TestCounter/two threads" }
func (r *recorder) Fatalf(format string, args ...any) {
	r.says = fmt.Sprintf(format, args...)
}

// TestPasses: a failure says what is wrong, for which program, step by step, how to play it and
// how to repeat it, all of it in lines that fit a terminal.
func TestPasses(t *testing.T) {
	counter := func(threads int) interleave.Report {
		return interleave.Explore(func(w *interleave.World) func() {
			var counter interleave.Uint64
			w.Link("counters")
			w.Name("counter", &counter, nil)
			for i := range threads {
				w.Go(fmt.Sprintf("thread %d", i), func() { counter.Store(counter.Load() + 1) })
			}
			return func() {
				if n := counter.Load(); n != uint64(threads) {
					w.Failf("the counter is %d, not %d", n, threads)
				}
			}
		}, interleave.Options{})
	}
	r := &recorder{}
	Passes(r, counter(1), "one thread")
	require.Empty(t, r.says)
	t.Setenv("HALFMARK_LONG", "1")
	Passes(r, counter(2), "%d threads that add 1", 2)
	tags := ""
	if built {
		tags = " -tags interleave"
	}
	require.Equal(t, `the counter is 1, not 2
program: 2 threads that add 1
step  a thread 0                      b thread 1
   1  counter reads: 0
   2                                  counter reads: 0
   3                                  counter writes: 1
   4  counter writes: 1
      the counter is 1, not 2
schedule: ab2a
play: gcbench play 'counters@ab2a'
repeat with: HALFMARK_LONG=1 go test`+tags+` -run '^TestCounter$/^two threads$' .`, r.says)
}

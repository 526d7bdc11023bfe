//go:build !race

package engine

import (
	"context"
	"reflect"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// The timed part of a Marker's first mark takes no page fault for the marker's own
// memory, whichever parts of it are used: private stacks, deques and their blocks,
// the overflow list, the mark bitmap, the queues between owners. All of it is written to before the clock
// starts, except for the pending bitmap, which few marks ever use.
// The race detector has its own memory, which takes faults.
func TestTimedPartTakesNoPageFaults(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	s, err := shape.Parse("random")
	require.NoError(t, err)
	h, err := s.Build(shape.Params{Objects: 400_000, Seed: 1, Layout: shape.Shuffled})
	require.NoError(t, err)
	for _, o := range []Options{
		{Workers: 1},
		{Workers: 2, Tuning: tune.Tuning{Idle: tune.IdleYield}},
		{Workers: 2, Grain: 64, Capacity: 2, Tuning: tune.Tuning{Idle: tune.IdleYield}},
	} {
		m, err := New(o)
		require.NoError(t, err)
		m.prepare(context.Background(), h.Granules())
		m.reads(h)
		m.Marks.Words()[0].Or(1)
		m.decide(&m.memoryScanner)
		m.gather() // as run does before the clock starts: it makes the queues between owners
		runtime.GC()
		before := pageFaults(t)
		m.run(&m.memoryScanner, len(h.Roots()))
		taken := pageFaults(t) - before
		m.Marks.Words()[0].And(^uint64(1))
		require.NoError(t, m.conserved())
		if o.Capacity == 2 {
			require.Positive(t, m.Stats.Sum().BlocksOverflowed, "the overflow list was not used")
		}
		t.Logf("%+v: %d faults", o, taken)
		// The bitmap alone has more than 100 pages; a goroutine's stack may grow.
		// A slot is a page, and a receiver that is held up lets more of them be opened.
		require.LessOrEqual(t, taken, int64(40+lateSlots(m)), "%+v", o)
		m.Close()
	}
}

// lateSlots is how many slots of queues were opened that had no memory before. Only package forward may
// name what it reads.
func lateSlots(m *Marker) (n int) {
	for id := range m.net.Owners() {
		for _, q := range m.net.To(id) {
			free, slots := reflect.ValueOf(q).Elem().FieldByName("free"), reflect.ValueOf(q).Elem().FieldByName("entries").Len()
			never := 0 // the slots with the largest numbers lie at the bottom of free
			for never < free.Len() && free.Index(never).Uint() == uint64(slots-1-never) {
				never++
			}
			n += max(0, slots-never-policy.TouchedSlots(m.net.Owners()))
		}
	}
	return n
}

// pageFaults returns how many page faults the process has taken.
func pageFaults(t *testing.T) int64 {
	t.Helper()
	var usage syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return int64(usage.Minflt) + int64(usage.Majflt)
}

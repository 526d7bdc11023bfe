package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// A short stack gets a block from the worker's deque, or else from the overflow list,
// and keeps what it has. Nothing is taken that is not needed, or that was shown to the
// idle.
func TestTopUp(t *testing.T) {
	const few = batchObjects - 1
	for _, c := range []struct {
		name           string
		size, inFlight int
		deque, list    int // blocks there
		hungry, alone  bool
		grain          int
		fromDeque      int
		fromList       int
	}{
		{"deque first", few, 1, 1, 1, false, true, 64, 1, 0},
		{"then the list", few, 2, 0, 2, false, true, 64, 0, 1},
		{"nothing there", few, 1, 0, 0, false, true, 64, 0, 0},
		{"an empty stack", 0, 1, 2, 0, false, false, 64, 1, 0},
		{"a full batch", batchObjects, 1, 1, 1, false, true, 64, 0, 0},
		{"nothing in flight: refill", 0, 0, 1, 1, false, true, 64, 0, 0},
		{"shown to the idle", few, 1, 1, 1, true, false, 64, 0, 0},
		{"nobody awake to see it", few, 1, 1, 1, true, true, 64, 1, 0},
		{"the largest grain", few, 1, 1, 0, false, false, tune.MaxGrain, 1, 0},
		{"the largest grain, listed", few, 1, 0, 1, false, false, tune.MaxGrain, 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, w := policyMarker(t, Options{Workers: 2, Grain: c.grain, Capacity: 4, OverflowBlocks: 4})
			m.prepare(context.Background(), 1<<20)
			next := uint32(1)
			refs := func(n int) (refs []uint32) {
				for range n {
					refs = append(refs, next)
					next++
				}
				return refs
			}
			for range c.deque {
				require.Equal(t, c.grain, w.PushDeque(refs(c.grain)))
			}
			for range c.list {
				require.Equal(t, m.Pool.Grain(), m.List.Publish(refs(m.Pool.Grain())))
			}
			w.Bottom = stackHigh - c.size // where it lies when the stack was full just now
			w.Top = w.Bottom + copy(w.Refs[w.Bottom:], refs(c.size))
			for range c.inFlight {
				fly(w, refs(batchObjects))
			}
			w.othersIdle, w.BlockSeen = c.hungry, true
			w.setAlone(c.alone)

			taken := c.fromDeque*c.grain + c.fromList*m.Pool.Grain()
			require.Equal(t, c.size+taken > 0, w.topUp())
			require.Equal(t, c.size+taken, w.Size())
			require.LessOrEqual(t, w.Top, stackHigh)
			require.Equal(t, c.deque-c.fromDeque, w.Deque.Len())
			require.EqualValues(t, c.fromList, w.BlocksRecovered)
			require.Equal(t, c.list == c.fromList, m.List.Empty())
			require.Equal(t, c.name != "nothing there", w.BlockSeen)

			seen := map[uint32]bool{}
			for _, ref := range w.Refs[w.Bottom:w.Top] {
				require.False(t, seen[ref], "ref %d twice", ref)
				seen[ref] = true
			}
		})
	}
}

// dryness is a scanner that counts the scans with no other batch in flight.
type dryness struct {
	*memoryScanner
	scans, dry int
}

func (d *dryness) scan(w *worker, batch []uint32) {
	if d.scans++; w.InFlight() == 0 {
		d.dry++
	}
	d.memoryScanner.scan(w, batch)
}

// While there are blocks, no batch is scanned with an empty ring behind it. Without topUp
// every second one is, on this heap: what lies in the deque comes back through refill.
func TestRingRunsDrySeldom(t *testing.T) {
	random, err := shape.Parse("random")
	require.NoError(t, err)
	h, err := random.Build(shape.Params{Objects: 100_000, Seed: 1, Layout: shape.Shuffled})
	require.NoError(t, err)
	m, err := New(Options{Workers: 1})
	require.NoError(t, err)
	m.planShared(m.readsNothing())
	t.Cleanup(m.Close)
	m.prepare(t.Context(), h.Granules())
	m.Marks.Words()[0].Or(1)
	d := &dryness{memoryScanner: m.reads(h)}
	m.run(d, len(h.Roots()))
	m.Marks.Words()[0].And(^uint64(1))
	result, err := m.found(true, m.finish())
	require.NoError(t, err)
	require.Greater(t, result.Stats.Sum().Deque.Pops, uint64(100), "nothing came back from the deque")
	require.Less(t, d.dry*50, d.scans, "%d of %d scans had nothing else in flight", d.dry, d.scans)
}

package mark_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/pairs"
	"github.com/seed-3ccf4018/halfmark/mark/stats"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// known is a heap and what is reachable in it.
type known struct {
	heap   *heap.Heap
	oracle *heap.Reached
	second *checkmark
}

// knownShapes builds a heap of every shape.
func knownShapes(t *testing.T, objects uint64) map[string]known {
	t.Helper()
	all := map[string]known{}
	for _, s := range shape.Shapes() {
		h, err := s.Build(shape.Params{Objects: objects, Seed: 1, Layout: shape.Shuffled})
		require.NoError(t, err)
		oracle, err := heap.Reachable(h)
		require.NoError(t, err)
		all[s.Name] = known{h, oracle, newCheckmark(h)}
	}
	return all
}

// Every two values of queue, amount, steal, victim, idle, marking, room, workers and
// shape meet in some mark, a deque of capacity 2 among them, and every mark finds
// what the oracle found. So does a second mark, made after it: a mark that changed the heap would not
// be noticed by a set found before. With HALFMARK_FULL set, every combination is marked.
func TestPairsOfPolicies(t *testing.T) {
	space := pairs.Space{Shapes: shape.Names(), Deques: stealq.Kinds(), Workers: []int{2, 5}}
	cases, objects := space.Pairs(), uint64(2_500)
	if raced || testing.Short() {
		objects = 1500
	}
	if os.Getenv("HALFMARK_FULL") != "" {
		cases, objects = space.Full(), 1500
	}
	heaps := knownShapes(t, objects)
	t.Logf("%d cases", len(cases))
	for _, k := range stealq.Kinds() {
		var sum stats.Worker
		for start := time.Now(); ; {
			for i, c := range cases {
				if c.Options.Deque == k {
					markKnown(t, c.Options, heaps[c.Shape], &sum, fmt.Sprintf("case %d, %s", i, c.Shape))
				}
			}
			// Whether a second worker comes in time is a matter of luck.
			if sum.Deque.Took > 0 || !stealing(k) || time.Since(start) > 30*time.Second {
				break
			}
		}
		requirePathsTaken(t, k, &sum)
	}
}

// stealing reports whether steals can be expected of a kind here.
func stealing(k *stealq.Kind) bool { return !k.Shared && runtime.GOMAXPROCS(0) > 1 }

// markKnown marks twice with one marker, compares, and adds up the counts.
func markKnown(t *testing.T, o mark.Options, k known, sum *stats.Worker, what string) {
	t.Helper()
	m, err := mark.New(o)
	require.NoError(t, err)
	defer m.Close()
	for range 2 {
		markWith(t, m, k, sum, what+": "+describe(o))
	}
}

// markWith marks once.
func markWith(t *testing.T, m *mark.Marker, k known, sum *stats.Worker, what string) {
	t.Helper()
	got, err := m.MarkHeap(context.Background(), k.heap)
	require.NoError(t, err, what)
	require.NoError(t, got.Marks.Compare(k.oracle), what)
	require.NoError(t, k.second.mark(), what)
	require.NoError(t, k.second.compare(got.Marks), what)
	s := got.Stats.Sum()
	sum.Deque.Add(&s.Deque)
	sum.BlocksOverflowed += s.BlocksOverflowed
	sum.PendingAdded += s.PendingAdded
	sum.RefsForwarded += s.RefsForwarded
}

// requirePathsTaken demands that a queue's marks used what they are about.
func requirePathsTaken(t *testing.T, k *stealq.Kind, sum *stats.Worker) {
	t.Helper()
	t.Logf("%-9s %d pushes, %d steals of %d items, %d lost, %d blocks overflowed, %d refs pended, %d forwarded", k.Name,
		sum.Deque.Pushes, sum.Deque.Took, sum.Deque.ItemsStolen, sum.Deque.Lost, sum.BlocksOverflowed, sum.PendingAdded, sum.RefsForwarded)
	require.Positive(t, sum.Deque.Pushes, k.Name)
	require.Positive(t, sum.BlocksOverflowed, "%s: tier one was never used", k.Name)
	require.Positive(t, sum.PendingAdded, "%s: tier two was never used", k.Name)
	require.Positive(t, sum.RefsForwarded, "%s: no mark bit had another owner", k.Name)
	if k.Shared {
		require.Zero(t, sum.Deque.Steals, "%s: a worker asked itself for what it can take", k.Name)
	}
	if stealing(k) {
		require.Positive(t, sum.Deque.Took, "%s: no steal", k.Name)
	}
}

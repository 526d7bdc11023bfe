package engine

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/chain"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// A new marker's workers sleep: a mark begins as if they did.
func TestNewWorkersSleep(t *testing.T) {
	for range 20 {
		m, _ := policyMarker(t, Options{Workers: 8, Capacity: 2, OverflowBlocks: 1})
		require.EqualValues(t, 7, m.crew.Sleepers())
	}
}

// Whatever a worker kept of its last mark, complete or not, is gone when the next one
// begins.
func TestPrepareForgetsTheLastMark(t *testing.T) {
	m, w := policyMarker(t, Options{Workers: 2, Tuning: tune.Tuning{Steal: tune.StealFactor}})
	m.prepare(t.Context(), 64)
	fresh, member := w.Thief, w.Member
	w.Bottom, w.Top, w.FromShared = 1, 2, 3
	w.Remember(1, 0, stealq.Lost, 1000) // the load
	require.NotEqual(t, fresh, w.Thief)
	fly(w, []uint32{1})
	w.Lead(true)
	w.Busy, w.othersIdle = 1, true
	w.Marked = 1
	m.prepare(t.Context(), 64)
	require.Equal(t, [3]int{}, [3]int{w.Bottom, w.Top, w.FromShared})
	require.Equal(t, fresh, w.Thief)
	require.Equal(t, [2]int{}, [2]int{w.InFlight(), inFlight(w)})
	require.Equal(t, member, w.Member)
	require.False(t, w.othersIdle)
	require.Zero(t, w.stats)
}

// emptyScanner finds nothing in any chunk.
type emptyScanner struct {
	scanner // nothing else is called
}

func (emptyScanner) ahead() prefetcher { return nil }

func (emptyScanner) scanChunk(*worker, chunk) {}

// aloneScanner notes whether worker 0 holds the exclusive bit at its first chunk.
type aloneScanner struct {
	emptyScanner
	alone []bool
}

func (s *aloneScanner) scanChunk(w *worker, _ chunk) {
	if w.id == 0 {
		s.alone = append(s.alone, w.Alone)
	}
}

func (emptyScanner) Cursors() chain.Source { return nil }

func (emptyScanner) Pace() policy.Pace { return policy.Pace{Batch: 1, InFlight: 1} }

// Worker 0 begins with the exclusive bit, under each idle policy. It clears the bit, and
// wakes others, for the chunks of the roots that it does not take first. With grain 1
// and several workers the bit is never set.
func TestWhoIsAwakeAtTheStart(t *testing.T) {
	for _, c := range []struct {
		workers, roots, grain int
		idle                  tune.IdlePolicy
		alone                 bool
		wakes                 int
	}{
		{1, 5000, 2, tune.IdlePark, true, 0}, {1, 1, 2, tune.IdleYield, true, 0}, {1, 1, 1, tune.IdleYield, true, 0},
		{2, 1, 2, tune.IdlePark, true, 0}, {2, chunkRefs, 2, tune.IdlePark, true, 0}, {2, 1, 1, tune.IdlePark, false, 0},
		{2, chunkRefs + 1, 2, tune.IdlePark, false, 1}, {2, 1, 2, tune.IdleYield, true, 0}, {2, 1, 2, tune.IdleSpin, true, 0},
	} {
		m, w := policyMarker(t, Options{Workers: c.workers, Grain: c.grain, Tuning: tune.Tuning{Idle: c.idle}})
		m.prepare(t.Context(), 64)
		s := new(aloneScanner)
		m.run(s, c.roots)
		if len(s.alone) > 0 || c.wakes == 0 {
			require.Equal(t, c.alone, s.alone[0], "%+v", c)
		}
		require.False(t, w.Alone)
		require.False(t, m.crew.Exclusive())
		require.GreaterOrEqual(t, w.stats.Wakes, uint64(c.wakes), "%+v", c)
		if c.alone {
			require.Zero(t, w.stats.Wakes, "%+v", c)
		}
	}
}

// joinedScanner waits in each chunk until another worker has joined the mark.
type joinedScanner struct {
	emptyScanner
	before  uint64 // joins
	waited  time.Duration
	patient time.Duration
}

func (s *joinedScanner) scanChunk(w *worker, _ chunk) {
	start := time.Now()
	for s.waited < s.patient && w.m.crew.Joins() == s.before {
		runtime.Gosched()
		s.waited = time.Since(start)
	}
}

// Workers that may not sleep are awake from the start, also when there is work for
// one of them only. Here no worker has the exclusive bit, which would keep them out.
func TestWorkersThatMayNotSleepTakePart(t *testing.T) {
	for _, idle := range []tune.IdlePolicy{tune.IdleSpin, tune.IdleYield, tune.IdleBackoff} {
		m, _ := policyMarker(t, Options{Workers: 2, Grain: 1, Tuning: tune.Tuning{Idle: idle}})
		m.prepare(t.Context(), 64)
		s := &joinedScanner{before: m.crew.Joins(), patient: 20 * time.Second}
		m.run(s, 1)
		require.Less(t, s.waited, s.patient, "%v: the other worker did not come", idle)
	}
}

// The shared places are emptied for the next mark only after a mark that failed:
// otherwise they are empty, and looking at all of them takes time.
func TestOnlyAFailedMarkLeavesDirt(t *testing.T) {
	m, _ := policyMarker(t, Options{Workers: 1})
	for _, successor := range []uint32{0, 1, 0} { // the graph has one node
		g := Func{Nodes: 1, Successors: func(buf []uint32, _ uint32) []uint32 { return append(buf, successor) }}
		_, err := m.MarkGraph(t.Context(), g, []uint32{0})
		require.Equal(t, successor != 0, err != nil)
		require.Equal(t, err != nil, m.dirty)
	}
}

// Only a lone worker with one grey object in all follows it, and not with grain 1.
func TestWhenOneObjectIsAllThatIsGrey(t *testing.T) {
	for _, c := range []struct {
		alone          bool
		refs, inFlight int
		grain          int
		want           bool
	}{
		{true, 1, 0, 2, true}, {false, 1, 0, 2, false}, {true, 0, 0, 2, false},
		{true, policy.ThinRefs, 0, 2, true}, {true, policy.ThinRefs + 1, 0, 2, false},
		{true, 1, 1, 2, false}, {true, 1, 0, 1, false}, {false, 0, 1, 1, false},
	} {
		_, w := policyMarker(t, Options{Workers: 2, Grain: c.grain})
		for range c.inFlight {
			fly(w, []uint32{1})
		}
		w.setAlone(c.alone)
		w.Top = c.refs
		require.Equal(t, c.want, w.IsThin(), "%+v", c)
	}
}

// A worker counts its joins in a row that found nothing; a batch or a chunk ends that.
func TestFruitlessJoins(t *testing.T) {
	m := idleMarker(t)
	w := m.workers[0]
	w.reads(emptyScanner{})
	m.planShared(w.scanner)
	for _, c := range []struct{ batches, chunks uint64 }{{0, 0}, {5, 5}, {7, 1}} {
		for _, chunks := range []uint32{0, 1} {
			m.crew.Reset()
			w.Batches, w.stats.ChunksTaken, w.EmptyJoins = c.batches, c.chunks, 3
			m.ranges.OpenRoots(chunks)
			w.mark()
			require.Equal(t, []int{4, 0}[chunks], w.EmptyJoins, "%+v, %d chunks more", c, chunks)
			require.True(t, m.crew.Done())
		}
	}
}

// followedScanner follows an endless list, until it has been asked three times, and
// does something the first time.
type followedScanner struct {
	emptyScanner
	first   func()
	follows int
}

func (s *followedScanner) follow(w *worker) bool {
	switch s.follows++; s.follows {
	case 1:
		s.first()
	case 3:
		w.Top = w.Bottom
	}
	return true
}

// A worker that follows a list looks now and then whether the mark is cancelled.
func TestCancelledInAList(t *testing.T) {
	m, w := policyMarker(t, Options{Workers: 1})
	ctx, cancel := context.WithCancel(t.Context())
	s := &followedScanner{first: cancel}
	m.context, m.done = ctx, ctx.Done()
	w.reads(s)
	m.planShared(s)
	m.crew.Reset()
	w.setAlone(true)
	w.Top = 1
	w.trace()
	require.Equal(t, 1, s.follows)
}

// countingScanner counts chunks.
type countingScanner struct {
	emptyScanner
	chunks int
}

func (s *countingScanner) scanChunk(*worker, chunk) { s.chunks++ }

// A worker that scans a huge object alone looks after each chunk whether the mark is
// cancelled.
func TestCancelledInAHugeObject(t *testing.T) {
	m, w := policyMarker(t, Options{Workers: 1})
	for m.ranges.Offer(0, 1, 1) { // the range slots are full
	}
	s := &countingScanner{}
	w.reads(s)
	ctx, cancel := context.WithCancel(t.Context())
	m.context, m.done = ctx, ctx.Done()
	m.crew.Reset()
	w.slice(1, 10*chunkRefs-1)
	require.Equal(t, 10, s.chunks)
	cancel()
	w.slice(1, 10*chunkRefs)
	require.Equal(t, 11, s.chunks)
	w.slice(1, 10*chunkRefs)
	require.Equal(t, 11, s.chunks, "the mark is over")
}

// One worker marks a small heap alone, whatever the idle policy, unless something else is
// asked for.
func TestSmallHeapsAreMarkedAlone(t *testing.T) {
	g, err := NewAdjacency([]uint64{0, 1, 1}, []uint32{1})
	require.NoError(t, err)
	available := min(4, runtime.GOMAXPROCS(0))
	for _, c := range []struct {
		tuning tune.Tuning
		team   int
	}{
		{tune.Tuning{}, 1}, {tune.Tuning{Idle: tune.IdleSpin}, 1},
		{tune.Tuning{Recruit: 1}, available}, {tune.Tuning{Marking: tune.MarkingShared}, 4}, {tune.Tuning{Marking: tune.MarkingOwner}, 4},
	} {
		m, err := New(Options{Workers: 4, Tuning: c.tuning})
		require.NoError(t, err)
		_, err = m.MarkGraph(t.Context(), g, []uint32{0})
		require.NoError(t, err)
		require.Equal(t, c.team, m.plan.Team, "%+v", c.tuning)
		m.Close()
	}
}

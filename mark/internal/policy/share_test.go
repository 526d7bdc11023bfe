package policy

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
	"github.com/seed-3ccf4018/halfmark/stealq"
)

// Batches are cut while another worker is idle that could be given what they leave.
func TestTake(t *testing.T) {
	p := Pace{Batch: 9, HungryBatch: 4}
	for size := range 20 {
		for _, hungry := range []bool{false, true} {
			for _, alone := range []bool{false, true} {
				want := min(size, 9)
				if hungry && !alone {
					want = min(size, 4)
				}
				require.Equal(t, want, p.Take(size, hungry, alone))
			}
		}
	}
}

func TestPaces(t *testing.T) {
	one := Pace{Batch: 1, HungryBatch: 1, InFlight: 1, Recruit: 1}
	for _, p := range []Pace{MemoryPace(0), CallPace()} {
		one.ZeroIsNode, one.Halfway = p.ZeroIsNode, p.Halfway/p.InFlight
		require.Equal(t, one, p.With(1))
		require.Equal(t, p, p.With(2))
	}
	require.Equal(t, Pace{Batch: BatchObjects, HungryBatch: HungryBatchObjects, InFlight: 3, Halfway: 1, Recruit: 256, Found: 49152, Computes: true, Memory: 7}, MemoryPace(7))
	require.Zero(t, MemoryPace(7).With(1).Halfway, "the only batch is asked for")
	require.Equal(t, 1, CallPace().With(1).Halfway, "nothing is asked for")
	require.Equal(t, 8192, among(MemoryPace(5<<19+1), 2, 0).Found)
	small, large := MemoryPace(5<<19), MemoryPace(5<<19+1)
	require.True(t, small.Small())
	require.False(t, large.Small())
	for _, p := range []Pace{among(MemoryPace(1<<30), 1, 0), among(MemoryPace(1<<30), 0, 0)} {
		require.Equal(t, 49152, p.Found)
		require.Equal(t, 256, p.Recruit)
	}
	require.Equal(t, MemoryPace(0).Recruit, among(MemoryPace(1<<30), 2, 1000).Recruit)
	require.Equal(t, 100, among(MemoryPace(1<<30), 2, 100).Recruit)
	require.Equal(t, 100, among(MemoryPace(1<<30), 2, 100).Found)
	require.Equal(t, Pace{Batch: BatchObjects, HungryBatch: 2, InFlight: 1, Halfway: 1, Recruit: 2, Patience: CallPatience, ZeroIsNode: true}, CallPace())
	require.Zero(t, among(CallPace(), 0, 5).Patience, "who says when needs none")
}

// A block is taken up before the ring is empty if the next batch would be short, but not
// what the idle may take.
func TestTopsUp(t *testing.T) {
	p := Pace{Batch: 9}
	for size := range 20 {
		for inFlight := range 3 {
			require.Equal(t, size < 9 && inFlight > 0, p.TopsUp(size, inFlight, false, false))
			require.Equal(t, size < 9 && inFlight > 0, p.TopsUp(size, inFlight, false, true))
			require.Equal(t, size < 9 && inFlight > 0, p.TopsUp(size, inFlight, true, true))
			require.False(t, p.TopsUp(size, inFlight, true, false), "somebody awake is idle")
		}
	}
}

// A lone worker recruits when it has marked enough, and a chunk counts like the
// objects that it may lead to.
func TestRecruits(t *testing.T) {
	p := Pace{Found: 3 * ChunkRefs}
	for marked := range uint64(4 * ChunkRefs) {
		for chunks := range uint64(5) {
			require.True(t, p.Recruits(false, marked, chunks))
			require.Equal(t, marked+chunks*ChunkRefs >= 3*ChunkRefs, p.Recruits(true, marked, chunks))
		}
	}
}

// The idle are fed nothing while there is no more than a batch, or something to steal;
// an item shown if the deque keeps some, asked for or not; otherwise half.
func TestFeed(t *testing.T) {
	p := Pace{HungryBatch: 4, Recruit: 7}
	for _, kind := range stealq.Kinds() {
		for private := range 10 {
			for _, alone := range []bool{false, true} {
				deques := kind.New(2, 8)
				enough := 4
				if alone {
					enough = 7
				}
				want := Nothing
				if private > enough {
					want = Give
				}
				require.Equal(t, want, p.Feed(alone, private, deques[0]), "%s", kind.Name)

				require.True(t, deques[0].Push(1))
				require.True(t, deques[0].Push(2))
				e, keeps := deques[0].(stealq.Exposer)
				if want = Nothing; keeps && private > enough {
					want = Exposed
				}
				require.Equal(t, want, p.Feed(alone, private, deques[0]), "%s", kind.Name)
				if !keeps {
					continue
				}
				require.Zero(t, deques[0].Len(), "nobody has asked")
				deques[1].Steal(deques[0], stealq.One)
				require.Equal(t, want, p.Feed(alone, private, deques[0]))
				require.Equal(t, want == Exposed, deques[0].Len() == 1)
				require.Equal(t, 2, e.Held())
			}
		}
	}
}

// The half that is given lies on the stack, once batches in flight are back there
// if need be.
func TestHalves(t *testing.T) {
	for size := range 40 {
		for flying := range 40 {
			private := size + flying
			require.Equal(t, size < private/2, Recalls(size, private))
			require.Equal(t, min(size, private/2), Half(size, private))
		}
	}
	for size := range StackHigh + 100 {
		require.Equal(t, max(0, size-StackHigh/2), Excess(size))
	}
	require.Equal(t, [2]bool{false, true}, [2]bool{Hoards(HungryBatchObjects), Hoards(HungryBatchObjects + 1)})
}

func TestShown(t *testing.T) {
	kind := stealq.Locked
	d := kind.New(1, 8)[0]
	for held, want := range []int{0, 0, 1, 2} {
		require.Equal(t, want, Shown(held, d))
	}
	d.Push(1)
	for held := range 4 {
		require.Zero(t, Shown(held, d))
	}
}

func TestPieces(t *testing.T) {
	for n := range 30 {
		for size := 1; size < 9; size++ {
			pieces := 0
			for left := n; left > 0; left -= size {
				pieces++
			}
			require.Equal(t, pieces, Pieces(n, size))
		}
	}
}

// The chunks of an object follow one another, are full but for the last, and end
// where it ends, also the largest.
func TestChunks(t *testing.T) {
	for _, length := range []uint32{1, ChunkRefs - 1, ChunkRefs, ChunkRefs + 1, 5*ChunkRefs - 1, 5 * ChunkRefs, 1<<32 - 1} {
		n := Chunks(length)
		require.Equal(t, (uint64(length)+ChunkRefs-1)/ChunkRefs, uint64(n))
		for _, i := range []uint32{0, n / 2, n - 1} {
			object, low, high := Chunk(Over(77, length), i)
			require.EqualValues(t, 77, object)
			require.EqualValues(t, uint64(i)*ChunkRefs, low)
			require.EqualValues(t, min(uint64(i+1)*ChunkRefs, uint64(length)), high)
		}
	}
	object, _, _ := Chunk(Over(RootsObject, 1), 0)
	require.EqualValues(t, uint32(RootsObject), object)
}

// A worker that parks looks so often before it does, and spins first unless another
// worker needs the processor; the other policies never park.
func TestPauses(t *testing.T) {
	for look := range 200 {
		require.Equal(t, Pause{}, PauseAfter(look, tune.IdleSpin, false))
		require.Equal(t, Pause{Yield: true}, PauseAfter(look, tune.IdleYield, true))
		sleep := time.Duration(256_000)
		if look < 8 {
			sleep = 1000 << look
		}
		require.Equal(t, Pause{Sleep: sleep}, PauseAfter(look, tune.IdleBackoff, false))
		require.Equal(t, Pause{Yield: look >= SpinLooks, Park: look >= SpinLooks+YieldLooks}, PauseAfter(look, tune.IdlePark, false))
		require.Equal(t, Pause{Yield: true, Park: look >= YieldLooks}, PauseAfter(look, tune.IdlePark, true))
	}
}

// among is p among so many owners.
func among(p Pace, owners, recruit int) Pace {
	p.Among(owners, recruit)
	return p
}

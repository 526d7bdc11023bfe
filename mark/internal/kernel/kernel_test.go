package kernel

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// batchObjects is how many objects the marker collects at once.
const batchObjects = 64

// The assembly does what its plain twins do, with valid and with damaged
// arguments, and writes nothing beyond its results. Under the race detector, and
// on machines without assembly, the twins are compared with themselves.
func TestKernelEqualsPlain(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	stopped, full := 0, 0
	for range 20_000 {
		arena := make([]byte, 8*(1+random.IntN(200)))
		for at := 0; at < len(arena); at += 4 {
			n := random.IntN(SmallRefs + 2)
			if random.IntN(20) == 0 {
				n = int(random.Uint32())
			}
			binary.LittleEndian.PutUint32(arena[at:], uint32(n))
		}
		batch := make([]uint32, random.IntN(batchObjects+1))
		for i := range batch {
			if batch[i] = uint32(random.IntN(len(arena)/8 + 1)); random.IntN(50) == 0 {
				batch[i] = random.Uint32()
			}
		}
		want := make([]uint32, len(batch)*SmallRefs)
		wantRefs, wantObjects := collectRefsPlain(arena, batch, want)
		var got []uint32
		var refs, objects int
		for _, collect := range []func(arena []byte, batch, out []uint32) (int, int){collectRefs, CollectRefs} { // with and without wide registers
			got = make([]uint32, len(batch)*SmallRefs+8)
			refs, objects = collect(arena, batch, got[:len(want)])
			require.Equal(t, []int{wantRefs, wantObjects}, []int{refs, objects})
			require.Equal(t, want[:refs], got[:refs])
			require.Equal(t, make([]uint32, 8), got[len(want):], "beyond the buffer")
		}
		if objects < len(batch) {
			stopped++
		} else {
			full++
		}
		compareMarking(t, random, got[:refs])
	}
	require.Greater(t, stopped, 1000)
	require.Greater(t, full, 1000)
}

// Wherever nil stands among up to 12 refs, the others are left in their order, and
// nothing is written behind them.
func TestDropNil(t *testing.T) {
	marks := make([]Word, 4)
	for n := range 13 {
		for nils := range 1 << n {
			refs, whole := guarded(n)
			var want []uint32
			for i := range refs {
				refs[i] = uint32(nils >> i & 1 * (1 + i*19)) // 0 is nil
				if refs[i] != 0 {
					want = append(want, refs[i])
				}
			}
			left := DropNil(marks, refs)
			require.Equal(t, want, append([]uint32(nil), refs[:left]...))
			require.EqualValues(t, canary, whole[n], "beyond the refs")
		}
	}
}

// compareMarking compares what is done with references, some of which lie beyond
// the bitmap.
func compareMarking(t *testing.T, random *rand.Rand, refs []uint32) {
	t.Helper()
	for i := range refs {
		refs[i] %= 512 + uint32(random.IntN(2))
	}
	got, want := heap.NewBitmap(512), heap.NewBitmap(512)
	for range random.IntN(512) {
		ref := heap.Ref(random.IntN(512))
		got.TestAndSet(ref)
		want.TestAndSet(ref)
	}
	gotRefs, wantRefs := slices.Clone(refs), slices.Clone(refs)
	left, wantLeft := DropNil(got.Words(), gotRefs), dropNilPlain(wantRefs)
	require.Equal(t, wantRefs[:wantLeft], gotRefs[:left])

	sifted := heap.NewBitmap(512)
	for i := range want.Words() {
		sifted.Words()[i].Store(want.Words()[i].Load())
	}
	gotRefs, wantRefs = slices.Clone(refs), slices.Clone(refs)
	white, done := FilterWhite(got.Words(), gotRefs)
	wantWhite, wantDone := filterWhitePlain(want.Words(), wantRefs)
	require.Equal(t, []int{wantWhite, wantDone}, []int{white, done})
	require.Equal(t, wantRefs, gotRefs)

	gotStack, wantStack := make([]uint32, len(refs)+1), make([]uint32, len(refs)+1)
	pushed, done := ClaimAlone(got.Words(), refs, gotStack)
	wantPushed, wantDone := claimAlonePlain(want.Words(), refs, wantStack)
	require.Equal(t, []int{wantPushed, wantDone}, []int{pushed, done})
	require.Equal(t, wantStack[:pushed], gotStack[:pushed])
	require.Zero(t, gotStack[len(refs)], "beyond the stack")

	pushed, done = ClaimSifted(sifted.Words(), slices.Clone(refs), gotStack)
	require.Equal(t, []int{wantPushed, wantDone}, []int{pushed, done}, "sifted")
	require.Equal(t, wantStack[:pushed], gotStack[:pushed], "sifted")
	for i := range got.Words() {
		require.Equal(t, want.Words()[i].Load(), got.Words()[i].Load())
		require.Equal(t, want.Words()[i].Load(), sifted.Words()[i].Load(), "sifted")
	}
}

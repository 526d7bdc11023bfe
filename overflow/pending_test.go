package overflow_test

import (
	"math"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/seed-3ccf4018/halfmark/overflow"
)

const chunk = overflow.ChunkRefs

// drain takes everything, one Take at a time, and checks each answer.
func drain(t require.TestingT, s *overflow.Pending, size, hint int) (all []uint32, takes int) {
	buf := make([]uint32, size)
	for n := s.Take(buf, hint); n > 0; n = s.Take(buf, hint) {
		takes++
		part := buf[:n]
		if hidden := overflow.CheckPending(s); hidden != -1 || !slices.IsSorted(part) || part[0]/chunk != part[n-1]/chunk {
			t.Errorf("chunk %d is hidden, or these are not ascending and of one chunk: %v", hidden, part)
			t.FailNow()
		}
		all = append(all, part...)
	}
	require.True(t, s.Empty())
	return all, takes
}

// TestEverySubset adds and takes every subset of up to ten references.
func TestEverySubset(t *testing.T) {
	for n := range uint64(11) {
		s := overflow.NewPending(n)
		for set := range uint32(1) << n {
			var want []uint32
			for r := range uint32(n) {
				if set>>r&1 != 0 {
					require.True(t, s.Add(r))
					require.False(t, s.Add(r), "already there")
					want = append(want, r)
				}
			}
			require.Equal(t, set == 0, s.Empty())
			got, _ := drain(t, s, 64, int(set))
			require.Equal(t, want, got)
		}
	}
}

// sizes are all small ones and those around word, chunk and summary borders.
func sizes() []uint64 {
	var all []uint64
	for n := uint64(1); n <= 130; n++ {
		all = append(all, n)
	}
	for _, border := range []uint64{chunk, 2 * chunk, 64 * chunk, 65 * chunk} {
		all = append(all, border-64, border-1, border, border+1, border+64)
	}
	return all
}

// TestEverySize adds, for each size, each reference near a border alone, then
// all of these together, and takes them back from every kind of start.
func TestEverySize(t *testing.T) {
	for _, n := range sizes() {
		s := overflow.NewPending(n)
		var some []uint32
		for r := uint64(0); r < n; r++ {
			if n <= 130 || r%chunk <= 1 || r%chunk >= chunk-1 || r >= n-2 {
				some = append(some, uint32(r))
			}
		}
		for i, r := range some {
			if added, empty := s.Add(r), s.Empty(); !added || empty {
				t.Fatalf("reference %d of %d: added %v, empty %v", r, n, added, empty)
			}
			if got, _ := drain(t, s, 64, i-1); len(got) != 1 || got[0] != r {
				t.Fatalf("%v is taken of %d, want %d alone", got, n, r)
			}
		}
		for _, r := range some {
			require.True(t, s.Add(r))
		}
		got, _ := drain(t, s, 64, int(n))
		slices.Sort(got)
		require.Equal(t, some, got)
		require.Panics(t, func() { s.Add(uint32(n)) })
		require.Equal(t, int64((n+63)/64*8+(n+64*chunk-1)/(64*chunk)*8+2*overflow.PadBytes), s.Bytes())
	}
}

// TestEarlyStopKeepsTheRest fills chunks and takes them with buffers that a
// chunk, or a word, does not fit in.
func TestEarlyStopKeepsTheRest(t *testing.T) {
	const n = 2*chunk + 100
	for _, size := range []int{64, 65, 127, 128, 1000, chunk - 1, chunk, chunk + 1} {
		for _, step := range []uint32{1, 3, 63} {
			s := overflow.NewPending(n)
			var want []uint32
			for r := uint32(0); r < n; r += step {
				s.Add(r)
				want = append(want, r)
			}
			got, takes := drain(t, s, size, 1)
			slices.Sort(got)
			require.Equal(t, want, got)
			// All but the last take of a chunk leave fewer than 64 free.
			require.LessOrEqual(t, takes, len(want)/(size-63)+3)
			if size < 1000 && step == 1 {
				require.Greater(t, takes, 3, "no take stopped early")
			}
		}
	}
}

// TestHintsSpread: as many workers as chunks begin at no fewer than half as
// many chunks, consecutive ones far apart, and all take something else.
func TestHintsSpread(t *testing.T) {
	for _, chunks := range []uint64{2, 3, 8, 64, 100, 1000} {
		s := overflow.NewPending(chunks * chunk)
		starts := map[uint64]bool{}
		for hint := range int(chunks) {
			at := overflow.StartChunk(s, hint)
			require.Less(t, at, chunks)
			starts[at] = true
		}
		require.GreaterOrEqual(t, len(starts), int(chunks+1)/2)
	}
	s := overflow.NewPending(64 * chunk)
	for c := range uint32(64) {
		s.Add(c * chunk)
	}
	buf, seen := make([]uint32, 64), map[uint32]bool{}
	for hint := range 64 {
		require.Equal(t, 1, s.Take(buf, hint))
		seen[buf[0]] = true
	}
	require.Len(t, seen, 64)
}

// TestTakeBeginsAtItsHint: where every chunk has something, a Take gets it from
// the very chunk that its hint leads to, in whichever summary word that is.
func TestTakeBeginsAtItsHint(t *testing.T) {
	const chunks = 200 // four summary words, the last one partly used
	s, buf := overflow.NewPending(chunks*chunk), make([]uint32, 64)
	for c := range uint32(chunks) {
		s.Add(c * chunk)
	}
	words := map[uint64]bool{}
	for hint := range 2 * chunks {
		at := overflow.StartChunk(s, hint)
		words[at/64] = true
		require.Equal(t, 1, s.Take(buf, hint))
		require.EqualValues(t, at*chunk, buf[0], "hint %d", hint)
		require.True(t, s.Add(buf[0]))
	}
	require.Len(t, words, 4)
}

// TestEachChunkOnce: within a summary word Take moves upwards past each chunk
// that it tried, so an adder that flags one again and again cannot hold it.
func TestEachChunkOnce(t *testing.T) {
	for i := range 64 {
		for _, higher := range []uint64{0, 1 << 63, ^uint64(0)} {
			bit, above := overflow.Lowest(1<<i | higher<<i)
			require.Equal(t, uint64(1)<<i, bit)
			require.Equal(t, ^uint64(0)<<i<<1, above)
		}
	}
}

// TestStaleFlags: flags over empty chunks are cleared on the way to the
// reference behind them, from every start.
func TestStaleFlags(t *testing.T) {
	const chunks = 130
	s, buf := overflow.NewPending(chunks*chunk), make([]uint32, 64)
	for hint := range chunks {
		for c := range uint32(chunks) {
			overflow.FlagEmptyChunk(s, c)
		}
		require.False(t, s.Empty())
		ref := uint32(hint * chunk)
		require.True(t, s.Add(ref))
		require.Equal(t, 1, s.Take(buf, hint*7))
		require.Equal(t, ref, buf[0])
		require.Zero(t, s.Take(buf, 0))
		require.True(t, s.Empty())
	}
}

func TestAnyHint(t *testing.T) {
	s := overflow.NewPending(130 * chunk)
	for _, hint := range []int{math.MinInt, -1, 0, 1, math.MaxInt32, math.MaxInt} {
		s.Add(129 * chunk)
		s.Add(0)
		got, _ := drain(t, s, 64, hint)
		require.Len(t, got, 2)
	}
}

func TestPendingReset(t *testing.T) {
	s := overflow.NewPending(70 * chunk)
	for range 2 {
		for r := uint32(0); r < 70*chunk; r += 1009 {
			require.True(t, s.Add(r))
		}
		s.Reset()
		require.True(t, s.Empty())
		require.Zero(t, s.Take(make([]uint32, 64), 0))
	}
}

func TestPendingMisuse(t *testing.T) {
	require.Contains(t, panicText(func() { overflow.NewPending(1<<32 + 1) }),
		"overflow: NewPending: 4294967297 references, want at most 4294967296")
	s := overflow.NewPending(5)
	require.Contains(t, panicText(func() { s.Add(5) }), "overflow: Add: reference 5, want less than 5")
	require.Contains(t, panicText(func() { s.Take(make([]uint32, 63), 0) }), "buffer of 63 references, want at least 64")
	require.True(t, s.Empty())
	none := overflow.NewPending(0)
	require.True(t, none.Empty())
	require.Zero(t, none.Take(make([]uint32, 64), 3))
}

// TestLargest uses the last references of the largest set.
func TestLargest(t *testing.T) {
	if os.Getenv("HALFMARK_LARGE") == "" || testing.Short() {
		t.Skip("reserves 512 MiB; run with HALFMARK_LARGE=1 and without -short")
	}
	s := overflow.NewPending(1 << 32)
	want := []uint32{0, 1<<31 - 1, 1 << 31, math.MaxUint32 - 1, math.MaxUint32}
	for _, r := range want {
		require.True(t, s.Add(r))
	}
	var got []uint32
	buf := make([]uint32, 64)
	for n := s.Take(buf, 7); n > 0; n = s.Take(buf, 7) {
		got = append(got, buf[:n]...)
	}
	slices.Sort(got)
	require.Equal(t, want, got)
	require.True(t, s.Empty())
	require.Equal(t, int64(512<<20+16<<10+2*overflow.PadBytes), s.Bytes())
}

// TestPendingStateMachine compares random histories with a map.
func TestPendingStateMachine(t *testing.T) {
	again, early := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.SampledFrom([]uint64{1, 63, 64, 65, chunk, chunk + 1, 3*chunk + 7, 66 * chunk}).Draw(r, "n")
		s, model := overflow.NewPending(n), map[uint32]bool{}
		add := func(ref uint32) {
			require.Equal(r, !model[ref], s.Add(ref))
			if model[ref] {
				again++
			}
			model[ref] = true
		}
		r.Repeat(map[string]func(*rapid.T){
			"add": func(r *rapid.T) { add(uint32(rapid.Uint64Range(0, n-1).Draw(r, "ref"))) },
			"run": func(r *rapid.T) {
				from := rapid.Uint64Range(0, n-1).Draw(r, "from")
				for ref := from; ref < min(n, from+200); ref++ {
					add(uint32(ref))
				}
			},
			"take": func(r *rapid.T) {
				buf := make([]uint32, rapid.IntRange(64, 300).Draw(r, "buf"))
				got := s.Take(buf, rapid.Int().Draw(r, "hint"))
				require.Equal(r, len(model) == 0, got == 0)
				for _, ref := range buf[:got] {
					require.True(r, model[ref], "taken without being there")
					delete(model, ref)
				}
				if got > 0 && !s.Empty() {
					early++
				}
			},
			"reset": func(r *rapid.T) {
				if rapid.IntRange(0, 9).Draw(r, "rarely") == 0 {
					s.Reset()
					clear(model)
				}
			},
			"": func(r *rapid.T) { require.Equal(r, len(model) == 0, s.Empty()) },
		})
	})
	if testing.Short() {
		return // twenty histories are too few
	}
	require.Positive(t, again, "no reference was added twice")
	require.Positive(t, early, "no take left anything")
}

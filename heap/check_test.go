package heap

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// clone returns a copy of h that may be damaged.
func clone(h *Heap) *Heap {
	c := *h
	c.arena, c.roots = slices.Clone(h.arena), slices.Clone(h.roots)
	return &c
}

func (h *Heap) setWord(granule Ref, w uint64) {
	binary.LittleEndian.PutUint64(h.arena[granule*GranuleBytes:], w)
}

func (h *Heap) setRef(obj Ref, i uint32, to Ref) {
	binary.LittleEndian.PutUint32(h.arena[int(obj+1)*GranuleBytes+int(i)*refBytes:], uint32(to))
}

// TestCheckFindsEachKindOfDamage damages the sample in one way at a time and
// sends it through a snapshot file, whose checksums are then valid: only Check
// stands between the damage and a wrong count.
func TestCheckFindsEachKindOfDamage(t *testing.T) {
	last := sampleAt[5] // 5 references, 40 granules of payload, up to the end
	for _, c := range []struct {
		name    string
		damage  func(*Heap)
		section string
		offset  int64
		problem string
	}{
		{"granule 0", func(h *Heap) { h.setWord(0, 1) }, "arena", 0, "reserved first granule is 0x1"},
		{"size zero", func(h *Heap) { h.setWord(4, 0) }, "arena", 4 * 8, "header of object 1 says 0 references in 0 granules"},
		{"size too small for the references", func(h *Heap) { h.setWord(1, header(3, 2)) }, "arena", 1 * 8, "says 3 references in 2 granules: it needs 3"},
		{"size beyond the end", func(h *Heap) { h.setWord(last, header(5, 45)) }, "arena", 17 * 8, "says 5 references in 45 granules: it needs 4 granules and the arena has 44 left"},
		{"size of 2^32-1", func(h *Heap) { h.setWord(last, header(5, 1<<32-1)) }, "arena", 17 * 8, "4294967295 granules"},
		{"references beyond the end", func(h *Heap) { h.setWord(last, header(1<<32-1, 44)) }, "arena", 17 * 8, "4294967295 references in 44 granules: it needs 2147483649"},
		{"last object too short", func(h *Heap) { h.setWord(last, header(5, 43)) }, "arena", (17 + 43) * 8, "header of object 6 says 0 references in 0 granules"},
		{"one object split in two", func(h *Heap) { h.setWord(4, header(0, 2)); h.setWord(6, header(0, 2)) }, "arena", 61 * 8, "the arena holds 7 objects, its header says 6"},
		{"two objects joined", func(h *Heap) { h.setWord(11, header(1, 6)); h.setWord(15, 0) }, "arena", 61 * 8, "holds 5 objects"},
		{"padding after an odd reference", func(h *Heap) { h.setRef(1, 3, 8) }, "arena", 3 * 8, "padding after reference 2 of object 0"},
		{"reference into an object", func(h *Heap) { h.setRef(1, 0, 5) }, "arena", 2 * 8, "reference 0 of object 0 leads to granule 5"},
		{"reference to a granule of references", func(h *Heap) { h.setRef(8, 1, 9) }, "arena", 9*8 + 4, "reference 1 of object 2 leads to granule 9"},
		{"reference to the end", func(h *Heap) { h.setRef(11, 0, 61) }, "arena", 12 * 8, "leads to granule 61"},
		{"reference far beyond the end", func(h *Heap) { h.setRef(last, 4, 1<<32-1) }, "arena", 20 * 8, "reference 4 of object 5 leads to granule 4294967295"},
		{"root that is nil", func(h *Heap) { h.roots[1] = Nil }, "roots", 4, "root 1 is granule 0"},
		{"root into an object", func(h *Heap) { h.roots[0] = 2 }, "roots", 0, "root 0 is granule 2"},
		{"root beyond the end", func(h *Heap) { h.roots[2] = 61 }, "roots", 8, "root 2 is granule 61"},
		{"an object too many claimed", func(h *Heap) { h.objects++ }, "arena", 61 * 8, "holds 6 objects, its header says 7"},
		{"no objects claimed", func(h *Heap) { h.objects = 0 }, "arena", 61 * 8, "its header says 0"},
		{"an edge too few claimed", func(h *Heap) { h.edges-- }, "arena", 61 * 8, "holds 10 references that are not nil, its header says 9"},
		{"a reference lost", func(h *Heap) { h.setRef(11, 0, Nil) }, "arena", 61 * 8, "holds 9 references that are not nil, its header says 10"},
	} {
		t.Run(c.name, func(t *testing.T) {
			damaged := clone(sample(t))
			require.EqualValues(t, 61, damaged.Granules())
			c.damage(damaged)
			var file bytes.Buffer
			require.NoError(t, WriteSnapshot(&file, damaged))
			h, err := ReadSnapshot(bytes.NewReader(file.Bytes()), int64(file.Len()))
			require.NoError(t, err)

			var bad *FormatError
			require.ErrorAs(t, h.Check(), &bad)
			require.Equal(t, c.section, bad.Section)
			require.Equal(t, c.offset, bad.Offset, "%v", bad)
			require.Contains(t, bad.Problem, c.problem)
			survey(t, h)
		})
	}
}

func TestCheckRejectsArenasOfImpossibleLength(t *testing.T) {
	for _, n := range []int{0, 1, 7, 9, 15} {
		h := &Heap{arena: make([]byte, n)}
		var bad *FormatError
		require.ErrorAs(t, h.Check(), &bad)
		require.Equal(t, "arena", bad.Section)
		require.Contains(t, bad.Problem, "it must be a multiple of 8, from 8 to 34359738368")
	}
}

// survey calls everything that reads a heap. It fails if anything panics, does
// not end, or leaves the arena; it returns whether both oracles accepted.
func survey(t testing.TB, h *Heap) bool {
	set, err := Reachable(h)
	byLevel, err2 := Levels(h)
	if (err == nil) != (err2 == nil) {
		t.Fatalf("Reachable says %v, Levels says %v", err, err2)
	}
	if err == nil && set.Count != byLevel.Count {
		t.Fatalf("Reachable found %d objects, Levels %d", set.Count, byLevel.Count)
	}
	if _, err := Digest(h, set); err != nil && (!h.Mapped() || h.Check() == nil) {
		t.Fatal(err)
	}
	objects := uint64(0)
	for rank, obj := range h.Objects() {
		if rank != objects || uint64(obj) >= h.Granules() {
			t.Fatalf("object %d of rank %d at granule %d", objects, rank, obj)
		}
		objects++
	}
	for g := range h.Granules() + 2 {
		n, _, ok := h.Object(Ref(g))
		read := uint32(0)
		for range h.Refs(Ref(g)) {
			read++
		}
		if ok && read != n || !ok && read != 0 {
			t.Fatalf("granule %d: %d references, %d read", g, n, read)
		}
	}
	return err == nil
}

var seed = flag.Uint64("seed", 1, "seed of the random tests")

// TestRandomDamage overwrites random words of a random heap, in ways that are
// likely to look like a header or a reference. Nothing may panic; a heap that
// passes its check must satisfy the oracles.
func TestRandomDamage(t *testing.T) {
	rounds := 20_000
	if testing.Short() {
		rounds = 2_000
	}
	t.Logf("repeat with: go test ./heap -run TestRandomDamage -seed %d", *seed)
	rng := rand.New(rand.NewPCG(*seed, 0))
	sound := randomHeap(t, rng, 40)
	rejected, accepted, oracleRefused, oracleFooled := 0, 0, 0, 0
	for range rounds {
		h := clone(sound)
		g := h.Granules()
		for range 1 + rng.IntN(3) {
			at := Ref(rng.Uint64N(g))
			switch rng.IntN(4) {
			case 0:
				h.arena[rng.IntN(len(h.arena))] ^= 1 << rng.IntN(8)
			case 1:
				h.setWord(at, rng.Uint64())
			case 2:
				h.setWord(at, header(uint32(rng.IntN(6)), uint32(rng.IntN(8))))
			case 3:
				h.roots[rng.IntN(len(h.roots))] = Ref(rng.Uint64N(g + 2))
			}
		}
		err, followed := h.Check(), survey(t, h)
		switch {
		case err == nil && !followed:
			t.Fatal("Check accepts a heap that the oracle cannot follow")
		case err == nil:
			accepted++
		case followed:
			rejected++
			oracleFooled++
		default:
			rejected++
			oracleRefused++
		}
	}
	t.Logf("%d rejected, %d accepted; of those rejected the oracle refused %d", rejected, accepted, oracleRefused)
	require.Positive(t, accepted, "no damage hit payload only")
	require.Positive(t, oracleRefused)
	require.Positive(t, oracleFooled)
}

// randomHeap returns a heap of n objects with up to 4 references and up to 5
// granules of payload each, shuffled.
func randomHeap(t testing.TB, rng *rand.Rand, n int) *Heap {
	nodes := make([]node, n)
	for i := range nodes {
		nodes[i].payload = rng.IntN(6)
		for range rng.IntN(5) {
			nodes[i].refs = append(nodes[i].refs, uint32(rng.IntN(n)))
		}
	}
	order := make([]uint32, n)
	for i, k := range rng.Perm(n) {
		order[i] = uint32(k)
	}
	return build(t, nodes, order, []uint32{0, 1, uint32(n - 1)})
}

package chain

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
)

// distinguished returns how many objects are distinguished.
func (w *walk) distinguished() (n int) {
	for _, x := range w.objects {
		if w.table.Distinguished(x) {
			n++
		}
	}
	return n
}

// Cursors find nearly all ways of a list, also if only one of several fields leads on. The other
// fields lead to objects without references, to the object before, or to nothing.
func TestListsAreFound(t *testing.T) {
	const n, spacing = 400, 4
	for seed := range uint64(2) {
		for width := 1; width <= 4; width++ {
			for field := range width {
				for _, others := range []string{"nil", "leaf", "prev"} {
					random := rand.New(rand.NewPCG(seed, 3))
					refs := list(random, n, width, field)
					for x := range n {
						for f := range width {
							to := refs[x][field]
							switch {
							case f == field:
							case others == "leaf":
								refs[x][f] = uint32(len(refs))
								refs = append(refs, nil)
							case others == "prev" && to != heap.NoObject:
								refs[to][f] = uint32(x)
							}
						}
					}
					w := newWalk(t, 512, spacing, refs)
					header, _ := w.source.Header(w.objects[0])
					w.hints.prefer(header, field) // as the marker does
					for range 1000 {
						w.hints.Seed(w.objects[random.IntN(n)])
						w.Refresh()
						w.Round()
					}
					want := w.distinguished() // those without references are never claimed
					if others == "leaf" && width > 1 {
						want /= width
					}
					facts := w.requireFacts(t, width, field, others, seed)
					require.Greater(t, facts, want*7/10, "field %d of %d, others %s, seed %d: of %d", field, width, others, seed, want)
				}
			}
		}
	}
}

// A cursor that the marker has caught up with ends at the next distinguished object. It does not
// run ahead of the marker for ever. Its finds meanwhile are not recorded.
func TestACursorThatWasOvertakenEnds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	const spacing = 4
	w := newWalk(t, 4096, spacing, list(random, 4000, 1, 0))
	overtaken := 0
	for range 200 {
		w.rounds(random, 5)
		for i, state := range w.state {
			from := w.ways[i].from
			if state < following || w.table.entries()[from] != underWay {
				continue
			}
			require.Zero(t, w.table.Pass(from), "the cursor has not arrived")
			for round := 0; w.state[i] >= following; round++ {
				require.Equal(t, from, w.ways[i].from, "the cursor went on")
				require.Less(t, round, (maxWay+2)*spacing, "the cursor did not end")
				w.Round()
			}
			require.Equal(t, uint32(ended), w.table.entries()[from])
			overtaken++
			break
		}
	}
	require.Greater(t, overtaken, 50)
}

// A cursor leaves a cycle in which no object is distinguished.
func TestCyclesEnd(t *testing.T) {
	const spacing, cycle = 4, 5
	refs := [][]uint32{nil, {2}} // object 0 only moves the others
	for i := range cycle {
		refs = append(refs, []uint32{uint32(2 + (i+1)%cycle)})
	}
	found := 0
	for seed := range uint64(2000) {
		random := rand.New(rand.NewPCG(seed, 5))
		pad := make([]int, len(refs))
		for i := range pad {
			pad[i] = random.IntN(8)
		}
		w := newWalk(t, 16, spacing, refs, pad...)
		x := w.objects[1]
		if !w.table.Distinguished(x) || slices.ContainsFunc(w.objects[2:], w.table.Distinguished) {
			continue
		}
		found++
		w.hints.Seed(x)
		for range 10 {
			w.Refresh()
			w.hints.Seed(x)
			w.Round()
		}
		require.Equal(t, map[uint32]uint32{x: underWay}, w.table.entries())
		for range maxWay*spacing + 2 {
			w.Round()
		}
		require.Equal(t, map[uint32]uint32{x: ended}, w.table.entries(), "seed %d", seed)
		require.EqualValues(t, 1, w.Started, "seed %d", seed)
		require.NotContains(t, w.state[:], uint8(following))
	}
	require.Positive(t, found)
}

// Cursors that find nothing to begin with rest, until something new may be there.
func TestFruitlessCursorsRest(t *testing.T) {
	w := newWalk(t, 16, 1, [][]uint32{{}, {}, {}}) // no object has references
	w.hints.Seed(w.objects[0])
	rounds := 0
	for ; w.Round(); rounds++ {
		require.Less(t, rounds, 100*maxFailed)
	}
	require.EqualValues(t, rounds, w.Rounds)
	require.EqualValues(t, rounds, w.Wasted)
	require.Empty(t, w.table.entries())
	require.False(t, w.Paid())
	require.False(t, w.Round())
	w.hints.Paid()
	require.True(t, w.Paid())
	require.False(t, w.Paid())
	require.Zero(t, w.Wasted)
	require.True(t, w.Round())
}

// The marker tells speculators what it learns about fields.
func TestTheMarkerTeachesSpeculators(t *testing.T) {
	hints, table := &Hints{}, tableOf(16, 1)
	marker, speculator := NewCursors(0, table, hints), NewCursors(1, table, hints)
	for n := 2; n <= 2*maxField; n++ {
		for field := range min(n, maxField) {
			header := uint64(n) | uint64(field+20)<<32
			for range 3 {
				j := marker.Judge(header, n)
				for i := range n {
					j.Field(i, i == field)
				}
				j.Done()
			}
			require.Equal(t, field, marker.prefer(header), "%d fields", n)
			require.Equal(t, field, speculator.prefer(header), "%d fields", n)
		}
	}
}

// Random judgements: the best field is one with the highest score of those that the object has.
func TestFields(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 6))
	var fields Fields
	for header := range uint64(200) {
		n := 1 + random.IntN(2*maxField)
		for range 100 {
			k := fields.of(header)
			k.judge(n, random.IntN(n), random.IntN(7)-3)
			scores := k.score[:min(n, maxField)]
			require.Equal(t, slices.Max(scores), k.score[k.best], "%v", scores)
			require.LessOrEqual(t, slices.Max(scores), int8(maxScore))
			require.GreaterOrEqual(t, slices.Min(scores), int8(-maxScore))
		}
	}
}

// damagedWalk is cursors on an unchecked arena.
func damagedWalk(arena []byte, words, spacing int) *Cursors {
	c := NewCursors(0, tableOf(words, spacing), &Hints{})
	c.Begin(&Heap{Arena: slices.Clip(arena)}) // so that bytes behind the arena cannot be read
	return c
}

// Cursors see garbage without a panic: random bytes, headers that make sense now and then, heaps
// with random bits changed or an end cut off, and seeds anywhere.
func TestDamagedArenas(t *testing.T) {
	visited := uint64(0)
	for seed := range uint64(1500) {
		random := rand.New(rand.NewPCG(seed, 7))
		var arena []byte
		switch seed % 3 {
		case 0:
			arena = make([]byte, random.IntN(300))
			for i := range arena {
				arena[i] = byte(random.Uint32())
			}
		case 1: // small numbers
			arena = make([]byte, random.IntN(75)*4)
			for i := 0; i < len(arena); i += 4 {
				binary.LittleEndian.PutUint32(arena[i:], random.Uint32N(uint32(2+len(arena)/8))>>random.IntN(4))
			}
		case 2:
			n := 2 + random.IntN(30)
			w := newWalk(t, 1, 1, slices.Concat(list(random, n, 1+random.IntN(9), 0), graph(random, n, 10)))
			arena = slices.Clone(w.heap.Arena())
			for range random.IntN(4) {
				arena[random.IntN(len(arena))] ^= 1 << random.IntN(8)
			}
			arena = arena[:len(arena)-random.IntN(min(40, len(arena)))]
		}
		c := damagedWalk(arena, 1<<random.IntN(6), 1<<random.IntN(3))
		for range 200 {
			c.hints.Seed(random.Uint32N(uint32(len(arena)/8 + 2)))
			if random.IntN(20) == 0 {
				c.hints.Seed(random.Uint32())
			}
			if random.IntN(20) == 0 && len(arena) >= 8 {
				c.hints.prefer(binary.LittleEndian.Uint64(arena[random.IntN(len(arena)/8)*8:]), random.IntN(2))
			}
			c.Refresh()
			c.Round()
		}
		visited += c.Visited
	}
	require.Greater(t, visited, uint64(10_000), "no cursor went anywhere")
}

// The last object says that it has 8 fields, and the arena has room for 2 of them. A cursor
// follows the first one by what it knows of other objects with the same header, and comes to a
// dead end. Then it looks for other fields of that object.
func TestFieldsBeyondTheArena(t *testing.T) {
	const last, leaf = 12, 10
	arena := make([]byte, (last+2)*heap.GranuleBytes)
	object := func(x, refs, size, first uint32) {
		binary.LittleEndian.PutUint32(arena[x*heap.GranuleBytes:], refs)
		binary.LittleEndian.PutUint32(arena[x*heap.GranuleBytes+4:], size)
		if refs > 0 {
			binary.LittleEndian.PutUint32(arena[(x+1)*heap.GranuleBytes:], first)
		}
	}
	object(1, 8, 5, last)
	object(leaf, 0, 1, 0)
	object(last, 8, 5, leaf)
	c := damagedWalk(arena, 16, 1)
	for spacing := uint32(1); c.table.Distinguished(last); spacing *= 2 {
		c.table.mask = 2*spacing - 1
	}
	c.hints.prefer(8|5<<32, 0)
	c.state[0], c.at[0], c.until[0] = following, 1, 100
	c.ways[0] = way{from: 1}
	for range 5 {
		c.Round()
	}
	require.Less(t, c.state[0], uint8(following), "the cursor came to its end")
	require.GreaterOrEqual(t, c.Visited, uint64(2))
}

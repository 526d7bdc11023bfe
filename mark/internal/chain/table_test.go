package chain

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// tableOf returns an empty table of that many words. Both numbers are powers of two.
func tableOf(words, spacing int) *Table {
	return &Table{words: make([]Word, words), shift: uint32(64 - bits.TrailingZeros(uint(words))), mask: uint32(spacing - 1)}
}

// entries returns what the table says, by object.
func (t *Table) entries() map[uint32]uint32 {
	all := map[uint32]uint32{}
	for i := range t.words {
		if word := t.words[i].Load(); word != 0 {
			all[uint32(word>>32)] = uint32(word)
		}
	}
	return all
}

// tableTwin has the same entries in a map. slots has those that a cursor has claimed and not
// published.
type tableTwin struct {
	table *Table
	want  map[uint32]uint32
	slots map[uint32]uint32
}

func newTableTwin(words int) *tableTwin {
	return &tableTwin{tableOf(words, 1), map[uint32]uint32{}, map[uint32]uint32{}}
}

// claim claims x in both. There may be no room, but only if there are as many entries as words
// that are looked at.
func (w *tableTwin) claim(t *testing.T, x uint32) {
	slot, ok := w.table.claim(x)
	if _, known := w.want[x]; known {
		require.False(t, ok, "%d was claimed twice", x)
	} else if ok {
		w.want[x], w.slots[x] = underWay, slot
	} else {
		require.GreaterOrEqual(t, len(w.want), min(probes, len(w.table.words)), "no room for %d", x)
	}
}

// publish publishes x -> y in both, if x is claimed.
func (w *tableTwin) publish(t *testing.T, x, y uint32) {
	slot, ok := w.slots[x]
	if !ok {
		return
	}
	delete(w.slots, x)
	require.Equal(t, w.want[x] == underWay, w.table.publish(slot, x, y), "%d -> %d", x, y)
	if w.want[x] == underWay {
		w.want[x] = y
	}
}

// pass passes x in both.
func (w *tableTwin) pass(t *testing.T, x uint32) {
	want, known := w.want[x]
	if want == ended {
		want = 0
	}
	require.Equal(t, want, w.table.Pass(x), "passes %d", x)
	if known || len(w.table.entries()) > len(w.want) {
		w.want[x] = ended
	} else {
		require.GreaterOrEqual(t, len(w.want), min(probes, len(w.table.words)), "no room for %d", x)
	}
}

// Every sequence of 5 calls with 3 objects, on tables of 1 to 4 words: the table says what a map
// says, and has room while there is some. The last object of a table of 2 words finds no room.
// With -short there are 4 calls. To publish an entry that was not claimed does nothing. A sequence in
// which this happens is like one with fewer calls, so it is left out.
func TestTableEveryHistory(t *testing.T) {
	const objects = 3
	calls, histories := 5, 1
	if testing.Short() {
		calls = 4
	}
	for range calls {
		histories *= 3 * objects
	}
	for words := 1; words <= 4; words *= 2 {
		for history := range histories {
			if publishesUnclaimed(calls, history) {
				continue
			}
			twin := newTableTwin(words)
			for n, left := 0, history; n < calls; n, left = n+1, left/(3*objects) {
				x := uint32(1 + left/3%objects)
				switch left % 3 {
				case 0:
					twin.claim(t, x)
				case 1:
					twin.publish(t, x, x+10)
				case 2:
					twin.pass(t, x)
				}
			}
			if got := twin.table.entries(); len(got) != len(twin.want) || fmt.Sprint(got) != fmt.Sprint(twin.want) {
				require.Equal(t, twin.want, got, "%d words, history %d", words, history)
			}
		}
	}
}

// publishesUnclaimed reports whether an object is published in a history of TestTableEveryHistory that no call has
// claimed since it was published last.
func publishesUnclaimed(calls, history int) bool {
	var claimed [3]bool
	for range calls {
		call, object := history%3, history/3%3
		if call == 1 && !claimed[object] {
			return true
		}
		if call != 2 {
			claimed[object] = call == 0
		}
		history /= 9
	}
	return false
}

// Long random histories of larger tables, with more objects than words.
func TestTableModel(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 1))
		words := 1 << random.IntN(8)
		twin := newTableTwin(words)
		for range 600 {
			x := 1 + random.Uint32N(uint32(2*words+2))<<random.IntN(12)
			switch random.IntN(4) {
			case 0, 1:
				twin.claim(t, x)
			case 2:
				twin.publish(t, x, []uint32{ended, 1 + random.Uint32N(1000)}[random.IntN(2)])
			case 3:
				twin.pass(t, x)
			}
		}
		require.Equal(t, twin.want, twin.table.entries(), "seed %d, %d words", seed, words)
		require.NotEmpty(t, twin.want)
	}
}

// A table of any size is a power of two between its limits. It has a word for each
// distinguished object, on the average, and at most half of the words for a heap, whose objects
// with references take two granules.
func TestTableSizes(t *testing.T) {
	for shift := range 33 {
		for _, off := range []int64{-1, 0, 1} {
			for _, tight := range []bool{false, true} {
				n := uint64(max(1, int64(1)<<shift+off))
				words, spacing := size(n, spacingFor(n, tight))
				require.Equal(t, 1, bits.OnesCount64(words), "words for %d", n)
				require.Equal(t, 1, bits.OnesCount64(spacing), "spacing for %d", n)
				require.GreaterOrEqual(t, words, uint64(policy.MinTableWords))
				require.LessOrEqual(t, words, uint64(policy.TableWords))
				require.GreaterOrEqual(t, words*spacing, n)
				if !tight {
					require.GreaterOrEqual(t, spacing, uint64(policy.Spacing))
				} else if words < policy.TableWords {
					require.LessOrEqual(t, spacing, max(1, n/8), "%d refs have too few distinguished objects", n)
				}
			}
		}
	}
}

// Whatever the spacing, 0 is not distinguished, and of all others one in that many is.
func TestDistinguished(t *testing.T) {
	for spacing := 1; spacing <= 1<<12; spacing *= 2 {
		table, n := tableOf(16, spacing), 0
		require.False(t, table.Distinguished(0), "spacing %d", spacing)
		require.Equal(t, spacing, table.Spacing())
		const refs = 1 << 18
		for x := range uint32(refs) {
			if table.Distinguished(x) {
				n++
			}
		}
		require.InDelta(t, refs/spacing, n, float64(refs/spacing)/2+1, "spacing %d", spacing)
	}
}

// Fit empties a table that something was put into, all of it, also if a smaller part of it was
// used meanwhile.
func TestFitForgets(t *testing.T) {
	const large, small = 1 << 20, 1 << 12
	for _, sizes := range [][]uint64{{large, large}, {large, small}, {large, small, large}, {small, large}, {small, small}, {large, large, small, large}} {
		var table Table
		for i, n := range sizes {
			table.Fit(n, i%2 == 1)
			require.Empty(t, table.entries(), "%v: entries of another heap", sizes)
			if i == 0 || len(sizes) == 2 {
				table.Start()
				for x := range uint32(len(table.words)) {
					table.claim(x + 1)
				}
				require.NotEmpty(t, table.entries())
				require.Equal(t, int64(cap(table.words))*8, table.Bytes())
			}
		}
	}
}

// A table that is large enough already is not made again.
func TestFitAllocatesNothing(t *testing.T) {
	var table Table
	table.Fit(1<<20, false)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		table.Start()
		table.Fit(1<<16, false)
		table.Start()
		table.Fit(1<<20, false)
	}))
}

package marking

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// delayed returns a marker with a ring of so many places between its stack and the scan.
func delayed(places int, fetch bool) Marker {
	return func(h *Heap, marks, _ *Bitmap) {
		var grey []uint32
		find := func(object uint32) {
			if object != 0 && !marks.Has(object) {
				marks.Set(object)
				grey = append(grey, object)
			}
		}
		for _, root := range h.Roots() {
			find(root)
		}
		ring := make([]uint32, places)
		for at, inside := 0, 0; len(grey) > 0 || inside > 0; at = (at + 1) % places {
			if object := ring[at]; object != 0 {
				ring[at] = 0
				inside--
				for i := range h.NumReferences(object) {
					find(h.Reference(object, i))
				}
			}
			if last := len(grey) - 1; last >= 0 {
				ring[at], grey = grey[last], grey[:last]
				inside++
				if fetch {
					h.Prefetch(ring[at])
				}
			}
		}
	}
}

// The distance between a prefetch and its scan decides: not too short, not too long.
func TestInTime(t *testing.T) {
	for _, places := range []int{leastAhead + 1, 16, mostAhead + 1} {
		_, fault := InTime(5000, delayed(places, true)).Run()
		assert.Nil(t, fault, "%d places", places)
	}
	for says, mark := range map[string]Marker{
		`^\d+ of \d+ objects were scanned less than 4 objects after their Prefetch`:   delayed(leastAhead, true),
		`^\d+ of \d+ objects were scanned more than 256 objects after their Prefetch`: delayed(mostAhead+2, true),
		`^(\d+) of (\d+) objects were scanned without a Prefetch before`:              delayed(16, false),
		`^object \d+ can be reached from the roots, and`:                              func(*Heap, *Bitmap, *Bitmap) {},
	} {
		_, fault := InTime(5000, mark).Run()
		require.NotNil(t, fault, says)
		assert.Regexp(t, says, fault.Says)
	}
}

// Too few prefetches in time are not enough. How many are, and what in time means, is what the
// task says.
func TestSomePrefetches(t *testing.T) {
	for well, wrong := range map[int]bool{inTime: false, inTime - 1: true} {
		a := &ahead{begun: 100, well: well, never: 100 - well}
		assert.Equal(t, wrong, a.says() != "", "%d of 100", well)
	}
	page, err := os.ReadFile("../_labs/prefetch/README.md")
	require.NoError(t, err)
	task := strings.Join(strings.Fields(string(page)), " ")
	assert.Contains(t, task, fmt.Sprintf("at least %d other objects are scanned", leastAhead))
	assert.Contains(t, task, fmt.Sprintf("at most %d are", mostAhead))
	assert.Contains(t, task, fmt.Sprintf("%d objects of 100 must be like this", inTime))
}

// A prefetch is a hint: of nil, of no object, and of an object that was scanned.
func TestSlowPrefetchOfAnything(t *testing.T) {
	tagged.Slow(t)
	_, fault := EverySmallHeap(func(h *Heap, marks, pending *Bitmap) {
		h.Prefetch(0)
		h.Prefetch(1 << 31)
		stack(h, marks, pending)
		h.Prefetch(1)
	}).Run()
	assert.Nil(t, fault)
}

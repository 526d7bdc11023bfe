package marking

import (
	"math/bits"
	"os"
	"runtime/debug"
	"testing"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave/tagged"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sweeper returns a marker that sweeps the pending bitmap. After each object it goes on at
// the word that next says, and again from the first word until a sweep finds nothing.
func sweeper(next func(word int) int) Marker {
	return func(h *Heap, marks, pending *Bitmap) {
		find := func(object uint32) {
			if object != 0 && !marks.Has(object) {
				marks.Set(object)
				pending.Set(object)
			}
		}
		for _, root := range h.Roots() {
			find(root)
		}
		for found := true; found; {
			found = false
			for i := 0; i < pending.NumWords(); {
				word := pending.Word(i)
				if word == 0 {
					i++
					continue
				}
				found = true
				object := uint32(i*64 + bits.TrailingZeros64(word))
				pending.Clear(object)
				for k := range h.NumReferences(object) {
					find(h.Reference(object, k))
				}
				i = next(i)
			}
		}
	}
}

// A marker that sweeps the first word alone is right where all objects have their bit in it.
func TestSlowEveryWideHeap(t *testing.T) {
	tagged.Slow(t)
	first := sweeper(func(word int) int { return word })
	one := func(h *Heap, marks, pending *Bitmap) {
		for _, root := range h.Roots() {
			if root >= 64 && !marks.Has(root) {
				return
			}
		}
		first(h, marks, pending)
	}
	_, fault := EverySmallHeap(one).Run()
	require.Nil(t, fault)
	_, fault = EveryWideHeap(one).Run()
	require.NotNil(t, fault)
}

// Sweeps pass, and a search from the first word on for each object does not.
func TestSlowFewWords(t *testing.T) {
	tagged.Slow(t)
	sweep := sweeper(func(word int) int { return word })
	detail, fault := FewWords(3000, sweep).Run()
	require.Nil(t, fault)
	page, err := os.ReadFile("../_labs/pending/README.md")
	require.NoError(t, err)
	assert.Contains(t, string(page), "four times as many as simple sweeps need")
	assert.Equal(t, 4, maxLooks, "the task says four")
	assert.Regexp(t, `^it reads (\d+) words, and plain sweeps \d+$`, detail)
	_, fault = EveryWideHeap(sweep).Run()
	require.Nil(t, fault)
	again := sweeper(func(int) int { return 0 })
	_, fault = EveryShape(500, again).Run()
	require.Nil(t, fault, "it is right, and slow")
	_, fault = FewWords(3000, again).Run()
	require.NotNil(t, fault)
	assert.Regexp(t, `^Mark has looked at more than \d+ words of pending: sweeps from the first word to the last need \d+$`, fault.Says)
}

// A stack is memory, and two bitmaps are none of the marker's own.
func TestNoMemory(t *testing.T) {
	_, fault := NoMemory(5000, sweeper(func(word int) int { return word })).Run()
	assert.Nil(t, fault)
	_, fault = NoMemory(5000, stack).Run()
	require.NotNil(t, fault)
	assert.Equal(t, fewStackBytes, debug.SetMaxStack(1<<30), "the limit of the stack")
	assert.Contains(t, fault.Says, "the two bitmaps are all the memory that it may use")
	assert.Equal(t, "The heap is of the shape random and has 5000 objects.", fault.Program)
}

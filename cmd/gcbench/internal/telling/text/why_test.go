package text

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/source/sourcetest"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/heaps/why"
	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
	"github.com/seed-3ccf4018/halfmark/heap/dump"
	"github.com/seed-3ccf4018/halfmark/mark"
	"github.com/seed-3ccf4018/halfmark/mark/reach"
)

// explained explains the last object of the heap.
func explained(t *testing.T, h *source.Heap, whole bool) why.Reason {
	t.Helper()
	g, last := h.Graph(), h.Numbered()[h.NumObjects()-1]
	path, err := reach.Path(t.Context(), g, g.Roots(), uint32(last), mark.Options{})
	require.NoError(t, err)
	return why.Explain(h, "x", last, path, whole)
}

func flat(int) uint64 { return 0 }

// TestPrintedPaths: word for word.
func TestPrintedPaths(t *testing.T) {
	h := sourcetest.Chain(t, 23, flat)
	reasons := []why.Reason{explained(t, h, false)}
	require.NoError(t, reasons[0].Weigh(t.Context(), h, uint32(h.Numbered()[22])))
	assert.Equal(t, `object 22 is alive: a root leads to it in 22 references.
step  object     bytes  the next at
   0  object 0      24  reference 2 of 3
   1  object 1      24  reference 2 of 3
   2  object 2      24  reference 2 of 3
   3  object 3      24  reference 2 of 3
   4  object 4      24  reference 2 of 3
   5  object 5      24  reference 2 of 3
   6  object 6      24  reference 2 of 3
   7  object 7      24  reference 2 of 3
   8  object 8      24  reference 2 of 3
   9  object 9      24  reference 2 of 3
      … 3 objects more like the one before; --all lists them
  13  object 13     24  reference 2 of 3
  14  object 14     24  reference 2 of 3
  15  object 15     24  reference 2 of 3
  16  object 16     24  reference 2 of 3
  17  object 17     24  reference 2 of 3
  18  object 18     24  reference 2 of 3
  19  object 19     24  reference 2 of 3
  20  object 20     24  reference 2 of 3
  21  object 21     24  reference 2 of 3
  22  object 22     24
It keeps nothing else alive.
`, Why(&why.Report{Format: string(h.Format), Objects: reasons}))

	list := sourcetest.Chain(t, 2, flat)
	list.Format = dump.EdgeList
	two := []why.Reason{explained(t, list, false), why.Explain(list, "0", list.Numbered()[0], nil, false), why.Explain(list, "0", list.Numbered()[0], []uint32{uint32(list.Numbered()[0])}, false)}
	require.NoError(t, two[1].Weigh(t.Context(), list, uint32(list.Numbered()[0])))
	require.NoError(t, two[2].Weigh(t.Context(), list, uint32(list.Numbered()[0])))
	assert.Equal(t, `node 1 is alive: a root leads to it in 1 reference.
step  object  the next at
   0  node 0  reference 2 of 3
   1  node 1

node 0 is not reachable: no root leads to it, so it is garbage.

node 0 is alive: it is a root.
step  object  the next at
   0  node 0
It keeps 2 objects alive, itself among them.
`, Why(&why.Report{Format: string(dump.EdgeList), Objects: two}))
}

// TestPrintedClass: a list of nodes is one step of a chain, and what is not reachable counts as
// that.
func TestPrintedClass(t *testing.T) {
	h := sourcetest.Classed(t, []string{"Cache", "Node", "Node", "Node", "Session", "Session", "Session"},
		[][2]uint64{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 5}})
	of, err := why.LookAtClass(h, "Session")
	require.NoError(t, err)
	assert.Equal(t, `Session: 2 of 3 objects are reachable, with 32 B

What holds them, on the shortest paths from roots:
bytes  objects  an object
 16 B        1  0x40
    a frame: Cache → Node → Session
 16 B        1  0x50
    a frame: Cache → Session
`, ofClass(of))
	of, err = why.LookAtClass(h, "Cache")
	require.NoError(t, err)
	assert.Contains(t, ofClass(of), "Cache: 1 of 1 object is reachable, with 16 B\n")
}

// TestPrintedSurvey: what is too much for the table is counted.
func TestPrintedSurvey(t *testing.T) {
	survey := &why.Survey{Live: 1, Holders: []why.Holder{{From: "a frame", Objects: 1, Object: why.Object{Label: "x"}}}, Others: 20}
	assert.Equal(t, `h: 1 object is reachable

Where the shortest paths to them begin:
objects  first object  root
      1  x             a frame
and 20 roots more, from which less is reached
`, Why(&why.Report{Heap: "h", Survey: survey}))
	survey.Holders[0].From, survey.Others = "x", 0
	survey.LiveBytes, survey.Holders[0].Bytes = schema.Known(uint64(1160)), schema.Known(uint64(1160))
	survey.Largest = []why.Found{{Object: why.Object{Label: "x", Bytes: schema.Known(uint64(1160))}, From: "x"}}
	assert.Equal(t, `h: 1.13 KiB in 1 object is reachable

Where the shortest paths to them begin:
   bytes  objects  root
1.13 KiB        1  x

The largest of them, and where the path to each begins:
bytes  object  root
1,160  x       x
`, Why(&why.Report{Heap: "h", Survey: survey}))
}

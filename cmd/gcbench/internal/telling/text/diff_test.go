package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/cmd/gcbench/internal/telling/schema"
)

// grown is a comparison of two dumps in which a class has grown, as a caller without identity has it.
func grown() *schema.Diff {
	of := func(objects, bytes uint64) schema.Amount { return schema.Amount{Objects: objects, Bytes: bytes} }
	return &schema.Diff{
		Note:  "Classes are compared, and no objects.",
		Dumps: []schema.DiffDump{{Heap: "1.dump", Live: of(3, 64), Dead: of(1, 16)}, {Heap: "2.dump", Live: of(5, 2048)}},
		All:   schema.Change{Live: []schema.Amount{of(3, 64), of(5, 2048)}},
		Classes: []schema.DiffClass{{Class: "com.example.Session", Change: schema.Change{Live: []schema.Amount{of(1, 24), of(4, 2032)}}, Together: of(5, 2048),
			Chains: []schema.DiffChain{{Root: "a frame", Classes: []string{"Cache", "com.example.Session"}, Amount: of(4, 2032), Example: "0x10"}}, Others: 2}},
		Suspects: 3, Shrunk: 1,
	}
}

// TestPrintedDiff: word for word.
func TestPrintedDiff(t *testing.T) {
	d := grown()
	assert.Equal(t, `A  1.dump: 64 B live in 3 objects, 16 B dead in 1
B  2.dump: 2.00 KiB live in 5 objects
Classes are compared, and no objects.

Bytes of classes that have grown from A to B, by growth, most first. Without all
objects of a class, what it keeps would not be reachable in B:
   A         B     growth     keeps  class
24 B  1.98 KiB  +1.96 KiB  2.00 KiB  com.example.Session
64 B  2.00 KiB  +1.94 KiB            all classes
and 2 classes more of this kind; --top lists more
1 class has fewer bytes in B than in A

How many objects they have:
A  B  growth  class
1  4      +3  com.example.Session
3  5      +2  all classes

The shortest paths from roots of B to all objects of the first classes:
com.example.Session
  1.98 KiB in 4 objects, such as 0x10: a frame: Cache → com.example.Session
  and 2 chains more, which lead to less
`, Diff(d))

	d.Classes, d.Shrunk = nil, 2
	assert.Contains(t, Diff(d), "\n\nNo class has grown from A to B.\n2 classes have fewer bytes in B than in A\n")
	d.Dumps = append(d.Dumps, d.Dumps[0])
	assert.Contains(t, Diff(d), "\n\nNo class has grown from A to B and from B to C.\n2 classes have fewer bytes in C than in A\n")
	d.All.Still, d.Shrunk = new(schema.Amount), 0
	assert.Contains(t, Diff(d), "\n\nNo object is new in B and still in C.\n")
}

// TestDiffFitsTheLine: with the largest numbers a heap can have and a long name.
func TestDiffFitsTheLine(t *testing.T) {
	d := grown()
	most := schema.Amount{Objects: 1<<32 - 1, Bytes: 999 << 30}
	change := schema.Change{Live: []schema.Amount{most, most, most}, New: &most, Gone: &most.Objects, Still: &most}
	d.All = change
	d.Dumps = append(d.Dumps, d.Dumps[0])
	d.Classes[0].Change, d.Classes[0].Together = change, most
	d.Classes[0].Class = strings.Repeat("com.example.", 20) + "Session"
	printed := Diff(d)
	tables, _, _ := strings.Cut(printed, "The shortest paths")
	for line := range strings.Lines(tables) {
		require.LessOrEqual(t, len([]rune(line)), 81, "%q", line)
	}
	assert.Contains(t, tables, "mple.Session\n")
}

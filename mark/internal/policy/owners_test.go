package policy

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/mark/tune"
)

// TestNarrow is the table of who has had little to give away for long. A mark of a grid of a million objects had 260 grey objects
// when it had marked 21,668, one of a tree 1,600 when it had marked 7,807.
func TestNarrow(t *testing.T) {
	p := MemoryPace(1 << 30)
	p.Among(8, 0)
	for _, c := range []struct {
		marked uint64
		grey   int
		want   bool
	}{
		{21668, 260, true}, {7807, 1600, false}, {1392420, 269, true}, {8616, 8487, false}, {7695, 70, false},
		{uint64(2 * p.Found), 1, false}, {uint64(2*p.Found + 1), 1, true},
		{1 << 40, 2 * p.Recruit, true}, {1 << 40, 2*p.Recruit + 1, false},
	} {
		require.Equal(t, c.want, p.Narrow(c.marked, c.grey), "%d marked, %d grey", c.marked, c.grey)
	}
}

// TestLocal is the table of stacks whose objects lie close together. Of long ones the top counts.
func TestLocal(t *testing.T) {
	stack := func(n, each int) (refs []uint32) { // each of these many has the object below it in its line
		for i := range n {
			refs = append(refs, uint32(i*refsInLine))
			if i%each == each-1 {
				refs[i] -= refsInLine
			}
		}
		return refs
	}
	for _, c := range []struct {
		grey []uint32
		want bool
	}{
		{nil, false}, {[]uint32{1}, false}, {[]uint32{1, 2}, true}, {[]uint32{refsInLine - 1, refsInLine}, false},
		{stack(160, 16), true}, {stack(170, 17), false},
		{append(stack(8*localRefs, 2), stack(localRefs, 1<<20)...), false}, {append(stack(8*localRefs, 1<<20), stack(localRefs, 2)...), true},
	} {
		require.Equal(t, c.want, Local(c.grey), "%d", len(c.grey))
	}
}

func TestMeanRefs(t *testing.T) {
	for _, c := range []struct {
		objects, edges uint64
		want           float32
	}{{0, 0, 0}, {0, 7, 7}, {10, 0, 0}, {10, 14, 1.4}, {1, 1 << 40, 1 << 40}} {
		require.Equal(t, c.want, MeanRefs(c.objects, c.edges), "%d of %d", c.edges, c.objects)
	}
	from := func(least float32, is func(p *Pace) bool) {
		t.Helper()
		require.Equal(t, []bool{false, true}, []bool{is(&Pace{MeanRefs: least - 0.01}), is(&Pace{MeanRefs: least})})
	}
	from(tune.DenseRefs, (*Pace).Dense)
	from(siftRefs, (*Pace).Sifts)
	from(tune.LocalRefs, func(p *Pace) bool { return p.MaySpread(2, true) })
	from(tune.LocalRefs, func(p *Pace) bool { return p.MaySpread(NarrowOwners+1, true) })
	from(tune.ManyRefs, func(p *Pace) bool { return p.MaySpread(NarrowOwners+1, false) })
	require.False(t, (&Pace{MeanRefs: tune.DenseRefs}).MaySpread(NarrowOwners, false))
}

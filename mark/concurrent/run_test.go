package concurrent

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGoroutines: mutators and a marker as goroutines of the runtime, with barriers that are safe where they are used.
func TestGoroutines(t *testing.T) {
	scripts := [][]Operation{
		MustScript("r0 = r1.f; r1.f = nil; r1 = new; r1.f = r0; r0 = nil; r0 = r1.f"),
		MustScript("r1 = r0.f; r0.f = r1; r0.f = nil; r1.f = r0; r0 = new"),
	}
	for _, how := range []Marking{
		{Barrier: Dijkstra, Scan: Mixed, Rescan: true, New: AllocWhite},
		{Barrier: Steele, Scan: Mixed, Rescan: true, New: AllocBlack},
		{Barrier: Yuasa, New: AllocBlackInTime},
		{Barrier: YuasaSwap, Scan: First, New: AllocBlackInTime},
		{Barrier: Hybrid, Scan: Mixed, New: AllocBlack},
	} {
		for range 50 {
			run := Run{Marking: how, Fields: []Ref{0, 2, 3, 1, 0, 0}, Free: []Ref{4, 5}, Registers: [][]Ref{{0, 1}, {2, 3}}, Scripts: scripts}
			var all sync.WaitGroup
			h := run.Start(func(_ string, body func()) { all.Go(body) }, nil)
			all.Wait()
			require.Equal(t, Nil, h.View().Lost(), "%v: %v", how.Barrier, h.View())
		}
	}
}

// TestBits: the words of a heap hold seven objects and eight stacks, and no colour touches another one.
func TestBits(t *testing.T) {
	h := NewHeap(make([]Ref, mostObjects+1), 7)
	for range mostMutators {
		NewMutator(h, &Marking{Barrier: None})
	}
	h.Shade(Nil)
	h.Shade(7) // a free one does not turn white or grey
	for obj := Ref(1); obj < 7; obj++ {
		require.Equal(t, White, colourIn(h.colours.Load(), obj))
		h.Repaint(obj)
		require.Equal(t, White, colourIn(h.colours.Load(), obj))
		h.Shade(obj)
		require.Equal(t, Grey, colourIn(h.colours.Load(), obj))
		require.Equal(t, obj, greyIn(h.colours.Load()))
		h.blacken(obj)
		h.Shade(obj)
		require.Equal(t, Black, colourIn(h.colours.Load(), obj))
		h.Repaint(obj)
		require.Equal(t, Grey, colourIn(h.colours.Load(), obj))
		h.blacken(obj)
	}
	require.False(t, h.AllScanned())
	for id := range mostMutators {
		require.False(t, h.Scanned(id))
		h.shadeStacks(1 << id)
		require.True(t, h.Scanned(id))
	}
	require.True(t, h.AllScanned())
	require.Equal(t, Black, colourIn(h.colours.Load(), 6))
}

// TestViewInWords: a view says what each mutator has, however many registers it has.
func TestViewInWords(t *testing.T) {
	view := Torn(Yuasa).Start(func(string, func()) {}, nil).View()
	require.Equal(t, "A is white and refers to nil; B is white and refers to nil; mutator 0 has A; mutator 1 has A and B", view.String())
}

// TestScript: operations are written as lines of a program, and read again.
func TestScript(t *testing.T) {
	for want, o := range map[string]Operation{
		"r0 = r1.f": {Load, 0, 1}, "r1.f = r0": {Store, 1, 0}, "r1.f = nil": {Store, 1, NoRegister}, "r0 = nil": {Drop, 0, 0}, "r1 = new": {Allocate, 1, 0},
	} {
		require.Equal(t, want, o.String())
		require.Equal(t, []Operation{o, o}, MustScript(want+"; "+want))
	}
	for _, wrong := range []string{"", "r0", "r0 = r1", "r0.f = r1.f", "r0 = r1.f;", "x = nil", "r0 = nil "} {
		require.Panics(t, func() { MustScript(wrong) }, wrong)
	}
}

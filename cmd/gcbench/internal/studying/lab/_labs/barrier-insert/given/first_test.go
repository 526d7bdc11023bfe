package answer

import "testing"

// One mutator alone: what it stores is stored, and shaded. At the end of the mark, the objects
// that it reaches are black, and all others are white.
func TestAlone(t *testing.T) {
	const a, b, c, d = 1, 2, 3, 4
	h := NewHeap(0, Nil, c, Nil, a)
	m := h.NewMutator(a, b)
	m.Store(X, Y) // A.f = B
	if has := h.Fields[a].Load(); has != b {
		t.Errorf("B was stored into A, and the field has %d: want %d", has, b)
	}
	if !IsGrey(h.Colours.Load(), b) {
		t.Error("B was stored into A, and is not grey")
	}
	h.Mark()
	colours := h.Colours.Load()
	for i, obj := range []uint64{a, b, c} {
		if !IsBlack(colours, obj) {
			t.Errorf("%c is reachable, and not black after the mark", 'A'+i)
		}
	}
	if IsBlack(colours, d) || IsGrey(colours, d) {
		t.Error("D is not reachable, and not white after the mark")
	}
}

// A mutator that loads after its stack was scanned: finish finds what it has loaded.
func TestFinish(t *testing.T) {
	const a, b = 1, 2
	h := NewHeap(0, Nil, Nil)
	h.NewMutator(a, b)
	h.finish() // as if the stack had been scanned, and then y = A.f and A.f = nil were done
	if !IsBlack(h.Colours.Load(), b) {
		t.Error("B is in a register, and not black after finish")
	}
}

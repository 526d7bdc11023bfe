package answer

import "testing"

// One mutator alone: what it stores is stored, and what it overwrites is shaded. At the end of
// the mark, the objects that it reaches are black, and all others are white.
func TestAlone(t *testing.T) {
	const a, b, c, d = 1, 2, 3, 4
	h := NewHeap(0, b, Nil, Nil, a)
	m := h.NewMutator(a, c)
	m.Store(X, Y) // A.f = C, which was B
	if has := h.Fields[a].Load(); has != c {
		t.Errorf("C was stored into A, and the field has %d: want %d", has, c)
	}
	if !IsGrey(h.Colours.Load(), b) {
		t.Error("B was overwritten, and is not grey")
	}
	h.Mark()
	colours := h.Colours.Load()
	for i, obj := range []uint64{a, b, c} {
		if !IsBlack(colours, obj) {
			t.Errorf("%c was reachable, and is not black after the mark", 'A'+i)
		}
	}
	if IsBlack(colours, d) || IsGrey(colours, d) {
		t.Error("D is not reachable, and not white after the mark")
	}
}

// One mutator allocates before the mark, and after its stack was scanned. Nothing is lost.
func TestNew(t *testing.T) {
	const a = 1
	h := NewHeap(2, Nil)
	m := h.NewMutator(a, Nil)
	m.New(Y)
	m.Store(Y, X) // only the new object refers to A
	m.Load(X, X)  // x = x.f, which is nil
	h.Mark()
	if !IsBlack(h.Colours.Load(), a) {
		t.Error("A is in a new object, which was allocated before the mark. A is not black after it")
	}
}

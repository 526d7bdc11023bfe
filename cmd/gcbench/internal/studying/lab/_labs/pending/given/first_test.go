package answer

import "testing"

// The heap of the picture in README.md.
func TestPicture(t *testing.T) {
	h := drawn{roots: []uint32{70}, references: map[uint32][]uint32{70: {5, 130}, 130: {0}, 5: {9}, 9: {5}, 140: {9}}}
	marks, pending := make(set, 3), make(set, 3)
	Mark(h, marks, pending)
	for object, want := range map[uint32]bool{0: false, 5: true, 9: true, 70: true, 130: true, 140: false} {
		if got := marks.Has(object); got != want {
			t.Errorf("object %d: marked is %v, want %v", object, got, want)
		}
	}
	for i := range pending.NumWords() {
		if word := pending.Word(i); word != 0 {
			t.Errorf("word %d of pending is %b at the end, want 0", i, word)
		}
	}
}

package answer

import "testing"

// The heap of the picture in README.md.
func TestPicture(t *testing.T) {
	h := drawn{roots: []uint32{1}, references: map[uint32][]uint32{1: {4, 0}, 4: {7}, 7: {4}, 9: {7}}}
	marks := make(set, 1)
	Mark(h, marks)
	for object, want := range map[uint32]bool{0: false, 1: true, 4: true, 7: true, 9: false} {
		if got := marks.Has(object); got != want {
			t.Errorf("object %d: marked is %v, want %v", object, got, want)
		}
	}
}

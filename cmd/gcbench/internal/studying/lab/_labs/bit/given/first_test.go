package answer

import "testing"

// One worker alone: the first claim of a bit wins it, the second does not, and other bits
// stay as they are.
func TestAlone(t *testing.T) {
	bits := New(130)
	for _, i := range []int{0, 1, 63, 64, 129} {
		if !Claim(bits, i) {
			t.Errorf("the first Claim of bit %d returned false: want true", i)
		}
		if Claim(bits, i) {
			t.Errorf("the second Claim of bit %d returned true: want false", i)
		}
	}
	for i := range 130 {
		want := i == 0 || i == 1 || i == 63 || i == 64 || i == 129
		if IsSet(bits, i) != want {
			t.Errorf("IsSet of bit %d is %v: want %v", i, !want, want)
		}
	}
}

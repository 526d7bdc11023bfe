// Wrong: both told

package answer

// Claim sets bit i. It returns true if this call has changed the bit from 0 to 1. So of all
// workers that claim one bit, exactly one gets true. Anybody may call it.
func Claim(bits []word, i int) bool {
	w := &bits[i/64]
	if w.Load()&mask(i) != 0 {
		return false
	}
	for {
		old := w.Load()
		if w.CompareAndSwap(old, old|mask(i)) {
			return true
		}
	}
}

// Wrong: nobody has claimed

package answer

// Claim sets bit i. It returns true if this call has changed the bit from 0 to 1. So of all
// workers that claim one bit, exactly one gets true. Anybody may call it.
func Claim(bits []word, i int) bool {
	w := &bits[i/64]
	for range 4 { // nobody fails so often
		old := w.Load()
		if old&mask(i) != 0 {
			return false // another worker has claimed it
		}
		if w.CompareAndSwap(old, old|mask(i)) {
			return true
		}
	}
	return false
}

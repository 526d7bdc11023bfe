package answer

// Claim sets bit i. It returns true if this call has changed the bit from 0 to 1. Of all
// workers that claim one bit, exactly one gets true. Any worker may call it.
func Claim(bits []word, i int) bool {
	w := &bits[i/64]
	for {
		old := w.Load()
		if old&mask(i) != 0 {
			return false // another worker has claimed it
		}
		// The swap fails if another worker has changed the word since the Load. Perhaps that was
		// another bit of the word, so look again.
		if w.CompareAndSwap(old, old|mask(i)) {
			return true
		}
	}
}

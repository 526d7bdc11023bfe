package answer

// Claim sets bit i. It returns true if this call has changed the bit from 0 to 1. Of all
// workers that claim one bit, exactly one gets true. Any worker may call it.
func Claim(bits []word, i int) bool {
	return false // yours to write
}

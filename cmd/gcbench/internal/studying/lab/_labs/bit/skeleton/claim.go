package answer

// Claim sets bit i. It returns true if this call has changed the bit from 0 to 1. So of all
// workers that claim one bit, exactly one gets true. Anybody may call it.
func Claim(bits []word, i int) bool {
	return false // yours to write
}

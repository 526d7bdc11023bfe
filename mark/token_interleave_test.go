//go:build interleave

package mark

// waiting is how many wake-ups a token holds.
func waiting(t token) int { return t.Len() }

//go:build !interleave

package crew

// waiting is how many wake-ups a token holds.
func waiting(t token) int { return len(t) }

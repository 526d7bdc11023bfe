//go:build interleave

package kernel

// PlainWords returns the words themselves, so the schedule explorer sees each access of
// a lone worker, and finds out if another worker is awake.
func PlainWords(words []Word) []Plain { return words }

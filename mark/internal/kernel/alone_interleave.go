//go:build interleave

package kernel

// PlainWords views a bitmap's words as those of a worker that is alone. The explorer sees
// each of its accesses, and so whether the worker is alone.
func PlainWords(words []Word) []Plain { return words }

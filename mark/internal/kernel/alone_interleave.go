//go:build interleave

package kernel

// PlainWords views a bitmap's words as those of a worker that is alone. The explorer sees
// each access to them, and so finds out if another worker is awake.
func PlainWords(words []Word) []Plain { return words }

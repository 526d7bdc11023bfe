//go:build !interleave || fullsize

package overflow

// chunkWords is how many words of the bitmap are claimed at once. 512 words are 4
// KiB: a page, and 64 cache lines.
//
// To sweep an almost empty chunk takes about a microsecond. This is what a lone
// reference costs. The summary of the largest table is 16 KiB, so Empty reads it out
// of the first-level cache. Smaller chunks would make the summary longer, and idle
// workers slower. Larger chunks would make lone references dearer, and would leave
// less to share in small heaps.
//
// With the build tag interleave, limits_interleave.go takes the place of this file.
const chunkWords = 512

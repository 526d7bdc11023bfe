//go:build !interleave || fullsize

package overflow

// chunkWords is the number of bitmap words that are claimed at once. 512
// words are 4 KiB, a page and 64 cache lines: sweeping an almost empty
// chunk costs about a microsecond, which is what a lone reference pays, and
// the summary of the largest table is 16 KiB, so that Empty reads it out of
// the first-level cache. Smaller chunks make the summary longer and idle
// workers slower; larger ones make lone references dearer and leave small
// heaps with less to share.
//
// With the build tag interleave, limits_interleave.go takes the place of this file.
const chunkWords = 512

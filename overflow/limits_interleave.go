//go:build interleave && !fullsize

package overflow

// chunkWords is 2, so that a sweep meets both kinds of its ends.
const chunkWords = 2

//go:build interleave && !fullsize

package kernel

// SmallRefs is 1, so that even small graphs have objects that are scanned apart.
const SmallRefs = 1

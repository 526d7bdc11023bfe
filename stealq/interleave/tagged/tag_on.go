//go:build interleave

package tagged

const built = true // with the tag

//go:build !interleave

package tagged

const built = false // with the tag

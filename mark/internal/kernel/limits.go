//go:build !interleave || fullsize

package kernel

// SmallRefs is the largest number of references of an object that is collected with
// others. An object with more references is scanned apart. The assembly has this
// number, too. With the build tag interleave, limits_interleave.go takes the place of
// this file.
const SmallRefs = 32

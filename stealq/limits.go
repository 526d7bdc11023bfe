//go:build !interleave || fullsize

package stealq

// looksPerTurn is how often a loop that waits looks before it lets another goroutine run.
// With the build tag interleave, limits_interleave.go takes the place of this file.
const looksPerTurn = 64

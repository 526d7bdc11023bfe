//go:build interleave && !fullsize

package stealq

// Every look of a loop that waits says that the loop waits.
const looksPerTurn = 1

//go:build interleave && !fullsize

package stealq

// looksPerTurn is 1, so a loop that waits tells the explorer after each look that it
// waits.
const looksPerTurn = 1

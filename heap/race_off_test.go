//go:build !race

package heap

// raced says whether the race detector runs.
const raced = false

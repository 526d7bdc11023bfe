//go:build race

package heap

// raced says that the race detector runs: everything is ten times slower.
const raced = true

//go:build race

package engine_test

// raced says that the race detector runs: everything is ten times slower.
const raced = true

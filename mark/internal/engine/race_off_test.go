//go:build !race

package engine_test

// raced says whether the race detector runs.
const raced = false

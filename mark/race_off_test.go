//go:build !race

package mark_test

// raced says whether the race detector runs.
const raced = false

//go:build !race

package reach_test

// raced says whether the race detector runs.
const raced = false

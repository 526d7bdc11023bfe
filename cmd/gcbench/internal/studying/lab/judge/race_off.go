//go:build !race

package judge

// underRace says that the race detector watches.
const underRace = false

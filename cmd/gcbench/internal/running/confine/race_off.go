//go:build !race

package confine

// underRace says that the race detector watches this program.
const underRace = false

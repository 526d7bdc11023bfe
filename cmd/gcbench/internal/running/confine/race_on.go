//go:build race

package confine

// underRace says that the race detector watches this program. Then it cannot live with a limit of Data.
const underRace = true

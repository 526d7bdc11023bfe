//go:build race

package stealqtest

// underRace is true where the race detector slows everything several times.
const underRace = true

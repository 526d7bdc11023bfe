//go:build !race

package stealqtest

const underRace = false

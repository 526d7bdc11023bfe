//go:build race

package tagged

const race = true

//go:build !race

package tagged

const race = false

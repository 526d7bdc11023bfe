//go:build !race

package printed

const raceDetector = false

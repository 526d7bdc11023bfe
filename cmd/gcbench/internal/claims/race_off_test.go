//go:build !race

package claims

const raceDetector = false

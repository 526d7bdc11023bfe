//go:build !race

package papers

const raceDetector = false

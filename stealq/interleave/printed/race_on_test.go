//go:build race

package printed

// raceDetector is true where the race detector slows everything several times.
const raceDetector = true

//go:build race

package papers

// raceDetector slows everything several times.
const raceDetector = true

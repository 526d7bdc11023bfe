//go:build race

package claims

// raceDetector slows everything several times.
const raceDetector = true

//go:build race

package stealq

// raceDetector is true where the race detector slows everything several times.
const raceDetector = true

//go:build !race

package stealq

const raceDetector = false

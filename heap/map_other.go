//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package heap

// mapFile reads the file: the standard library maps none here without unsafe.
var mapFile = readWhole

//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package heap

// MapsFiles says whether OpenSnapshot maps files on this platform.
const MapsFiles = false

// mapFile reads the file: the standard library maps none here without unsafe.
var mapFile = readWhole

// waits is for mapped files.
func waits() int64 { return 0 }

//go:build !linux

package heap

// Here the standard library has no advice without unsafe.

func adviseLargePages([]byte)       {}
func adviseWillNeed([]byte)         {}
func advisePattern([]byte, pattern) {}

//go:build !linux

package heap

// adviseLargePages does nothing: this system has no such advice.
func adviseLargePages([]byte) {}

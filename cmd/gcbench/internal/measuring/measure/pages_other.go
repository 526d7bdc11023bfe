//go:build !linux

package measure

// adviseLargePages does nothing: this system has no such advice.
func adviseLargePages([]byte) {}

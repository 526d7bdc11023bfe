package heap

// newArena returns a zeroed arena. Where the operating system has pages of
// several sizes it is asked for large ones: objects lie anywhere, so with small
// pages most of them cost a walk through the page tables besides the cache miss.
func newArena(bytes uint64) []byte {
	arena := make([]byte, bytes)
	if bytes >= largePage {
		adviseLargePages(arena)
	}
	return arena
}

// largePage is the size of a large page on the usual machines, in bytes. A
// smaller arena is left alone.
const largePage = 2 << 20

package heap

// newArena returns an arena of so many bytes, all zero. If the operating system has
// pages of several sizes, newArena asks for large pages. Objects lie anywhere, so with
// small pages most accesses cost a walk through the page tables as well as the cache
// miss.
func newArena(bytes uint64) []byte {
	arena := make([]byte, bytes)
	if bytes >= largePage {
		adviseLargePages(arena)
	}
	return arena
}

// largePage is the size of a large page in bytes, on the usual machines. newArena does
// not ask for large pages for a smaller arena.
const largePage = 2 << 20

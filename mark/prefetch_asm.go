//go:build (amd64 || arm64) && !race

package mark

// prefetchObjects asks for the first two cache lines of each object.
//
//go:noescape
func prefetchObjects(arena *byte, refs *uint32, n int)

// prefetchBits asks for the mark bitmap's line of each object, to be written.
//
//go:noescape
func prefetchBits(words *word, refs *uint32, n int)

// prefetchWords asks for the line of each word with these indices.
//
//go:noescape
func prefetchWords(words *uint64, indices *uint32, n int)

// prefetchLine asks for the line at this address.
//
//go:noescape
func prefetchLine(address *uint32)

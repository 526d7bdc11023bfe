//go:build (amd64 || arm64) && !race

package mark

// prefetchObjects asks for the line of each object's header and the line reach
// bytes further, into the second-level cache: there is room for all that is on
// its way, and more loads can be under way than the first level keeps track of.
//
//go:noescape
func prefetchObjects(arena *byte, refs *uint32, n, reach int)

// prefetchBits asks for the mark bitmap's line of each object.
//
//go:noescape
func prefetchBits(words *word, refs *uint32, n int)

// prefetchBitsToSet asks for the same lines with the intent to write: another
// worker may have them.
//
//go:noescape
func prefetchBitsToSet(words *word, refs *uint32, n int)

// prefetchWords asks for the line of each word with these indices.
//
//go:noescape
func prefetchWords(words *uint64, indices *uint32, n int)

// prefetchLine asks for the line at this address.
//
//go:noescape
func prefetchLine(address *uint32)

// collectRefs is collectRefsPlain.
//
//go:noescape
func collectRefs(arena []byte, batch, out []uint32) (refs, objects int)

// markAlone is markAlonePlain.
//
//go:noescape
func markAlone(marks []word, refs, stack []uint32) (pushed, done int)

// keepWhite is keepWhitePlain, with ordinary loads. That is an atomic load on
// amd64; on arm64 it may see a bit later than it was set, and then the Or of
// claim finds it.
//
//go:noescape
func keepWhite(marks []word, refs []uint32) (white, done int)

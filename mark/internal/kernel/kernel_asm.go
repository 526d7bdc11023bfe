//go:build (amd64 || arm64) && !race && !interleave

package kernel

// The functions in assembly. The exported function of the same name calls each, after
// it has checked that there is room. Those that write nothing need no room.

// reach is the distance of the second line from the header, in bytes.
//
//go:noescape
func prefetchObjects(arena []byte, objects []uint32, reach int)

//go:noescape
func prefetchBits(marks []Word, refs []uint32)

// prefetchBitsToSet is prefetchBits with the intent to write: another worker may
// have the lines.
//
//go:noescape
func prefetchBitsToSet(marks []Word, refs []uint32)

//go:noescape
func prefetchWords(words []uint64, indices []uint32)

//go:noescape
func prefetchLine(address *uint32)

// collectRefs is collectRefsPlain.
//
//go:noescape
func collectRefs(arena []byte, batch, out []uint32) (refs, objects int)

// claimAlone is claimAlonePlain.
//
//go:noescape
func claimAlone(marks []Word, refs, stack []uint32) (pushed, done int)

// filterWhite is filterWhitePlain, with ordinary loads. On amd64 an ordinary load
// is an atomic one. On arm64 it may still see clear a bit that is set, and then the Or
// of ClaimShared finds the bit set.
//
//go:noescape
func filterWhite(marks []Word, refs []uint32) (white, done int)

//go:build (amd64 || arm64) && !race && !interleave

package kernel

// These functions are in assembly. The exported function of the same name calls each of
// them. First it checks that there is room for what the assembly writes.

// prefetchObjects is the assembly of PrefetchObjects. reach is the distance of the
// second line from the header, in bytes.
//
//go:noescape
func prefetchObjects(arena []byte, objects []uint32, reach int)

// prefetchBits is the assembly of PrefetchBits.
//
//go:noescape
func prefetchBits(marks []Word, refs []uint32)

// dropNil does what dropNilPlain does, and prefetches what prefetchBits prefetches.
//
//go:noescape
func dropNil(marks []Word, refs []uint32) (left int)

// prefetchBitsToSet asks for the same lines as prefetchBits, but in order to write.
// The processor takes the lines away from other processors at once, and not when
// ClaimShared writes.
//
//go:noescape
func prefetchBitsToSet(marks []Word, refs []uint32)

// prefetchToWrite is the assembly of PrefetchToWrite.
//
//go:noescape
func prefetchToWrite(refs []uint32)

// collectRefs does what collectRefsPlain does.
//
//go:noescape
func collectRefs(arena []byte, batch, out []uint32) (refs, objects int)

// claimAlone does what claimAlonePlain does.
//
//go:noescape
func claimAlone(marks []Word, refs, stack []uint32) (pushed, done int)

// filterWhite does what filterWhitePlain does, but with ordinary loads.
//
// On amd64 an ordinary load is an atomic load. On arm64 it may be late: it may see a
// bit clear that another worker has already set. No object is scanned twice even
// then:
//
//  1. Worker V sets the bit of an object, and pushes the object.
//  2. Worker W loads the bit late. It sees the bit clear, so the object stays among
//     the white ones.
//  3. W's Or in ClaimShared is atomic. It finds the bit set, and W does not push the
//     object.
//
//go:noescape
func filterWhite(marks []Word, refs []uint32) (white, done int)

// prefetchWide and prefetchNarrow are the assembly of Rows.PrefetchOffsets.
//
//go:noescape
func prefetchWide(offsets []uint64, nodes []uint32)

//go:noescape
func prefetchNarrow(offsets, nodes []uint32)

// prefetchTargetsWide and prefetchTargetsNarrow are the assembly of Rows.PrefetchTargets.
//
//go:noescape
func prefetchTargetsWide(offsets []uint64, targets, nodes []uint32)

//go:noescape
func prefetchTargetsNarrow(offsets, targets, nodes []uint32)

// collectWide and collectNarrow do what collectPlain does.
//
//go:noescape
func collectWide(offsets []uint64, targets, nodes, out []uint32) (refs, taken int)

//go:noescape
func collectNarrow(offsets, targets, nodes, out []uint32) (refs, taken int)

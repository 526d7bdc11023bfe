//go:build (amd64 || arm64) && !race && !interleave

package kernel

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

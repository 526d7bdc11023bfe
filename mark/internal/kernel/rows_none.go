//go:build (!amd64 && !arm64) || race || interleave

package kernel

func prefetchWide(offsets []uint64, nodes []uint32) {}

func prefetchNarrow(offsets, nodes []uint32) {}

func prefetchTargetsWide(offsets []uint64, targets, nodes []uint32) {}

func prefetchTargetsNarrow(offsets, targets, nodes []uint32) {}

func collectWide(offsets []uint64, targets, nodes, out []uint32) (refs, taken int) {
	return collectPlain(offsets, targets, nodes, out)
}

func collectNarrow(offsets, targets, nodes, out []uint32) (refs, taken int) {
	return collectPlain(offsets, targets, nodes, out)
}

//go:build amd64 || arm64

package answer

// prefetch asks for the cache line of a granule. It is one instruction of the processor,
// which Go does not offer. So it is in assembly.
//
//go:noescape
func prefetch(granule *uint64)

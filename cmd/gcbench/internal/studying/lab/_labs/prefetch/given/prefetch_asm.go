//go:build amd64 || arm64

package answer

// prefetch asks for the cache line of a granule. It is one instruction of the processor. Go
// does not offer this instruction, hence the assembly.
//
//go:noescape
func prefetch(granule *uint64)

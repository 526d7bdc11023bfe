//go:build !amd64 && !arm64

package answer

// prefetch does nothing on this processor.
func prefetch(granule *uint64) {}

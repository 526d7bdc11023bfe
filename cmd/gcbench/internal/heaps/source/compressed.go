package source

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// isCompressed reports whether a file that begins with prefix is packed in a way that
// unpack knows.
func isCompressed(prefix []byte) bool { return isZstd(prefix) || isGzip(prefix) }

// unpack returns a reader of what in, which begins with prefix, unpacks to, limit bytes
// at most. Close frees what it holds.
func unpack(in *bufio.Reader, prefix []byte, limit uint64) (io.ReadCloser, error) {
	var packed io.ReadCloser
	var err error
	if isZstd(prefix) {
		packed, err = unpackZstd(in, prefix, limit)
	} else {
		packed, err = unpackGzip(in)
	}
	if err != nil {
		return nil, err
	}
	excess := &LimitError{"--max-decompressed", fmt.Sprintf("the compressed file unpacks to more than %d bytes", limit)}
	return struct {
		io.Reader
		io.Closer
	}{&metered{packed, limit, excess}, packed}, nil
}

// unpackedName is the name of the file before it was compressed, which may tell its
// format.
func unpackedName(path string) string {
	if ext := filepath.Ext(path); slices.Contains([]string{".zst", ".gz"}, strings.ToLower(ext)) {
		return strings.TrimSuffix(path, ext)
	}
	return path
}

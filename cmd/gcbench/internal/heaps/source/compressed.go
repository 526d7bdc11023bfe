package source

import (
	"bufio"
	"errors"
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
	begin := unpackGzip
	if isZstd(prefix) {
		begin = unpackZstd
	}
	packed, explain, err := begin(in, prefix, limit)
	u := unpacked{packed, explain}
	if err != nil {
		return nil, u.explained(err)
	}
	excess := &LimitError{"--max-decompressed", fmt.Sprintf("the compressed file unpacks to more than %d bytes", limit)}
	return struct {
		io.Reader
		io.Closer
	}{&metered{u, limit, excess}, packed}, nil
}

// unpacked reads what is packed. Its errors say what is wrong with the file.
type unpacked struct {
	io.Reader
	explain func(error) error // says what an error of the package that unpacks means
}

func (u unpacked) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	return n, u.explained(err)
}

func (u unpacked) explained(err error) error {
	if limit := (*LimitError)(nil); err == nil || err == io.EOF || errors.As(err, &limit) {
		return err
	}
	return u.explain(err)
}

// unpackedName is the name of the file before it was compressed, which may tell its
// format.
func unpackedName(path string) string {
	if ext := filepath.Ext(path); slices.Contains([]string{".zst", ".gz"}, strings.ToLower(ext)) {
		return strings.TrimSuffix(path, ext)
	}
	return path
}

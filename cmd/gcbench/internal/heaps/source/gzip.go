package source

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// isGzip reports whether a file that begins with prefix is a sequence of gzip members
// (RFC 1952, section 2.2).
func isGzip(prefix []byte) bool { return bytes.HasPrefix(prefix, []byte("\x1f\x8b")) }

// gunzipper unpacks gzip members, one after the other. It holds a window of 32 KiB,
// whatever the file says. Its errors say where in the compressed file they are.
type gunzipper struct {
	gzip   *gzip.Reader
	in     *counted
	member uint64 // where the current one begins
}

// unpackGzip returns a reader of what in unpacks to.
func unpackGzip(in *bufio.Reader) (*gunzipper, error) {
	g := &gunzipper{gzip: new(gzip.Reader), in: &counted{Reader: in}}
	return g, g.next()
}

// next begins a member.
func (g *gunzipper) next() error {
	g.member = g.in.n
	err := g.gzip.Reset(g.in)
	g.gzip.Multistream(false) // what follows a member is for Read to look at
	return g.explain(err)
}

// Read unpacks the next bytes. It is done when nothing follows a member.
func (g *gunzipper) Read(p []byte) (int, error) {
	for {
		n, err := g.gzip.Read(p)
		if n > 0 || err != io.EOF {
			if err == io.EOF {
				err = nil // the next call finds it again
			}
			return n, g.explain(err)
		}
		prefix, err := g.in.Peek(2)
		switch {
		case err == io.EOF && len(prefix) == 0:
			return 0, io.EOF
		case err != nil && err != io.EOF:
			return 0, g.explain(err)
		case !isGzip(prefix):
			return 0, fmt.Errorf("gzip: the compressed file goes on after its end, at offset %d, with what is not gzip", g.in.n)
		}
		if err := g.next(); err != nil {
			return 0, err
		}
	}
}

// Close does nothing.
func (g *gunzipper) Close() error { return nil }

// explain makes the package's errors say what is wrong with the file.
func (g *gunzipper) explain(err error) error {
	var limit *LimitError
	var corrupt flate.CorruptInputError
	switch {
	case err == nil || errors.As(err, &limit):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return fmt.Errorf("gzip: the compressed file is cut in the middle, at offset %d", g.in.n)
	case errors.Is(err, gzip.ErrHeader):
		return fmt.Errorf("gzip: the compressed file is damaged: the header at offset %d is wrong", g.member)
	case errors.Is(err, gzip.ErrChecksum):
		return fmt.Errorf("gzip: the compressed file is damaged: what lies from offset %d to %d does not have the checksum and length that stand at its end", g.member, g.in.n)
	case errors.As(err, &corrupt):
		return fmt.Errorf("gzip: the compressed file is damaged, at offset %d or before", g.in.n)
	}
	return fmt.Errorf("gzip: the compressed file cannot be read at offset %d: %w", g.in.n, err)
}

// counted counts what is read. It has ReadByte, so that package flate takes no byte that
// it does not need.
type counted struct {
	*bufio.Reader
	n uint64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += uint64(n)
	return n, err
}

// ReadByte reads one byte.
func (c *counted) ReadByte() (byte, error) {
	b, err := c.Reader.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

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

// unpackGzip returns a reader of what in unpacks to, member after member, and what its errors mean: they say where
// in the compressed file they are. It holds a window of 32 KiB, whatever the file says.
func unpackGzip(in *bufio.Reader, _ []byte, _ uint64) (io.ReadCloser, func(error) error, error) {
	c := &counted{Reader: in}
	explain := func(err error) error {
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
			return fmt.Errorf("gzip: the compressed file is cut, or other bytes follow its end, at offset %d", c.n)
		case errors.Is(err, gzip.ErrHeader):
			return fmt.Errorf("gzip: the compressed file is damaged, or other bytes follow its end: the header before offset %d is wrong", c.n)
		case errors.Is(err, gzip.ErrChecksum):
			return fmt.Errorf("gzip: the compressed file is damaged: the checksum and length at offset %d are not those of the bytes before it", c.n)
		case errors.As(err, new(flate.CorruptInputError)):
			return fmt.Errorf("gzip: the compressed file is damaged, at offset %d or before", c.n)
		}
		return fmt.Errorf("gzip: the compressed file cannot be read at offset %d: %w", c.n, err)
	}
	r, err := gzip.NewReader(c)
	if err != nil {
		return nil, explain, err
	}
	return r, explain, nil
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

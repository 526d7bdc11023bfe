// Package input reads binary dumps: numbers and bytes in order, with the offset that an error
// needs, through a buffer of fixed size.
package input

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

const (
	bufferBytes = 64 << 10

	// ChunkBytes is the most that Chunk returns. It is a multiple of the largest word, so no
	// word lies in two chunks.
	ChunkBytes = bufferBytes / 2
)

// Input reads a file in order. The first error stays. After it every read returns zero at
// once. A caller checks for an error only where it loops or uses what it has read. It
// belongs to one goroutine.
type Input struct {
	r     *bufio.Reader
	off   int64
	err   error
	fault func(offset int64, problem string, err error) error
}

// New returns an Input that reads r. fault makes the error for a problem, after offset bytes
// of the file; err is what the problem wraps, or nil.
func New(r io.Reader, fault func(offset int64, problem string, err error) error) *Input {
	return &Input{r: bufio.NewReaderSize(&once{r: r}, bufferBytes), fault: fault}
}

// once reads up to the first error of r, and then gives this error for ever. Peek passes over
// errors: without once, a file that grows while it is read could end and then go on, and an
// error of a disk could be taken for the end.
type once struct {
	r   io.Reader
	err error
}

func (o *once) Read(p []byte) (n int, err error) {
	if o.err == nil {
		n, o.err = o.r.Read(p)
	}
	return n, o.err
}

// Err returns the first error, or nil.
func (in *Input) Err() error { return in.err }

// Offset returns how many bytes were read.
func (in *Input) Offset() int64 { return in.off }

// Stop makes err the error that stays, if there is none yet.
func (in *Input) Stop(err error) {
	if in.err == nil {
		in.err = err
	}
}

// Fail notes a problem where the file was read last.
func (in *Input) Fail(format string, args ...any) { in.FailWith(nil, format, args...) }

// FailAt is Fail for a problem after offset bytes.
func (in *Input) FailAt(offset int64, format string, args ...any) {
	in.Stop(in.fault(offset, fmt.Sprintf(format, args...), nil))
}

// FailWith is Fail with an error that the problem wraps.
func (in *Input) FailWith(err error, format string, args ...any) {
	if in.err == nil {
		in.err = in.fault(in.off, fmt.Sprintf(format, args...), err)
	}
}

// ended turns an error of the reader into an error of the file.
func (in *Input) ended(err error, what string) {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		in.FailWith(io.ErrUnexpectedEOF, "the file is cut in the middle: it ends before the end of the %s; take the dump again and wait until it is written", what)
		return
	}
	in.FailWith(err, "the %s cannot be read: %v", what, err)
}

// More says whether the file goes on. An error of the reader is noted, and what is the name
// of what should come.
func (in *Input) More(what string) bool {
	if in.err != nil {
		return false
	}
	_, err := in.r.Peek(1)
	if err != nil && err != io.EOF {
		in.ended(err, what)
	}
	return err == nil
}

// Peek returns up to n bytes that follow, fewer if the file ends, without reading them.
func (in *Input) Peek(n int) []byte {
	if in.err != nil {
		return nil
	}
	buf, _ := in.r.Peek(min(n, bufferBytes))
	return buf
}

// Chunk returns the next n bytes, at most ChunkBytes, until the next read. Drop reads over
// them.
func (in *Input) Chunk(n int, what string) []byte {
	if in.err != nil {
		return nil
	}
	buf, err := in.r.Peek(n)
	if err != nil {
		in.off += int64(len(buf))
		in.ended(err, what)
		return nil
	}
	return buf
}

// Drop reads over n bytes that Chunk or Peek has returned.
func (in *Input) Drop(n int) {
	k, _ := in.r.Discard(n) // cannot fail: the bytes are in the buffer
	in.off += int64(k)
}

// Skip reads over n bytes.
func (in *Input) Skip(n uint64, what string) {
	for n > 0 && in.err == nil {
		step := min(n, ChunkBytes)
		k, err := in.r.Discard(int(step))
		in.off += int64(k)
		if err != nil {
			in.ended(err, what)
		}
		n -= step
	}
}

// Byte reads one byte.
func (in *Input) Byte(what string) byte {
	if in.err != nil {
		return 0
	}
	b, err := in.r.ReadByte()
	if err != nil {
		in.ended(err, what)
		return 0
	}
	in.off++
	return b
}

// Big reads a number of 1, 2, 4 or 8 bytes, the most significant one first.
func (in *Input) Big(size int, what string) uint64 { return in.fixed(size, what, Big) }

// Little reads a number of 1, 2, 4 or 8 bytes, the least significant one first.
func (in *Input) Little(size int, what string) uint64 { return in.fixed(size, what, little) }

func (in *Input) fixed(size int, what string, decode func([]byte) uint64) uint64 {
	buf := in.Chunk(size, what)
	if in.err != nil {
		return 0
	}
	v := decode(buf)
	in.Drop(size)
	return v
}

// Big returns the number in up to 8 bytes, the most significant one first.
func Big(b []byte) (v uint64) {
	for _, c := range b {
		v = v<<8 | uint64(c)
	}
	return v
}

func little(b []byte) (v uint64) {
	for i, c := range b {
		v |= uint64(c) << (8 * i)
	}
	return v
}

// Varint reads a number of at most 64 bits as encoding/binary writes it, as in protocol
// buffers.
func (in *Input) Varint(what string) uint64 {
	v := uint64(0)
	for shift := 0; in.err == nil; shift += 7 {
		b, err := in.r.ReadByte()
		if err != nil {
			in.ended(err, what)
			return 0
		}
		if shift == 63 && b > 1 {
			in.Fail("the %s has more than 64 bits: a number takes at most 10 bytes", what)
			return 0
		}
		in.off++
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	return 0
}

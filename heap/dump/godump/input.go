package godump

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

const (
	bufferBytes = 64 << 10
	// chunkBytes is how much of a record's contents is read at once. It is a multiple
	// of the largest pointer, so no word lies in two chunks.
	chunkBytes = bufferBytes / 2
	// maxNameBytes is the largest length of a string. Strings are names of types,
	// functions and files, and reasons for waiting.
	maxNameBytes = 1 << 20
	// keptNameBytes is how much of a name is kept, if it is kept at all. Generic functions
	// have long names.
	keptNameBytes = 1 << 10
)

// input reads the numbers and strings of the file in order. The first error stays.
// After it every read returns zero at once. So the reader of a record checks for an
// error only where it loops or uses what it has read.
type input struct {
	r       *bufio.Reader
	off     int64 // bytes consumed
	record  string
	ordinal uint64
	kept    []byte // the name read last, or its beginning
	err     error
}

func newInput(r io.Reader) input {
	return input{r: bufio.NewReaderSize(r, bufferBytes), record: "header"}
}

// fail notes an error at the record that is being read.
func (in *input) fail(format string, args ...any) {
	in.failWith(nil, format, args...)
}

func (in *input) failWith(err error, format string, args ...any) {
	if in.err == nil {
		in.err = &FormatError{in.record, in.ordinal, in.off, fmt.Sprintf(format, args...), err}
	}
}

// exceeds notes that one of Options is exceeded at the record that is being read.
func (in *input) exceeds(option, format string, limit uint64) {
	if in.err == nil {
		in.err = fmt.Errorf("go heap dump: %s record %d, byte %d: %w", in.record, in.ordinal, in.off, &LimitError{option, fmt.Sprintf(format, limit)})
	}
}

// stop turns an error of the reader into an error of the file.
func (in *input) stop(err error, what string) {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		in.failWith(io.ErrUnexpectedEOF, "the file is cut in the middle: it ends where the %s should go on; take the dump again and wait until it is written", what)
		return
	}
	in.failWith(err, "the %s cannot be read: %v", what, err)
}

// uint reads a varint of at most 64 bits, as encoding/binary writes it.
func (in *input) uint(what string) uint64 {
	v := uint64(0)
	for shift := 0; in.err == nil; shift += 7 {
		b, err := in.r.ReadByte()
		if err != nil {
			in.stop(err, what)
			return 0
		}
		if shift == 63 && b > 1 {
			in.fail("the %s has more than 64 bits: a number takes at most 10 bytes", what)
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

// uints skips one number for each name.
func (in *input) uints(what ...string) {
	for _, w := range what {
		in.uint(w)
	}
}

// bool reads 0 or 1.
func (in *input) bool(what string) bool {
	v := in.uint(what)
	if v > 1 {
		in.fail("the %s is %d: it must be 0 or 1", what, v)
	}
	return v == 1
}

// chunk returns the next n bytes, at most bufferBytes, until the next read.
func (in *input) chunk(n int, what string) []byte {
	if in.err != nil {
		return nil
	}
	buf, err := in.r.Peek(n)
	if err != nil {
		in.off += int64(len(buf))
		in.stop(err, what)
		return nil
	}
	return buf
}

// drop consumes n bytes that chunk has returned.
func (in *input) drop(n int) {
	k, _ := in.r.Discard(n) // cannot fail: the bytes are in the buffer
	in.off += int64(k)
}

// name reads a string, and returns its first keptNameBytes until the next read. They are
// the caller's to copy and to make printable.
func (in *input) name(what string) []byte {
	n := in.uint("length of the " + what)
	if n > maxNameBytes {
		in.fail("the %s has %d bytes: at most %d are allowed", what, n, maxNameBytes)
	}
	in.kept = in.kept[:0]
	for n > 0 && in.err == nil {
		step := min(n, chunkBytes)
		buf := in.chunk(int(step), what)
		if in.err == nil {
			in.kept = append(in.kept, buf[:min(len(buf), keptNameBytes-len(in.kept))]...)
			in.drop(int(step))
		}
		n -= step
	}
	return in.kept
}

// shortString reads a string of at most 255 bytes and makes it printable.
func (in *input) shortString(what string) string {
	n := in.uint("length of the " + what)
	if n > 255 {
		in.fail("the %s has %d bytes: at most 255 are allowed", what, n)
	}
	buf := in.chunk(int(min(n, 255)), what)
	if in.err != nil {
		return ""
	}
	s := printable(buf)
	in.drop(len(buf))
	return s
}

// printable returns text in which '?' stands for each byte that is not in the range from
// blank to tilde.
func printable(text []byte) string {
	s := make([]byte, len(text))
	for i, c := range text {
		if c < ' ' || c > '~' {
			c = '?'
		}
		s[i] = c
	}
	return string(s)
}

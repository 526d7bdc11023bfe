package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// The window is how far back a compressed frame may refer, so what unpacking
// must hold, and a file of a few bytes may ask for any. RFC 8878, section
// 3.1.1.1.2, wants every decoder to go along with 8 MiB; 128 MiB is what the
// zstd program writes at its highest level and reads without being told to.
const (
	minWindow = 8 << 20
	maxWindow = 128 << 20
)

// isZstd reports whether a file that begins with prefix is a sequence of
// zstd frames (RFC 8878, section 3.1). The first may be one to be skipped.
func isZstd(prefix []byte) bool {
	const frame, skippable = "\x28\xb5\x2f\xfd", "\x2a\x4d\x18"
	return bytes.HasPrefix(prefix, []byte(frame)) ||
		len(prefix) > 0 && prefix[0]&0xf0 == 0x50 && bytes.HasPrefix(prefix[1:], []byte(skippable))
}

// unpackZstd returns a reader of what r, which begins with prefix, unpacks to, and what its errors mean. It
// refuses a file that claims to be more than limit bytes. It holds the window,
// maxWindow at most or limit if that is less, and a few blocks. It starts no goroutine.
func unpackZstd(r *bufio.Reader, prefix []byte, limit uint64) (io.ReadCloser, func(error) error, error) {
	var h zstd.Header
	if err := h.Decode(prefix); err == nil && h.HasFCS && h.FrameContentSize > limit {
		return nil, nil, &LimitError{"--max-decompressed", fmt.Sprintf("the compressed file claims to unpack to %d bytes, more than %d", h.FrameContentSize, limit)}
	}
	window := min(max(limit, minWindow), maxWindow)
	explain := func(err error) error {
		switch {
		case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
			return fmt.Errorf("zstd: %w: a frame's window may have %d MiB at most: compress the file again with a smaller one (--long=27 or less)", err, window>>20)
		case errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("zstd: the compressed file is cut in the middle: %w", err)
		}
		return fmt.Errorf("zstd: the compressed file is damaged or cannot be read: %w", err)
	}
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecodeBuffersBelow(0),
		zstd.WithDecoderMaxWindow(window), zstd.WithDecoderMaxMemory(window))
	if err != nil {
		return nil, explain, err
	}
	return d.IOReadCloser(), explain, nil
}

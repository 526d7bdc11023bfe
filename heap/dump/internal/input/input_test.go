package input

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func over(r io.Reader) *Input {
	return New(r, func(offset int64, problem string, err error) error {
		if err != nil {
			return fmt.Errorf("byte %d: %s (%w)", offset, problem, err)
		}
		return fmt.Errorf("byte %d: %s", offset, problem)
	})
}

func TestNumbers(t *testing.T) {
	data := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
	for _, little := range []bool{false, true} {
		in := over(iotest.OneByteReader(bytes.NewReader(data)))
		at := 0
		for _, size := range []int{1, 2, 4, 8} {
			got, want := uint64(0), uint64(0)
			if little {
				got = in.Little(size, "number")
				want = binary.LittleEndian.Uint64(append(append([]byte{}, data[at:at+size]...), make([]byte, 8)...))
			} else {
				got = in.Big(size, "number")
				want = binary.BigEndian.Uint64(append(make([]byte, 8-size), data[at:at+size]...))
			}
			require.Equal(t, want, got, "%d bytes", size)
			at += size
			require.EqualValues(t, at, in.Offset())
		}
		require.False(t, in.More("rest"))
		require.NoError(t, in.Err())
	}
}

func TestVarint(t *testing.T) {
	var data []byte
	values := []uint64{0, 1, 127, 128, 1 << 35, math.MaxUint64}
	for _, v := range values {
		data = binary.AppendUvarint(data, v)
	}
	in := over(bytes.NewReader(data))
	for _, v := range values {
		require.Equal(t, v, in.Varint("number"))
	}
	require.False(t, in.More("rest"))
	in = over(bytes.NewReader(bytes.Repeat([]byte{0xff}, 10)))
	require.Zero(t, in.Varint("size"))
	require.EqualError(t, in.Err(), "byte 9: the size has more than 64 bits: a number takes at most 10 bytes")
}

// TestCut: wherever the file ends, what is missing is named, and the first error stays.
func TestCut(t *testing.T) {
	long := strings.Repeat("x", 3*ChunkBytes)
	for name, read := range map[string]func(in *Input){
		"byte":   func(in *Input) { in.Byte("thing") },
		"big":    func(in *Input) { in.Big(4, "thing") },
		"little": func(in *Input) { in.Little(8, "thing") },
		"chunk":  func(in *Input) { in.Chunk(10, "thing") },
		"skip":   func(in *Input) { in.Skip(1<<63, "thing") },
	} {
		for _, length := range []int{0, 3, len(long)} {
			in := over(strings.NewReader(long[:length]))
			if name != "skip" {
				in.Skip(uint64(length), "beginning")
				require.NoError(t, in.Err())
			}
			read(in)
			require.ErrorIs(t, in.Err(), io.ErrUnexpectedEOF, name)
			require.ErrorContains(t, in.Err(), fmt.Sprintf("byte %d: the file is cut in the middle: it ends before the end of the thing", length))
			first := in.Err()
			in.Fail("another")
			assert.Zero(t, in.Big(1, "more")+in.Varint("more")+uint64(in.Byte("more"))+uint64(len(in.Peek(1))))
			assert.False(t, in.More("more"))
			assert.Equal(t, first, in.Err())
		}
	}
	broken := errors.New("broken")
	in := over(iotest.ErrReader(broken))
	require.False(t, in.More("next record"))
	require.ErrorIs(t, in.Err(), broken)
	require.EqualError(t, in.Err(), "byte 0: the next record cannot be read: broken (broken)")
}

// starts gives one piece at each call, and what an error says between the pieces.
type starts []any

func (s *starts) Read(p []byte) (n int, err error) {
	next := (*s)[0]
	*s = (*s)[1:]
	if err, ok := next.(error); ok {
		return 0, err
	}
	return copy(p, next.(string)), nil
}

// TestFirstErrorOfTheReaderStays: nothing is read after the end of a file that grows, and an
// error that Peek has met is not lost.
func TestFirstErrorOfTheReaderStays(t *testing.T) {
	in := over(&starts{"ab", io.EOF, "cd", io.EOF})
	assert.Equal(t, "ab", string(in.Peek(10)))
	in.Drop(2)
	assert.Empty(t, in.Peek(10))
	assert.False(t, in.More("rest"))
	assert.NoError(t, in.Err())
	in.Byte("rest")
	assert.ErrorIs(t, in.Err(), io.ErrUnexpectedEOF)

	broken := errors.New("the disk is broken")
	in = over(&starts{"ab", broken, io.EOF})
	assert.Equal(t, "ab", string(in.Peek(10)))
	in.Drop(2)
	assert.False(t, in.More("rest"))
	assert.ErrorIs(t, in.Err(), broken)
}

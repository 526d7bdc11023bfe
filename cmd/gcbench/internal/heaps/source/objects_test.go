package source

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/shape"
)

// smallDump is a Go heap dump: objects of 64 bytes at 0x1000, of 32 at 0x1100, and of 48 at
// 0x1200. The first refers to the second, and two global variables to the first.
func smallDump() []byte {
	b := []byte("go1.7 heap dump\n")
	nums := func(vs ...uint64) {
		for _, v := range vs {
			b = binary.AppendUvarint(b, v)
		}
	}
	object := func(addr, size, word uint64) {
		nums(1, addr, size)
		b = append(binary.LittleEndian.AppendUint64(append(b, make([]byte, 8)...), word), make([]byte, size-16)...)
		nums(1, 8, 0)
	}
	nums(6, 0, 8, 0x1000, 0x2000, 0, 0, 1)
	object(0x1200, 48, 0)
	object(0x1000, 64, 0x1100)
	object(0x1100, 32, 0)
	nums(13, 0x500, 16)
	b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, 0x1000), 0x1008)
	nums(1, 0, 1, 8, 0)
	nums(0)
	return b
}

// TestFindInADump: by the address of any byte, by number, and what is wrong otherwise.
func TestFindInADump(t *testing.T) {
	h, err := Open(save(t, "x.dump", smallDump()), Reading{Offsets: true})
	require.NoError(t, err)
	for text, want := range map[string]string{
		"0x1000": "0x1000", "0X103F": "0x1000", "0x001100": "0x1100", "0x122f": "0x1200", "0": "0x1000", "2": "0x1200", "00001": "0x1100",
	} {
		ref, err := h.Find(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, h.Label(ref), text)
	}
	const give = "give an address, such as 0x1000, or a number from 0 to 2"
	for text, want := range map[string]string{
		"0x0":                  "no object contains 0x0: the nearest is the one of 64 bytes at 0x1000",
		"0x1050":               "no object contains 0x1050: the nearest is the one of 64 bytes at 0x1000",
		"0x10f0":               "no object contains 0x10f0: the nearest is the one of 32 bytes at 0x1100",
		"0xffffffffffffffff":   "no object contains 0xffffffffffffffff: the nearest is the one of 48 bytes at 0x1200",
		"0x50f":                "0x50f lies in the bss segment, among the global variables: give an object of the heap; the nearest is the one of 64 bytes at 0x1000",
		"0x":                   `"0x" is not an address: an address has 1 to 16 hexadecimal digits after 0x`,
		"0x1ffffffffffffffff":  `"0x1ffffffffffffffff" is not an address: an address has 1 to 16 hexadecimal digits after 0x`,
		"3":                    "there is no object 3: " + give,
		"99999999999999999999": "there is no object 99999999999999999999: " + give,
		"-1":                   `"-1" names no object: ` + give,
		"#1":                   `"#1" names no object: ` + give,
		"1100":                 "there is no object 1100: " + give,
		"c000":                 `"c000" names no object: ` + give,
		"":                     `"" names no object: ` + give,
	} {
		_, err := h.Find(text)
		assert.EqualError(t, err, want, text)
	}
	first, second := h.Numbered()[0], h.Numbered()[1]
	assert.Equal(t, "global variable at 0x500 (bss segment), and 1 more word", h.RootLabel(first))
	assert.Empty(t, h.RootLabel(second))
	bytes, ok := h.Bytes(second)
	assert.True(t, ok)
	assert.Equal(t, uint64(32), bytes)
	offset, ok := h.Dump.Offset(first, 0)
	assert.True(t, ok)
	assert.Equal(t, uint64(8), offset)
}

// TestFindByNumber: every object of every kind of heap has its number, and a label that
// holds it.
func TestFindByNumber(t *testing.T) {
	built, err := Watch(nil).Build("app", shape.Params{Objects: 50, Layout: shape.Shuffled})
	require.NoError(t, err)
	_, _, list := sample(t)
	read, err := Open(save(t, "x.el", list), Reading{})
	require.NoError(t, err)
	for _, c := range []struct {
		heap           *Heap
		label, numbers string
	}{
		{built, "object", "the objects have the numbers from 0 to 49, in order of address"},
		{read, "node", fmt.Sprintf("the nodes have the numbers from 0 to %d", read.NumObjects()-1)},
	} {
		for rank, obj := range c.heap.Objects() {
			ref, err := c.heap.Find(fmt.Sprint(rank))
			require.NoError(t, err)
			require.Equal(t, obj, ref)
			require.Equal(t, rank, c.heap.Number(ref))
			require.Equal(t, fmt.Sprint(c.label, " ", rank), c.heap.Label(ref))
		}
		_, err = c.heap.Find(fmt.Sprint(c.heap.NumObjects()))
		assert.EqualError(t, err, fmt.Sprintf("there is no object %d: %s", c.heap.NumObjects(), c.numbers))
		_, err = c.heap.Find("0x10")
		assert.EqualError(t, err, "0x10: only a Go heap dump has addresses: "+c.numbers)
		assert.Empty(t, c.heap.RootLabel(c.heap.Numbered()[0]))
		bytes, ok := c.heap.Bytes(c.heap.Numbered()[0])
		assert.Equal(t, c.heap == built, ok)
		assert.Equal(t, c.heap == built, bytes > 0)
	}
	empty := &Heap{Heap: mustBuild(t)}
	_, err = empty.Find("0")
	assert.EqualError(t, err, "there is no object 0: the heap has no objects")
}

func mustBuild(t *testing.T) *heap.Heap {
	h, err := new(heap.Builder).Build()
	require.NoError(t, err)
	return h
}

package mmtk_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/heap/dump/sink"
)

// num is a field that is a varint, and sub one that is a message.
func num(number, value uint64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(nil, number<<3), value)
}

func sub(number uint64, parts ...[]byte) []byte {
	body := join(parts...)
	return append(binary.AppendUvarint(binary.AppendUvarint(nil, number<<3|2), uint64(len(body))), body...)
}

func join(parts ...[]byte) (all []byte) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// obj is an object with edges in slots from first on.
func obj(start, class, size, first uint64, to ...uint64) []byte {
	parts := [][]byte{num(1, start), num(2, class), num(3, size)}
	for i, t := range to {
		slot := num(1, first+8*uint64(i))
		if t != 0 { // as writers leave out zeros
			slot = append(slot, num(2, t)...)
		}
		parts = append(parts, sub(7, slot))
	}
	return sub(1, parts...)
}

func root(to uint64) []byte { return sub(2, num(1, to)) }

func space(name string, start, end uint64) []byte {
	return sub(3, sub(1, []byte(name)), num(2, start), num(3, end))
}

const base = 0x20000000000

// linked is a list of n objects, as generate.py makes it.
func linked(n uint64) (dump []byte) {
	for i := range n {
		at := base + 32*i
		next := []uint64{at + 32}
		if i == n-1 {
			next = nil
		}
		dump = append(dump, obj(at, 42, 32, at+16, next...)...)
	}
	return join(dump, root(base), space("immix", base, base+32*n))
}

// array is an array of n leaves, as generate.py makes it.
func array(n uint64) []byte {
	size := 24 + 8*n
	leaves := (base + size + 15) / 16 * 16
	head := [][]byte{num(1, base), num(2, 42), num(3, size), num(4, n)}
	var rest []byte
	for i := range n {
		head = append(head, sub(7, num(1, base+24+8*i), num(2, leaves+16*i)))
		rest = append(rest, obj(leaves+16*i, 43, 16, 0)...)
	}
	return join(sub(1, head...), rest, root(base), space("immix", base, base+24+24*n))
}

// everything has a field of each kind, in orders that no writer chooses, and fields that the schema
// does not have.
func everything() []byte {
	unknown := join(num(99, 1<<63), sub(98, []byte("text")), append(binary.AppendUvarint(nil, 97<<3|1), make([]byte, 8)...), append(binary.AppendUvarint(nil, 96<<3|5), make([]byte, 4)...))
	late := sub(1, sub(7, num(2, 0x1000), num(1, 5), num(2, 0x1020)), num(3, 1), num(3, 48), unknown, num(2, 7), num(1, 0x1010))
	return join(root(0x1010), late, unknown, space("los", 1, 2), obj(0x1000, 7, 16, 0x1008, 0, 0x1010, 0xbad0, 0x1000), root(0), sub(2), root(0xdead),
		sub(1, num(1, 0x1020), num(5, 0x1028), num(6, 1), sub(7), sub(7, num(1, 0x1028), num(2, 0x1000))), obj(0x1030, 0, 0, 0), root(0x1010))
}

// twin is what a plain reader finds, which has the file in memory and no limits.
type twin struct {
	edges map[uint64][]uint64
	roots []uint64
	nils  uint64
}

// walk calls field for each field of a message that is whole.
func walk(msg []byte, field func(number, value uint64, body []byte)) {
	for len(msg) > 0 {
		tag, n := binary.Uvarint(msg)
		msg = msg[n:]
		switch tag & 7 {
		case 0:
			value, n := binary.Uvarint(msg)
			field(tag>>3, value, nil)
			msg = msg[n:]
		case 1:
			msg = msg[8:]
		case 2:
			length, n := binary.Uvarint(msg)
			field(tag>>3, 0, msg[n:uint64(n)+length])
			msg = msg[uint64(n)+length:]
		case 5:
			msg = msg[4:]
		}
	}
}

func readTwin(dump []byte) *twin {
	w := &twin{edges: map[uint64][]uint64{}}
	walk(dump, func(number, _ uint64, body []byte) {
		start, edges := uint64(0), []uint64{}
		last := func(number uint64, body []byte) (v uint64) {
			walk(body, func(n, value uint64, _ []byte) {
				if n == number {
					v = value
				}
			})
			return v
		}
		switch number {
		case 1:
			walk(body, func(n, value uint64, body []byte) {
				if n == 1 {
					start = value
				} else if n == 7 {
					edges = append(edges, last(2, body))
				}
			})
			for _, to := range edges {
				if to == 0 {
					w.nils++
				}
			}
			if w.edges[start] == nil {
				w.edges[start] = edges
			}
		case 2:
			if to := last(1, body); to != 0 {
				w.roots = append(w.roots, to)
			}
		}
	})
	return w
}

// equalsTwin holds what was read to what the twin reads.
func equalsTwin(t testing.TB, dump []byte, d *sink.Dump) {
	w := readTwin(dump)
	require.Equal(t, uint64(len(w.edges)), d.Heap.NumObjects())
	assert.Equal(t, w.nils, d.Stats.Nils)
	for at, edges := range w.edges {
		ref, ok := d.Ref(at)
		require.True(t, ok, "%#x", at)
		for i, to := range d.Heap.Refs(ref) {
			if _, there := w.edges[edges[i]]; there {
				got, _, _ := d.Address(to)
				require.Equal(t, edges[i], got, "edge %d of %#x", i, at)
			} else {
				require.Equal(t, heap.Nil, to, "edge %d of %#x", i, at)
			}
		}
		n, _, _ := d.Heap.Object(ref)
		require.EqualValues(t, len(edges), n)
	}
	roots := map[uint64]bool{}
	for _, r := range w.roots {
		if _, ok := w.edges[r]; ok {
			roots[r] = true
		}
	}
	require.Len(t, d.Heap.Roots(), len(roots))
	for _, ref := range d.Heap.Roots() {
		at, _, _ := d.Address(ref)
		require.True(t, roots[at], "%#x", at)
	}
}

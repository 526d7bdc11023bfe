package namelist

import (
	"hash/maphash"
	"iter"
	"math/bits"
)

// Names are the names of a file's objects, numbered from 0. They do not change, and any
// number of goroutines may use them. They take the bytes of the names, and 19 to 32 bytes for
// each.
type Names struct {
	seed   maphash.Seed
	chunks [][]byte // the bytes of the names, one after the other; no name lies in two chunks
	places []uint64 // of each name: where it begins, and its length in the lowest bits

	// table is a hash table with open addressing and linear probing. It has 2^bits slots.
	// An entry has 32 bits of the name's hash, and below them the number of the name plus
	// one. 0 is a free slot. The highest bits of the hash are the slot where the search
	// begins. The table grows without a look at the names.
	table []uint64
	bits  int
}

const (
	chunkBits  = 17 // twice the longest name
	lengthBits = 17 // the length may be 2^16 itself
	firstBits  = 4
)

func newNames() *Names {
	return &Names{seed: maphash.MakeSeed(), table: make([]uint64, 1<<firstBits), bits: firstBits}
}

// Len returns the number of names.
func (n *Names) Len() int { return len(n.places) }

// Name returns name i. It makes a string for each call, and panics if there is no name i.
func (n *Names) Name(i int) string { return string(n.bytes(uint32(i))) }

// All iterates over the numbers and the names, in order of number. It makes a string for
// each.
func (n *Names) All() iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i := range n.places {
			if !yield(i, n.Name(i)) {
				return
			}
		}
	}
}

// Find returns the number of a name. ok is false if the file does not have it.
func (n *Names) Find(name string) (i int, ok bool) {
	found, _ := n.search([]byte(name), uint32(maphash.String(n.seed, name)>>32))
	return int(found) - 1, found != 0
}

func (n *Names) bytes(i uint32) []byte {
	at, length := n.places[i]>>lengthBits, n.places[i]&(1<<lengthBits-1)
	chunk := n.chunks[at>>chunkBits]
	at &= 1<<chunkBits - 1
	return chunk[at : at+length]
}

// search returns the number of the name plus one. If the name is not there, it returns 0
// and the slot where it belongs.
func (n *Names) search(name []byte, hash uint32) (found uint32, slot uint64) {
	for slot = n.home(hash); n.table[slot] != 0; slot = (slot + 1) & (1<<n.bits - 1) {
		entry := n.table[slot]
		if uint32(entry>>32) == hash && string(n.bytes(uint32(entry)-1)) == string(name) {
			return uint32(entry), slot
		}
	}
	return 0, slot
}

func (n *Names) home(hash uint32) uint64 { return uint64(hash) >> (32 - n.bits) }

// intern returns the number of the name, and whether it is new.
func (n *Names) intern(name []byte) (i uint32, isNew bool) {
	hash := uint32(maphash.Bytes(n.seed, name) >> 32)
	found, slot := n.search(name, hash)
	if found != 0 {
		return found - 1, false
	}
	i = uint32(len(n.places))
	n.store(name)
	n.table[slot] = uint64(hash)<<32 | uint64(i+1)
	if uint64(len(n.places)) >= uint64(len(n.table))/4*3 && n.bits < 32 {
		n.grow()
	}
	return i, true
}

// store copies the bytes of a name, and notes where they are.
func (n *Names) store(name []byte) {
	last := len(n.chunks) - 1
	if last < 0 || len(n.chunks[last])+len(name) > cap(n.chunks[last]) {
		last++
		room := 1 << chunkBits
		if last < 4 { // a small file has small chunks
			room = max(1<<10<<(2*last), 1<<bits.Len(uint(len(name))))
		}
		n.chunks = append(n.chunks, make([]byte, 0, room))
	}
	at := uint64(last)<<chunkBits + uint64(len(n.chunks[last]))
	n.chunks[last] = append(n.chunks[last], name...)
	n.places = append(n.places, at<<lengthBits|uint64(len(name)))
}

// grow doubles the table.
func (n *Names) grow() {
	old := n.table
	n.bits++
	n.table = make([]uint64, 1<<n.bits)
	for _, entry := range old {
		if entry == 0 {
			continue
		}
		slot := n.home(uint32(entry >> 32))
		for n.table[slot] != 0 {
			slot = (slot + 1) & (1<<n.bits - 1)
		}
		n.table[slot] = entry
	}
}

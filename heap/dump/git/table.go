package git

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"io"
	"math/bits"
	"slices"
)

// table numbers hashes in the order in which they were added. A second table, over ranges
// of the first four bytes, says where to look for a hash. There are about as many ranges as
// hashes, and hashes are spread evenly, so a range has one or two hashes. If a file makes
// them crowd, a search takes longer. It never takes more memory, and the answer is always
// exact.
//
//	first    [0]   [1]   [2]   [3]     a range's hashes are sorted[first[k] .. first[k+1])
//	          │      └──┐   └─┬──┘
//	sorted    7 2 5 0    4     1 3     numbers, in the order of their hashes
//
// A table takes width+9 bytes for each hash.
type table struct {
	width  int    // bytes of a hash
	hashes []byte // the hash with number n begins at n*width
	kinds  []kind
	sorted []uint32
	first  []uint32
	shift  int
}

// fewHashes is how many hashes are compared one by one. It is faster than to search.
const fewHashes = 8

func (t *table) len() int { return len(t.kinds) }

// hash returns a hash by its number.
func (t *table) hash(n int) []byte { return t.hashes[n*t.width:][:t.width:t.width] }

// text returns a hash by its number, as people write it.
func (t *table) text(n int) string { return hex.EncodeToString(t.hash(n)) }

// add adds a hash.
func (t *table) add(hash []byte, k kind) {
	t.hashes = append(t.hashes, hash...)
	t.kinds = append(t.kinds, k)
}

// bucket returns the range of a hash.
func (t *table) bucket(hash []byte) uint32 { return lead(hash) >> t.shift }

func lead(hash []byte) uint32 {
	return uint32(hash[0])<<24 | uint32(hash[1])<<16 | uint32(hash[2])<<8 | uint32(hash[3])
}

// sort sorts the table. Afterwards hashes can be found, and none is added. It returns the
// number of a hash that was added twice, if there is one.
func (t *table) sort() (twice int, ok bool) {
	t.shift = 32 - min(bits.Len(uint(t.len())), 31)
	t.first = make([]uint32, 1<<(32-t.shift)+1)
	for n := range t.kinds {
		t.first[t.bucket(t.hash(n))+1]++
	}
	for k := 1; k < len(t.first); k++ {
		t.first[k] += t.first[k-1]
	}
	t.sorted = make([]uint32, t.len())
	next := slices.Clone(t.first)
	for n := range t.kinds {
		k := t.bucket(t.hash(n))
		t.sorted[next[k]] = uint32(n)
		next[k]++
	}
	for k := range len(t.first) - 1 {
		slices.SortFunc(t.sorted[t.first[k]:t.first[k+1]], t.compare)
	}
	for i := 1; i < len(t.sorted); i++ {
		if t.compare(t.sorted[i-1], t.sorted[i]) == 0 {
			return int(t.sorted[i]), true
		}
	}
	return 0, false
}

func (t *table) compare(a, b uint32) int { return bytes.Compare(t.hash(int(a)), t.hash(int(b))) }

// find returns the number of a hash.
func (t *table) find(hash []byte) (n uint64, ok bool) {
	k := t.bucket(hash)
	near := t.sorted[t.first[k]:t.first[k+1]]
	if len(near) > fewHashes {
		i, _ := slices.BinarySearchFunc(near, hash, func(n uint32, hash []byte) int { return bytes.Compare(t.hash(int(n)), hash) })
		near = near[i:min(i+1, len(near))]
	}
	for _, n := range near {
		if bytes.Equal(t.hash(int(n)), hash) {
			return uint64(n), true
		}
	}
	return 0, false
}

// unique returns the number of the hash that begins with these hexadecimal digits, if
// there is exactly one.
func (t *table) unique(prefix string) (n uint64, ok bool) {
	digits := func(n uint32) string { return t.text(int(n)) }
	i, _ := slices.BinarySearchFunc(t.sorted, prefix, func(n uint32, prefix string) int { return cmp.Compare(digits(n), prefix) })
	begins := func(i int) bool { return i < len(t.sorted) && digits(t.sorted[i])[:len(prefix)] == prefix }
	if !begins(i) || begins(i+1) {
		return 0, false
	}
	return uint64(t.sorted[i]), true
}

// wanted returns a line with the hash of each object that refers to others, in order of
// number, for git to read.
func (t *table) wanted() io.Reader { return &wanted{table: t} }

type wanted struct {
	table *table
	next  int
	line  []byte // what was not read yet
	room  []byte
}

func (w *wanted) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(w.line) == 0 {
			for w.next < w.table.len() && w.table.kinds[w.next] == blob {
				w.next++
			}
			if w.next == w.table.len() {
				break
			}
			w.room = append(hex.AppendEncode(w.room[:0], w.table.hash(w.next)), '\n')
			w.line = w.room
			w.next++
		}
		step := copy(p[n:], w.line)
		w.line = w.line[step:]
		n += step
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

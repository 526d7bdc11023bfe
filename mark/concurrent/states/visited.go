package states

import "math/bits"

// visited are the states that a search has come to, in this order, each with the one from which it came first.
type visited struct {
	keys  []key
	from  []uint32 // the place in keys; none for a start
	table []key    // all keys by hash, each more by 1 than it is, because 0 is an empty place; at most half full
}

// none is no state.
const none = ^uint32(0)

// add enters a state, if it is new.
func (v *visited) add(k key, from uint32) {
	if 2*len(v.keys) >= len(v.table) {
		v.grow()
	}
	if v.enter(k) {
		v.keys, v.from = append(v.keys, k), append(v.from, from)
	}
}

// enter puts a key into the table, and reports whether it was not there.
func (v *visited) enter(k key) bool {
	at := uint64(k) * 0x9E3779B97F4A7C15 >> (64 - bits.Len(uint(len(v.table)-1))) // Fibonacci hashing (Knuth, vol. 3, section 6.4)
	for ; v.table[at] != 0; at = (at + 1) & uint64(len(v.table)-1) {
		if v.table[at] == k+1 {
			return false
		}
	}
	v.table[at] = k + 1
	return true
}

func (v *visited) grow() {
	v.table = make([]key, max(1<<12, 4*len(v.table)))
	for _, k := range v.keys {
		v.enter(k)
	}
}

package kernel

import "math/bits"

// Looked is what a look back has found.
type Looked struct {
	Found  int    // nodes whose bits it has set
	Listed int    // of these, the ones in the list: all of them, or the list is nearly full
	Wrong  uint32 // the node at which it has stopped, because its offsets or predecessors are wrong
	Bad    bool   // there is such a node
}

// LookBack looks back from each node of the words [low, high) of the bitmap whose bit is clear. The rows of r are
// the predecessors of the nodes. If the bit of any predecessor is set, LookBack sets the bit of the node, and writes
// the node to list while there is room for 64 more.
//
// The caller is the only writer of these words, and anybody may read them. A word is loaded and stored, and no
// read-modify-write is needed to keep what others set. LookBack stores a word once, when it has looked back from
// all of its nodes: on amd64 a store of an atomic type is an exchange, which costs as much as a locked
// instruction.
//
// A predecessor's bit may be set just after LookBack has seen it clear. Then the node is left for the next pass.
func (r *Rows) LookBack(marks []Word, low, high int, list []uint32) Looked {
	if r.Narrow != nil {
		return lookBack(r.Narrow, r.Targets, marks, low, high, list)
	}
	return lookBack(r.Wide, r.Targets, marks, low, high, list)
}

func lookBack[Offset uint32 | uint64](offsets []Offset, sources []uint32, marks []Word, low, high int, list []uint32) (l Looked) {
	for i := low; i < high; i++ {
		before := marks[i].Load()
		white := ^before
		if last := len(offsets) - 1 - 64*i; last < 64 {
			white &= 1<<max(0, last) - 1 // the last word has bits that stand for no node
		}
		found := uint64(0)
		for ; white != 0; white &= white - 1 {
			node := 64*i + bits.TrailingZeros64(white)
			from, to := uint64(offsets[node]), uint64(offsets[node+1])
			if from > to || to > uint64(len(sources)) {
				return l.wrong(node)
			}
			for _, p := range sources[from:to] {
				word := int(p / 64)
				if word >= len(marks) {
					return l.wrong(node)
				}
				if marks[word].Load()>>(p%64)&1 == 1 {
					found |= white & -white
					break
				}
			}
		}
		if found == 0 {
			continue
		}
		marks[i].Store(before | found)
		l.Found += bits.OnesCount64(found)
		if l.Listed+64 <= len(list) {
			for ; found != 0; found &= found - 1 {
				list[l.Listed] = uint32(64*i + bits.TrailingZeros64(found))
				l.Listed++
			}
		}
	}
	return l
}

// wrong says that a node is.
func (l Looked) wrong(node int) Looked {
	l.Wrong, l.Bad = uint32(node), true
	return l
}

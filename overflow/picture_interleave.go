//go:build interleave && !fullsize

package overflow

import (
	"fmt"
	"math/bits"
	"strings"
)

// This file shows a list and a pending set to people, between two steps of an exploration. It is there in a
// build with the tag alone, for gcbench play. No goroutine may make a step meanwhile.

// Picture returns what the blocks of the list hold, the one pushed last first.
func (l *List) Picture() [][]uint32 {
	blocks := [][]uint32{}
	for b := topOf(l.top.head.Load()); b != 0; b = Block(l.pool.nodes[b].next.Load()) {
		at := (int(b) - 1) * l.pool.stride
		blocks = append(blocks, append([]uint32{}, l.pool.refs[at:at+int(l.pool.nodes[b].n)]...))
	}
	return blocks
}

// Picture returns the references whose bit is set.
func (t *Pending) Picture() []uint32 {
	refs := []uint32{}
	for i := range t.words {
		for set := t.words[i].Load(); set != 0; set &= set - 1 {
			refs = append(refs, uint32(i*64+bits.TrailingZeros64(set)))
		}
	}
	return refs
}

// ShowHead writes the head of a list with its parts, for tables of schedules. It is "" for other variables.
func ShowHead(name string, v uint64) string {
	if !strings.HasSuffix(name, "head") {
		return ""
	}
	return fmt.Sprintf("top %d tag %d", topOf(v), tagOf(v))
}

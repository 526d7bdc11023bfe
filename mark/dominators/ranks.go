package dominators

import (
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/mark"
)

// ranks numbers the nodes that are reached in their order, from 0. In a heap most numbers of nodes belong to no object, so arrays over all
// of them would be several times as large.
type ranks struct {
	words  []uint64
	before []uint32 // how many nodes are reached before each word
}

func newRanks(reached *mark.Result) ranks {
	marks := reached.Bits().Words()
	r := ranks{make([]uint64, len(marks)), make([]uint32, len(marks))}
	sum := uint32(0)
	for i := range marks {
		r.words[i], r.before[i] = marks[i].Load(), sum
		sum += uint32(bits.OnesCount64(r.words[i]))
	}
	return r
}

// of is the rank of a node. ok is false if it is not reached.
func (r *ranks) of(node uint32) (rank uint32, ok bool) {
	if uint64(node/64) >= uint64(len(r.words)) {
		return 0, false
	}
	word, bit := r.words[node/64], uint64(1)<<(node%64)
	return r.before[node/64] + uint32(bits.OnesCount64(word&(bit-1))), word&bit != 0
}

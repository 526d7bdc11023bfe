package printed

import (
	"fmt"
	"math/bits"

	"github.com/seed-3ccf4018/halfmark/stealq/interleave"
	"github.com/seed-3ccf4018/halfmark/stealq/interleave/scene"
)

// cell is a shared variable of a transcript.
type cell = interleave.Uint64

func cells(n uint64) []cell { return make([]cell, n) }

// Ranges are packed as tag<<16 | top<<8 | length: no code for the length, so that a
// wrong form may leave any.
func pack(tag, top, length uint64) uint64 { return tag<<16 | top<<8 | length }
func tagOf(r uint64) uint64               { return r >> 16 }
func topOf(r uint64) uint64               { return r >> 8 & 0xff }
func lengthOf(r uint64) uint64            { return r & 0xff }

// ownerRange is the length of the range that an owner sets for n items, for which
// 2*range <= n < 4*range from two items on.
func ownerRange(n uint64) uint64 {
	if n < 2 {
		return n
	}
	return 1 << bits.Len64(n) >> 2
}

// crosses says that one number is below a power of two that the other has reached.
func crosses(from, to uint64) bool { return bits.Len64(from) != bits.Len64(to) }

// share is how many of n items a thief asks for that has own items.
func share(amount rune, n, own uint64) uint64 {
	switch {
	case n == 0 || amount == 'b' && own > 2*n-2:
		return 0
	case amount == 'o':
		return 1
	case amount == 'b':
		return n - own/2
	}
	return n
}

// form is the common part of all forms: deques that are made one by one.
func form[D scene.Deque](name, amounts string, build func(capacity, start uint64) D) scene.Form {
	return scene.Form{Name: name, Amounts: amounts, AtRest: eachAtRest, Make: func(deques, capacity int, start uint64) (all []scene.Deque) {
		for range deques {
			all = append(all, build(uint64(capacity), start))
		}
		return all
	}}
}

// lawful has a law that holds while nobody is in a method.
type lawful interface{ atRest() error }

func eachAtRest(deques []scene.Deque) error {
	for i, d := range deques {
		if d, ok := d.(lawful); ok {
			if err := d.atRest(); err != nil {
				return fmt.Errorf("%c: %w", 'A'+i, err)
			}
		}
	}
	return nil
}

// outcome is how a steal of one item ended.
type outcome int

const (
	took outcome = iota
	empty
	lost
)

// items is the result of a thief without a deque, who keeps the item.
func (o outcome) items(item uint64) ([]uint64, bool) {
	if o == took {
		return []uint64{item}, false
	}
	return nil, o == empty
}

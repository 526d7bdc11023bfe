package mark

import (
	"fmt"
	"iter"
)

// Numbering gives consecutive numbers from 0 to keys of any comparable type. Use it to mark a
// graph whose nodes are not numbers: store the successors of each node as numbers, and
// afterwards ask for the keys. [Edges] does this for you.
//
// The zero value is ready to use. One goroutine at a time may call Add, and no other method
// may be called meanwhile. While no goroutine adds, any number of goroutines may call the
// others. A key takes one entry of a map and one of a slice.
type Numbering[K comparable] struct {
	numbers map[K]uint32
	keys    []K
}

// Add returns the number of key. If key is new, it gets the next number. Add panics
// if there are already [MaxNodes] keys.
func (n *Numbering[K]) Add(key K) uint32 {
	if number, ok := n.numbers[key]; ok {
		return number
	}
	if int64(len(n.keys)) >= MaxNodes {
		panic("mark: Numbering of more than MaxNodes keys")
	}
	if n.numbers == nil {
		n.numbers = make(map[K]uint32)
	}
	number := uint32(len(n.keys))
	n.numbers[key] = number
	n.keys = append(n.keys, key)
	return number
}

// Number returns the number of key, and whether key has one.
func (n *Numbering[K]) Number(key K) (uint32, bool) {
	number, ok := n.numbers[key]
	return number, ok
}

// Numbers returns the numbers of keys, in their order: as roots, for example. The error names
// the first key that has none.
func (n *Numbering[K]) Numbers(keys ...K) ([]uint32, error) {
	numbers := make([]uint32, len(keys))
	for i, key := range keys {
		number, ok := n.numbers[key]
		if !ok {
			return nil, fmt.Errorf("mark: key %d, %#v, is not a node: %d keys have numbers", i, key, n.Len())
		}
		numbers[i] = number
	}
	return numbers, nil
}

// Keys iterates over the keys with these numbers: those of [Result.All] or
// [Result.Unreached], or slices.Values of a path. It panics at a number that no key has.
func (n *Numbering[K]) Keys(numbers iter.Seq[uint32]) iter.Seq[K] {
	return func(yield func(K) bool) {
		for number := range numbers {
			if !yield(n.keys[number]) {
				return
			}
		}
	}
}

// Key returns the key with this number. It panics if there is none.
func (n *Numbering[K]) Key(number uint32) K { return n.keys[number] }

// Len returns how many keys have numbers.
func (n *Numbering[K]) Len() int { return len(n.keys) }

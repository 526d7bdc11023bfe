package mark

// Numbering gives consecutive numbers from 0 to keys of any comparable type,
// so that a graph whose nodes are not integers can be marked: number the
// nodes, keep each one's successors as numbers, and ask for keys afterwards.
//
// Add is for one goroutine at a time; Number, Key and Len may be called by any
// number of goroutines while nobody adds. The zero value is ready.
type Numbering[K comparable] struct {
	numbers map[K]uint32
	keys    []K
}

// Add returns the key's number, giving it the next one if it is new. It panics
// beyond MaxNodes keys.
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

// Number returns the key's number, and whether it has one.
func (n *Numbering[K]) Number(key K) (uint32, bool) {
	number, ok := n.numbers[key]
	return number, ok
}

// Key returns the key with this number; it panics if there is none.
func (n *Numbering[K]) Key(number uint32) K { return n.keys[number] }

// Len returns how many keys have numbers.
func (n *Numbering[K]) Len() int { return len(n.keys) }

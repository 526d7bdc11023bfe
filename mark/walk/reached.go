package walk

import (
	"encoding/json"
	"iter"
	"slices"
)

// Reached is what [Reach] has found. Any number of goroutines may call its methods at once.
type Reached[K comparable] struct {
	numbers    map[K]uint32 // by key, its position in keys
	keys       []K          // in the order in which they were found
	parents    []uint32     // by number, the key that led to it; a root leads to itself
	next       int          // keys from here on wait for their call
	unfinished []uint32     // keys before next whose call did not tell all successors
}

// Has reports whether key has been found. It panics, as a map does, if K is an interface and key holds a
// value that cannot be compared.
func (r *Reached[K]) Has(key K) bool {
	_, ok := r.numbers[key]
	return ok
}

// Count returns how many keys have been found, roots included.
func (r *Reached[K]) Count() uint64 { return uint64(len(r.keys)) }

// All iterates over all keys in the order in which they were found: first the roots, each once. The order of
// the others may differ from run to run.
func (r *Reached[K]) All() iter.Seq[K] { return slices.Values(r.keys) }

// MarshalJSON returns the keys as an array, in the order of [Reached.All]. The error is that of a key that
// encoding/json cannot write.
func (r *Reached[K]) MarshalJSON() ([]byte, error) { return json.Marshal(append([]K{}, r.keys...)) }

// Unvisited iterates over the keys whose successors are perhaps not all known, because the walk ended before.
// There is none if Reach has returned no error. To go on after an error, call Reach with these keys as roots,
// and yield no key that this result has.
func (r *Reached[K]) Unvisited() iter.Seq[K] {
	return func(yield func(K) bool) {
		for _, number := range r.unfinished {
			if !yield(r.keys[number]) {
				return
			}
		}
		for _, key := range r.keys[r.next:] {
			if !yield(key) {
				return
			}
		}
	}
}

// Path returns how key was found: a root first, and key last. Each key on it was yielded by the call for the
// key before. Path returns nil if key has not been found. The path need not be a shortest one, and may differ
// from run to run.
func (r *Reached[K]) Path(key K) []K {
	number, ok := r.numbers[key]
	if !ok {
		return nil
	}
	path := []K{key}
	for r.parents[number] != number {
		number = r.parents[number]
		path = append(path, r.keys[number])
	}
	slices.Reverse(path)
	return path
}

// add appends a key that leads from another. It does nothing if the key is there. It returns
// false if it would be one key too many.
func (r *Reached[K]) add(key K, from uint32, most int) bool {
	if _, ok := r.numbers[key]; ok {
		return true
	}
	if len(r.keys) >= most {
		return false
	}
	r.numbers[key] = uint32(len(r.keys))
	r.keys = append(r.keys, key)
	r.parents = append(r.parents, from)
	return true
}

// waiting is how many keys wait for their call.
func (r *Reached[K]) waiting() int { return len(r.keys) - r.next }

package stealq

import "reflect"

// RaceDetector is true where the race detector slows everything several times.
const RaceDetector = raceDetector

// CacheLines is the distance that hot fields keep from each other.
const CacheLines = cacheLines

// StealRange shows the steal range of a deque whose kind keeps one.
func StealRange(d Deque) (top, length int, ok bool) {
	q, ok := d.(*stealHalf)
	if !ok {
		return 0, 0, false
	}
	r := q.stealRange()
	return int(r.top()), int(r.length()), true
}

// Held is the number of items in a deque at rest, also those that its Len leaves
// out.
func Held(d Deque) int { return itemsAtRest(d) }

// RingLength is the length of a chaselev deque's ring.
func RingLength(d Deque) int { return len(d.(*chaseLev).ring.Load().slots) }

// SpoilBottom publishes a bottom that the owner knows nothing of.
func SpoilBottom(d Deque) {
	switch q := d.(type) {
	case *abp:
		q.bottom.Store(9)
	case *chaseLev:
		q.bottom.Store(9)
	}
}

// SpoilTop moves top to 3 behind the backs of owner and thieves.
func SpoilTop(d Deque) {
	switch q := d.(type) {
	case *abp:
		q.age.Store(3)
	case *chaseLev:
		q.top.Store(3)
	}
}

// SpoilCapacity makes a chaselev deque believe in a capacity of 1.
func SpoilCapacity(d Deque) { d.(*chaseLev).capacity = 1 }

// Layout is the type of the struct behind a deque.
func Layout(d Deque) reflect.Type { return reflect.TypeOf(d).Elem() }

//go:build !interleave

package kernel

import "unsafe"

// PlainWords views a bitmap's words as plain memory. Only a worker that marks
// alone may use the view, and only while it is alone.
//
// This is the only use of package unsafe in the tracer. The view itself is sound
// because an atomic.Uint64 is a uint64 with markers of size zero. The declaration
// below fails to compile if the two have different sizes.
//
// The use of the view is sound because there are two users. The first is a Floor's
// lone replayer, for which the caller waits. The second is a worker whose field
// alone holds: the marker has no other worker, or all others are parked and stay
// parked until this worker wakes one. Waking goes through the lobby's mutex and a
// channel. So what was stored plainly happens before all that the woken worker
// reads, and alone is false from then on to the end of the mark. Between marks the
// lobby's mutex, taken in drain, orders the other direction.
func PlainWords(words []Word) []Plain {
	return unsafe.Slice((*Plain)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

var _ [0]struct{} = [unsafe.Sizeof(Word{}) - unsafe.Sizeof(Plain(0))]struct{}{}

//go:build !interleave

package kernel

import "unsafe"

// PlainWords views the words of a bitmap as plain memory. A worker may use the view for the
// words of which it is the only writer, and only while it is.
//
// This is the only use of package unsafe in the tracer. The view has the right size
// and layout: an atomic.Uint64 is a uint64 with markers of size zero. The declaration
// below fails to compile if the sizes differ.
//
// Plain loads and stores are sound because no other goroutine uses the same words
// meanwhile. There are three users:
//
//   - The first is the only replayer of a floor's replay. Its caller waits for it.
//   - The second is the worker that holds the exclusive bit of the detector
//     (package crew). No other worker is active, and none can join.
//   - The third is the owner of a segment (segments.go in package forward), for the words
//     of this segment. A segment is a whole number of words. Others do not even read
//     them.
//
// The detector's word orders the two sides. The stores of other workers came before they left, and the
// holder has read the word since then. The holder's stores came before it cleared the bit, and others
// read the word when they join. The same holds when a mark goes over from owners to a holder and back.
// Between two marks, Drain of package crew takes the lobby's mutex. The stores of any worker in the last
// mark therefore happen before worker 0 begins the next.
func PlainWords(words []Word) []Plain {
	return unsafe.Slice((*Plain)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

var _ [0]struct{} = [unsafe.Sizeof(Word{}) - unsafe.Sizeof(Plain(0))]struct{}{}

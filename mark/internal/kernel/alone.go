//go:build !interleave

package kernel

import "unsafe"

// PlainWords views the words of a bitmap as plain memory. Only a worker that marks
// alone may use the view, and only while it is alone.
//
// This is the only use of package unsafe in the tracer. The view has the right size
// and layout: an atomic.Uint64 is a uint64 with markers of size zero. The declaration
// below fails to compile if the sizes differ.
//
// Plain loads and stores are sound because nobody else uses the words meanwhile.
// There are two users:
//
//   - The first is the only replayer of a floor's replay. Its caller waits for it.
//   - The second is a worker whose field alone holds. Either the marker has no other
//     worker, or all others are parked. They stay parked until this worker wakes one
//     of them.
//
// Waking goes through the lobby's mutex and a channel. So everything that was stored
// plainly happens before everything that the woken worker reads. From then on alone
// is false, to the end of the mark. Between two marks, drain takes the lobby's mutex.
// So what other workers did in the last mark happens before what a lone worker does
// in the next.
func PlainWords(words []Word) []Plain {
	return unsafe.Slice((*Plain)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

var _ [0]struct{} = [unsafe.Sizeof(Word{}) - unsafe.Sizeof(Plain(0))]struct{}{}

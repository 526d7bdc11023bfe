package work

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/heap"
	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

// InOrder is where a worker reads a mapped heap. The file mapscan.go of package engine has the picture, the
// sources, and invariants 1 to 3.
type InOrder struct {
	Last  uint32 // the last ref that the worker has taken from the pending bitmap
	Ahead heap.Ahead
}

// PutOff moves those of the newest refs on the stack that are far to the pending bitmap. It reports whether
// there are any. They stay if the frontier is thin and nothing waits (invariant 3).
func (l *Local) PutOff(newest []uint32) bool {
	if l.Size() <= policy.StayRefs && l.Pending.Empty() {
		return false
	}
	far := newest[l.keepNear(newest):]
	l.pend(far)
	l.Top -= len(far)
	return len(far) > 0
}

// keepNear moves the refs that are near to the front, and returns how many they are.
func (l *Local) keepNear(refs []uint32) (near int) {
	for i, ref := range refs {
		if ref>>policy.NearBits == l.Last>>policy.NearBits {
			refs[i], refs[near] = refs[near], ref
			near++
		}
	}
	return near
}

// takeInOrder takes the next refs from the pending bitmap, stores them above the stack, and asks for their
// pages. It returns how many they are. They are of several chunks if the chunks have few. Enough
// pages are asked for at once to keep the disk busy.
func (l *Local) takeInOrder() (n int) {
	buf := l.Refs[l.Top:min(l.Top+policy.InOrderRefs, policy.StackRefs)]
	for len(buf)-n >= policy.RecoverRefs {
		took := l.Pending.TakeFrom(buf[n:], l.Last)
		if took == 0 {
			break
		}
		n += took
		l.Last = buf[n-1]
	}
	l.Ahead.Ask(buf[:n])
	slices.Reverse(buf[:n]) // the page that was asked for first is on top, and scanned first
	return n
}

package work

import (
	"slices"

	"github.com/seed-3ccf4018/halfmark/mark/internal/policy"
)

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

// RecoverPending moves refs from the pending bitmap to the private stack. id is the worker's number. It
// returns how many it has found.
func (l *Local) RecoverPending(id int) (n int) {
	if l.PutsOff {
		n = l.takeInOrder()
	} else {
		n = l.Pending.Take(l.Refs[l.Top:l.Top+policy.RecoverRefs], id)
	}
	l.Processor.Pended(n)
	l.RefsRecovered += uint64(n)
	l.take(n)
	return n
}

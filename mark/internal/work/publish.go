package work

import "github.com/seed-3ccf4018/halfmark/mark/internal/policy"

// Publish puts refs where other workers can take them. It tries the deque first. The
// refs that do not fit there go to the overflow list. Those that do not fit there either go
// to the pending bitmap, which always has room. It returns how many workers these refs can keep busy.
func (l *Local) Publish(refs []uint32) (pieces int) {
	l.BlockSeen = true
	n := l.PushDeque(refs)
	return policy.Pieces(n, l.Grain) + l.Overflow(refs[n:])
}

// PushDeque pushes refs on the worker's own deque, in blocks of up to a grain. It
// returns how many refs fitted.
func (l *Local) PushDeque(refs []uint32) (n int) {
	if l.Grain == 1 {
		for n < len(refs) && l.push(uint64(refs[n])) {
			n++
		}
		return n
	}
	for n < len(refs) && l.Deque.Len() < l.Capacity {
		b, ok := l.Blocks.Get()
		if !ok {
			break
		}
		part := refs[n:min(n+l.Grain, len(refs))]
		l.Blocks.Fill(b, part)
		if !l.push(uint64(b)) {
			l.Blocks.Put(b)
			break
		}
		n += len(part)
	}
	return n
}

// push pushes an item on the worker's own deque. It returns false if there is no room.
func (l *Local) push(item uint64) bool {
	l.Processor.Pushes()
	return l.Own.Push(item)
}

// Overflow puts refs on the overflow list. If the list's pool is exhausted, it puts
// the rest into the pending bitmap. It returns how many workers these refs can keep
// busy.
func (l *Local) Overflow(refs []uint32) (pieces int) {
	l.Processor.Overflows(policy.Pieces(len(refs), l.Pool.Grain()))
	stored := l.List.Publish(refs)
	pieces = policy.Pieces(stored, l.Pool.Grain()) // all blocks but the last are full
	l.BlocksOverflowed += uint64(pieces)
	refs = refs[stored:]
	l.pend(refs)
	return pieces + policy.Pieces(len(refs), policy.RecoverRefs)
}

// pend puts refs into the pending bitmap.
func (l *Local) pend(refs []uint32) {
	l.Processor.Pended(len(refs))
	for _, ref := range refs {
		if l.Pending.Add(ref) {
			l.PendingAdded++
		}
	}
}

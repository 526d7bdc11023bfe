package heap

// refList is a list of refs that grows and shrinks at its ends, for searches of whole
// heaps. It consists of blocks, and blocks that have become empty are used again. It takes
// 4 bytes for each ref that it has held at once. A slice that grows would be copied, and
// until the next collection it would take twice as much and more. The first block is
// short, because most heaps that are searched are small.
type refList struct {
	blocks [][]Ref
	free   [][]Ref
	front  int    // refs of the first block that were taken
	length uint64 // refs in the list
}

// refBlock is the number of refs of a block, which has 64 KiB. The first block has 1 KiB.
const refBlock, firstRefs = 1 << 14, 1 << 8

// push appends r.
func (l *refList) push(r Ref) {
	last := len(l.blocks) - 1
	if last < 0 || len(l.blocks[last]) == cap(l.blocks[last]) {
		l.blocks = append(l.blocks, l.block())
		last++
	}
	l.blocks[last] = append(l.blocks[last], r)
	l.length++
}

// block returns an empty block.
func (l *refList) block() []Ref {
	n := len(l.free) - 1
	switch {
	case n < 0 && len(l.blocks) == 0:
		return make([]Ref, 0, firstRefs)
	case n < 0:
		return make([]Ref, 0, refBlock)
	}
	b := l.free[n]
	l.free = l.free[:n]
	return b[:0]
}

// popLast removes and returns the ref that was pushed last. The list must not be empty, and
// popFirst must not have been called.
func (l *refList) popLast() Ref {
	last := len(l.blocks) - 1
	b := l.blocks[last]
	r := b[len(b)-1]
	l.blocks[last] = b[:len(b)-1]
	if len(b) == 1 {
		l.free = append(l.free, b)
		l.blocks = l.blocks[:last]
	}
	l.length--
	return r
}

// popFirst removes and returns the ref that was pushed first. The list must not be empty.
func (l *refList) popFirst() Ref {
	b := l.blocks[0]
	r := b[l.front]
	if l.front++; l.front == len(b) {
		l.free = append(l.free, b)
		l.blocks = l.blocks[1:]
		l.front = 0
	}
	l.length--
	return r
}

package answer

// Put puts a block on the list. The caller has the block. Afterwards the list has it. Any
// number of workers call Put and Take at once.
func (l *List) Put(block uint64) {
	l.left.Add(1) // before others see the block: they may finish it at once
	for {
		head := l.head.Load()
		l.next[block].Store(blockOf(head)) // no other worker can see the block yet
		// The new tag makes every Take fail that has read an older head. Without it:
		//
		//  1. P takes. It reads that block 1 is on top, and block 2 below. It stops.
		//  2. Q takes block 1, takes block 2, and puts block 1 back.
		//  3. P finds block 1 on top, as before, and makes block 2 the top. But Q has block 2.
		if l.head.CompareAndSwap(head, pack(tagOf(head)+1, block)) {
			return
		}
	}
}

// Take takes a block from the list. Then the caller has it. It returns false only if the list
// was empty at some moment during the call.
func (l *List) Take() (block uint64, ok bool) {
	for {
		head := l.head.Load()
		block = blockOf(head)
		if block == 0 {
			return 0, false
		}
		below := l.next[block].Load() // out of date if another worker has taken the block: then head has changed
		if l.head.CompareAndSwap(head, pack(tagOf(head), below)) {
			return block, true
		}
	}
}

// Finish says that the caller has scanned a block that it took, and has put on the list all
// that it found there.
func (l *List) Finish() { l.left.Add(^uint64(0)) } // minus 1

// Done says whether all work is done: the list is empty, and no worker will put a block on it
// any more. A block counts from its Put to its Finish, so while a worker scans one, left is
// not 0.
func (l *List) Done() bool { return l.left.Load() == 0 }
